import { expect, test } from './app.ts'
import { goTo } from './service.ts'

test('the keys are shown by F1, by a question mark outside of fields, and by Help at the foot of the rail', async ({
  window,
}) => {
  await goTo(window, 'Orders')
  const keys = window.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const close = async (): Promise<void> => {
    await window.keyboard.press('Escape')
    await expect(keys).toBeHidden()
  }
  await window.keyboard.press('F1')
  await expect(keys).toBeVisible()
  // As this page calls it.
  await expect(keys.getByText('Refresh', { exact: true })).toBeVisible()
  await expect(keys.getByText('F5', { exact: true })).toBeVisible()
  await close()
  await window.getByRole('banner').click({ position: { x: 5, y: 5 } })
  await window.keyboard.press('?')
  await expect(keys).toBeVisible()
  await close()
  const search = window.getByRole('banner').getByRole('search').getByRole('textbox')
  await search.focus()
  await window.keyboard.type('a?')
  await expect(search).toHaveValue('a?')
  await expect(keys).toBeHidden()
  await search.fill('')
  await window.getByRole('button', { name: 'Help' }).click()
  await expect(keys).toBeVisible()
  await close()
  await window.keyboard.press('ControlOrMeta+k')
  await window.keyboard.type('shortcuts')
  await window.keyboard.press('Enter')
  await expect(keys).toBeVisible()
  const shots = process.env.FORECOURT_SHOTS
  if (shots) await window.screenshot({ path: `${shots}/keys.png` })
  await close()
})
