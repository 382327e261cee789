import { readFileSync } from 'node:fs'
import { expect, test } from './app.ts'
import { goTo } from './service.ts'

test('the help tells what the app is and connects to, and saves a file for support that was looked through', async ({
  window,
}) => {
  await goTo(window, 'Inventory')
  await window.evaluate(() => dispatchEvent(new CustomEvent('host-menu', { detail: 'about' })))
  await expect(window.getByText(/the sandbox is on this computer/)).toBeInViewport()
  await goTo(window, 'Inventory')
  await window.evaluate(() => dispatchEvent(new CustomEvent('host-menu', { detail: 'support-file' })))
  const dialog = window.getByRole('dialog', { name: 'Support file' })
  const settings = dialog.locator('details').filter({ hasText: 'settings.json' })
  await settings.locator('summary').click()
  await expect(settings.getByLabel('settings.json')).toContainText('"buyerDataDays": 90')
  const download = window.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^forecourt-support-.*\.zip$/)
  expect(
    readFileSync(await saved.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  await expect(dialog).toBeHidden()
})
