import { expect, test } from './app.ts'
import { goTo } from './service.ts'

test('a shorter time for buyers’ data asks before anything is deleted, by mouse and keys', async ({
  window,
}) => {
  await goTo(window, 'Settings')
  const kept = window.getByRole('radiogroup', { name: 'Buyers’ data' })
  const days = (count: number) => kept.getByRole('radio', { name: `${count} days` })
  const dialog = window.getByRole('alertdialog').or(window.getByRole('dialog'))
  await days(30).click()
  await expect(dialog).toContainText('Delete buyers’ data older than 30 days?')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(days(90)).toBeChecked()

  await kept.getByRole('radio', { name: 'Forever' }).click()
  await expect(kept.getByRole('radio', { name: 'Forever' })).toBeChecked()
  await expect(dialog).toHaveCount(0)
  // The arrows go round.
  await window.keyboard.press('ArrowRight')
  await expect(dialog).toContainText('older than 30 days')
  await window.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(kept.getByRole('radio', { name: 'Forever' })).toBeChecked()

  await days(365).click()
  await dialog.getByRole('button', { name: 'Delete what is older' }).click()
  await expect(days(365)).toBeChecked()
})
