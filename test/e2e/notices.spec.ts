import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import { goTo, inventoryAtRest } from './service.ts'

test('what a toast said can be read later, after a reload too, until the list is cleared', async ({
  window,
}) => {
  await inventoryAtRest(window)
  const grid = window.getByRole('grid', { name: 'Inventory' })
  await grid.locator('[aria-rowindex="2"] > [aria-colindex="2"]').click()
  await window.keyboard.press('Shift+ArrowDown')
  await window.keyboard.press('ControlOrMeta+c')
  const toast = window.locator('.toast')
  // Read at one look: it goes by itself.
  let said = ''
  await expect.poll(async () => (said = ((await toast.allInnerTexts())[0] ?? '').trim())).not.toBe('')
  await goTo(window, 'Notices')
  const list = window.getByRole('region', { name: 'Notices' })
  await expect(list.getByRole('listitem').first()).toContainText(said)
  await expect(list.getByRole('heading', { level: 2 })).toHaveCount(1)

  await window.reload()
  await expect(list.getByRole('listitem').first()).toContainText(said)
  await window.getByRole('button', { name: 'Clear the list' }).click()
  await expect(window.getByText('No messages yet')).toBeVisible()
})

test('in a low window the notices above the page are one line, which unfolds', async ({ window }) => {
  await window.setViewportSize({ width: 800, height: 560 })
  const notice = window.getByText(/^This is the sandbox/)
  await expect(notice).toBeVisible()
  const stay = window.getByRole('button', { name: 'Stay in the sandbox' })
  await expect(stay).toHaveCount(0)
  await window.getByRole('button', { name: 'Show (1)' }).click()
  await stay.click()
  await expect(notice).toHaveCount(0)
})

test('settings that something else damages while the app runs are told, as often as that happens', async ({
  window,
  dataDir,
}) => {
  const file = join(dataDir, 'settings.json')
  const notice = window.getByText('A damaged file was set aside')
  await goTo(window, 'Settings')
  const saved = (theme: string): Promise<void> =>
    expect
      .poll(async () => JSON.parse(await readFile(file, 'utf8')) as unknown)
      .toMatchObject({ preferences: { theme: theme.toLowerCase() } })
  await window.getByText('Dark', { exact: true }).click()
  // A write under way would put a whole file over the damaged one.
  await saved('Dark')
  for (const theme of ['Light', 'Dark']) {
    await writeFile(file, '{"preferences": {')
    await window.getByText(theme, { exact: true }).click()
    await expect(notice).toBeVisible()
    await saved(theme)
    await window.getByRole('button', { name: 'Hide' }).first().click()
    await expect(notice).toHaveCount(0)
  }
})
