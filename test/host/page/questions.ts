import type { MainQuestion, PickedFile } from '../wire.ts'

/** Windows of the system, shown by the page: a file chooser and a message box. */
export function answerMain(question: MainQuestion): Promise<unknown> {
  return question.what === 'pick-files' ? pickFiles(question) : showMessage(question)
}

async function pickFiles({
  multiple,
  extensions,
}: Extract<MainQuestion, { what: 'pick-files' }>): Promise<PickedFile[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = multiple
  input.accept = extensions.map((extension) => `.${extension}`).join(',')
  await new Promise((resolve) => {
    input.addEventListener('change', resolve)
    input.addEventListener('cancel', resolve)
    input.click()
  })
  const files = [...(input.files ?? [])]
  return Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  )
}

/** Resolves to the index of the button; -1 when the box was closed without one. */
function showMessage({
  message,
  detail,
  buttons,
}: Extract<MainQuestion, { what: 'message' }>): Promise<number> {
  const box = document.createElement('dialog')
  box.append(paragraph(message), paragraph(detail))
  return new Promise((resolve) => {
    const close = (index: number): void => {
      box.remove()
      resolve(index)
    }
    buttons.forEach((label, index) => {
      const button = document.createElement('button')
      button.textContent = label
      button.addEventListener('click', () => close(index))
      box.append(button)
    })
    box.addEventListener('cancel', () => close(-1))
    document.body.append(box)
    box.showModal()
  })
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}
