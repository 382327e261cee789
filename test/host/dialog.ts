import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import type {
  Dialog,
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron'
import { app } from './app.ts'
import { needReady } from './readiness.ts'
import { hostWindows } from './windows.ts'
import type { MainQuestion, PickedFile } from './wire.ts'

const ask = async (question: MainQuestion): Promise<unknown> => [...hostWindows][0]?.webContents.ask(question)

/** Electron takes the window first or leaves it out; the page that is open shows the box in either case. */
const optionsOf = <Options extends object>(first: object, second: Options | undefined): Options =>
  second ?? (first as Options)

/** The browser hands over a file's bytes, not its path: they are put down in a folder that goes with the app. */
async function showOpenDialog(first: object, second?: OpenDialogOptions): Promise<OpenDialogReturnValue> {
  const { properties = [], filters = [] } = optionsOf(first, second)
  const extensions = filters.flatMap((filter) => filter.extensions).filter((extension) => extension !== '*')
  const picked = await ask({
    what: 'pick-files',
    multiple: properties.includes('multiSelections'),
    extensions,
  })
  const files = (picked as PickedFile[] | undefined) ?? []
  return { canceled: files.length === 0, filePaths: files.map(putDown) }
}

function putDown({ name, bytes }: PickedFile): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-host-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, basename(name))
  writeFileSync(path, bytes)
  return path
}

/** The browser runs on this machine: what is saved goes to the folder of downloads under the proposed name. */
function showSaveDialog(first: object, second?: SaveDialogOptions): Promise<SaveDialogReturnValue> {
  const { defaultPath = 'forecourt.csv' } = optionsOf(first, second)
  const filePath = isAbsolute(defaultPath)
    ? defaultPath
    : join(app.getPath('downloads'), basename(defaultPath))
  return Promise.resolve({ canceled: false, filePath })
}

/** Throws at once, as Electron does. */
function showMessageBox(first: object, second?: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  const options = optionsOf(first, second)
  refuseWrongBox(options)
  return answerOf(options)
}

async function answerOf(options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  const { message, detail = '', buttons = ['OK'] } = options
  const index = await ask({ what: 'message', message, detail, buttons })
  // Without a page nobody saw it: a start that fails must not end without a word.
  if (typeof index !== 'number') console.error(`${message} ${detail}`.trim())
  const response = typeof index === 'number' && index >= 0 ? index : cancelOf(options)
  return { response, checkboxChecked: false }
}

const boxTypes: readonly unknown[] = ['none', 'info', 'warning', 'error', 'question']
/** Parts of a box that are texts, with Electron's names of them in its errors. */
const boxTexts = {
  title: 'Title',
  message: 'Message',
  detail: 'Detail',
  checkboxLabel: 'checkboxLabel',
} as const

function refuseWrongBox(options: MessageBoxOptions): void {
  const { type = 'none', buttons = [], checkboxChecked = false, checkboxLabel = '' } = options
  if (!boxTypes.includes(type)) throw new TypeError('Invalid message box type')
  if (!Array.isArray(buttons)) throw new TypeError('Buttons must be an array')
  for (const [part, name] of Object.entries(boxTexts))
    if (typeof (options[part as keyof typeof boxTexts] ?? '') !== 'string')
      throw new TypeError(`${name} must be a string`)
  if (checkboxChecked && checkboxLabel === '')
    throw new Error('checkboxChecked requires that checkboxLabel also be passed')
}

/** The button that Escape stands for: without `cancelId` one that is called so, else the first that isn't the default. */
function cancelOf({ cancelId, defaultId, buttons = [] }: MessageBoxOptions): number {
  if (cancelId !== undefined) return cancelId
  const named = buttons.findIndex((button) => ['cancel', 'no'].includes(button.toLowerCase()))
  if (named >= 0) return named
  return defaultId === 0 && buttons.length > 1 ? 1 : 0
}

type Surface = Pick<Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox'>
/** As in Electron: it throws at once, and not by its promise. `showErrorBox` may be shown at any time. */
const whenReady =
  <Asked extends unknown[], Answer>(show: (...asked: Asked) => Answer) =>
  (...asked: Asked): Answer => {
    needReady('dialog module can only be used after app is ready')
    return show(...asked)
  }

export const dialog: Surface = {
  showOpenDialog: whenReady(showOpenDialog),
  showSaveDialog: whenReady(showSaveDialog),
  showMessageBox: whenReady(showMessageBox),
  showErrorBox: (title, content) => console.error(`${title}: ${content}`),
}
