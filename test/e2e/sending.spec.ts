import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { StagedStore } from '../../src/main/staged/staged-store.ts'
import { ExclusiveDatabase } from '../../src/main/storage/transactions.ts'
import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { bringFile, focus, goTo, inventoryAtRest, ownIds, send } from './service.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'

const service = serviceOfFile({ adverts: 400, account: 'Автоцентр', isRead: true })

const priceOf = async (id: number): Promise<number | undefined> => (await service.control.advert(id))?.price

test('edits are undone: shown as old → new first, and only then sent', async ({ window }) => {
  const [first = 0, second = 0] = await ownIds(service, 2)
  const before = await Promise.all([first, second].map(priceOf))
  const text = `auto_id,currency_id,price\n${first},USD,11111\n${second},USD,11112\n`
  await bringFile(window, { name: 'prices.csv', text })
  await expect(window.getByRole('gridcell', { name: / → \$11,111/ })).toBeVisible()
  await send(window, 2)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(await priceOf(first)).toBe(11_111)

  const sent = (await service.control.ledger()).length
  await window.getByRole('button', { name: 'Undo…' }).click()
  await expect(window.getByRole('heading', { name: 'Undo: 2 prices' })).toBeVisible()
  await expect(window.getByText('2 rows can be restored exactly')).toBeVisible()
  await expect(window.getByRole('gridcell', { name: /Price \$11,111 → \$/ })).toBeVisible()
  expect(await service.control.ledger()).toHaveLength(sent)

  await window.getByRole('checkbox', { name: 'Undo line 3' }).uncheck()
  await window.getByRole('button', { name: 'Send 1 row' }).click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(await priceOf(first)).toBe(before[0])
  expect(await priceOf(second)).toBe(11_112)
  expect(await service.control.ledger()).toHaveLength(sent + 1)
})

test('a discarded preview leaves the list, and nothing was sent', async ({ window }) => {
  const sent = (await service.control.ledger()).length
  await window.getByRole('button', { name: 'Open what it undoes' }).click()
  await window.getByRole('button', { name: 'Undo…' }).click()
  await expect(window.getByText('1 advert has changed since')).toBeVisible()
  await window.getByRole('button', { name: 'Discard' }).click()
  await expect(window.getByRole('heading', { name: 'prices.csv', exact: true })).toBeVisible()
  await window.getByRole('button', { name: 'Back to activity' }).click()
  await expect(window.getByText('2 items')).toBeVisible()
  expect(await service.control.ledger()).toHaveLength(sent)
})

test('removing an account says what it leaves undone', async ({ window }) => {
  await goTo(window, 'Inventory')
  const grid = window.getByRole('grid')
  const price = grid.locator('.row:not(.loading) [role=gridcell]').filter({ hasText: /^[$€₴]/ })
  for (const at of [0, 1]) {
    await price.nth(at).click()
    await window.keyboard.type('9100')
    await window.keyboard.press('Enter')
  }
  const review = window.getByRole('button', { name: /^Review/ })
  await expect(review).toContainText('2')
  await goTo(window, 'Settings')
  await window.getByRole('button', { name: 'Remove the account Автоцентр' }).click()
  const dialog = window.getByRole('dialog', { name: 'Remove the account “Автоцентр”?' })
  await expect(dialog).toContainText('Not done yet in this account:')
  await expect(dialog.getByRole('listitem')).toHaveText(['unsent edits of 2 adverts'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('edits that a command dropped are gone when the window gets the focus again', async ({
  app,
  window,
}) => {
  await goTo(window, 'Inventory')
  const review = window.getByRole('button', { name: /^Review/ })
  await expect(review).toContainText('2')
  const db = new DatabaseSync(join(app.dataDir, 'edits.db'))
  const found = db.prepare('SELECT DISTINCT account_id AS account FROM edits').get()
  const command = new StagedStore(new ExclusiveDatabase(db))
  await command.dropUnsent(String(found?.account))
  db.close()
  await focus(window, 'blur')
  await focus(window, 'focus')
  await expect(window.getByRole('button', { name: 'No edits' })).toBeVisible()
})

const newVehicles = (count: number, from: number): string =>
  `marka_id,model_id,base_id,equip_id,currency_id,price\n${Array.from({ length: count }, (_, at) => `${fourCells(at % 20)},USD,${from + at}\n`).join('')}`

test('the taskbar follows the sending, and its end is told while the window has no focus', async ({
  app,
}) => {
  const { window } = app
  await bringFile(window, { name: 'Іваненко.csv', text: newVehicles(60, 20_000) })
  // Before the send: its end may come sooner than the event.
  await focus(window, 'blur')
  await send(window, 60)
  await goTo(window, 'Orders')
  // In Electron the system shows both, where no test sees them.
  const said = app.said
  if (said === null) return
  await expect
    .poll(() =>
      said()
        .filter((line) => line.startsWith('[host] progress'))
        .at(-1),
    )
    .toMatch(/none/)
  expect(said().filter((line) => /progress: \d+ % normal/.test(line)).length).toBeGreaterThan(1)
  await expect
    .poll(() => said().filter((line) => line.includes('notification')))
    .toEqual(['[host] notification: Sending has ended — 60 rows done'])
  expect(said().join('\n')).not.toContain(service.key)

  await focus(window, 'focus')
  await bringFile(window, { name: 'more.csv', text: newVehicles(2, 30_000) })
  await send(window, 2)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(said().filter((line) => line.includes('notification'))).toHaveLength(1)
})

test('a checked file waits while another one is opened, and both are sent in the end', async ({ window }) => {
  await bringFile(window, { name: 'first.csv', text: newVehicles(3, 40_000) })
  await window.getByRole('button', { name: 'Back to imports' }).click()
  await bringFile(window, { name: 'second.csv', text: newVehicles(4, 50_000) })
  await window.getByRole('button', { name: 'Back to imports' }).click()
  const open = window.getByRole('list', { name: 'Continue' })
  await expect(open.getByText('Checked: 3 rows to send')).toBeVisible()
  await expect(open.getByText('Checked: 4 rows to send')).toBeVisible()
  await open.getByRole('button', { name: 'Continue with first.csv' }).click()
  await expect(window.getByLabel('Rows of the file')).toBeVisible()
  await send(window, 3)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  await goTo(window, 'Import')
  await expect(open.getByText('first.csv')).toBeHidden()
  await open.getByRole('button', { name: 'Continue with second.csv' }).click()
  await send(window, 4)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
})

/** As the service's own cabinet would. */
async function changeElsewhere(id: number): Promise<void> {
  const query = new URLSearchParams({
    api_key: service.key,
    user_id: String(service.userId),
    auto_id: String(id),
  })
  const response = await fetch(`${service.baseUrl}/auto/new/autos?${query}&currency_id=1&price=55555`, {
    method: 'PUT',
  })
  expect(response.ok).toBe(true)
}

test('conflicts are answered together, after their number was said', async ({ window }) => {
  const ids = await ownIds(service, 3)
  const edits = (price: number): string =>
    `auto_id,currency_id,price\n${ids.map((id, at) => `${id},USD,${price + at}\n`).join('')}`
  await bringFile(window, { name: 'edits.csv', text: edits(60_000) })
  for (const id of ids) await changeElsewhere(id)
  await send(window, 3)
  await expect(window.getByText('Finished with errors').first()).toBeVisible()
  await window.getByRole('button', { name: 'All rows…' }).click()
  await window.getByRole('menuitem', { name: 'Overwrite 3 conflicts' }).click()
  await window.getByRole('dialog').getByRole('button', { name: 'Overwrite 3 conflicts' }).click()
  await window.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(await service.control.advert(ids[0] ?? 0)).toMatchObject({ price: 60_000 })
})

test('an undo of deletions says that they stay, and saves a file that creates the adverts again', async ({
  window,
}) => {
  const ids = await ownIds(service, 2)
  await bringFile(window, { name: 'gone.csv', text: `auto_id\n${ids.join('\n')}\n` })
  await send(window, 2)
  await window.getByRole('button', { name: 'Delete 2 adverts' }).last().click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  await window.getByRole('button', { name: 'Undo…' }).click()
  await expect(window.getByText(/Can’t be restored: 2 deleted adverts/)).toBeVisible()
  const saved = window.waitForEvent('download')
  await window.getByRole('button', { name: 'Save a file that creates them again' }).click()
  expect((await saved).suggestedFilename()).toBe('gone-recreate.csv')
  await expect(window.getByText(/lack what a new one needs: Modification, Equipment/)).toBeVisible()
})

test('templates and adverts to edit are saved as workbooks', async ({ window }) => {
  await goTo(window, 'Import')
  await window.getByRole('button', { name: 'Templates' }).click()
  const template = window.waitForEvent('download')
  await window.getByRole('menuitem', { name: 'New adverts (Excel)' }).click()
  expect((await template).suggestedFilename()).toBe('forecourt-create.xlsx')
  await inventoryAtRest(window)
  await window.getByRole('grid').getByRole('row').nth(2).click()
  await window.getByRole('button', { name: 'Edit in a table' }).click()
  const table = window.waitForEvent('download')
  await window.getByRole('menuitem', { name: 'Edit 1 advert in Excel' }).click()
  await expect(window.getByText(/forecourt-edit.xlsx saved with 1 advert/)).toBeVisible()
  const path = await (await table).path()
  await goTo(window, 'Import')
  await window
    .locator('input[type=file]')
    .setInputFiles({ name: 'edit.xlsx', mimeType: 'application/octet-stream', buffer: readFileSync(path) })
  await window.getByRole('button', { name: 'Continue to columns' }).click()
  await window.getByRole('button', { name: 'Check the rows' }).click()
  await expect(window.getByText(/Unchanged/).first()).toBeVisible()
})

const finished = (window: Page): Promise<void> =>
  expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })

/** A file that is dragged onto the window. */
const drop = (window: Page, file: { name: string; text: string }): Promise<void> =>
  window.evaluate(({ name, text }) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], name))
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  }, file)

test('the next day’s file is sent in two clicks if it is dropped', async ({ window }) => {
  const ids = await ownIds(service, 12)
  const file = (more: number) => ({
    name: 'prices.csv',
    text: `auto_id,currency_id,price\n${ids.map((id, at) => `${id},USD,${20_000 + more + at * 100}\n`).join('')}`,
  })
  await bringFile(window, file(0))
  await send(window, 12)
  await finished(window)

  await goTo(window, 'Today')
  await expect(window.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await drop(window, file(5))
  for (const name of ['Check with the columns of last time', /^Send 12 rows as /])
    await window.getByRole('button', { name }).first().click()
  await finished(window)
  expect(await service.control.advert(ids[0] ?? 0)).toMatchObject({ price: 20_005 })
})
