import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from './app.ts'
import { bringFile, connect, goTo, send, startService, type Service } from './service.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'

/** So many adverts that more than a hundred of them are the account's own. */
const adverts = 1_000
let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService(adverts)
  await connect(app.window, service, 'Автоцентр')
})
test.afterAll(() => service.close())

const newVehicles = (name: string, count: number): { name: string; text: string } => ({
  name,
  text: `marka_id,model_id,base_id,equip_id,currency_id,price\n${Array.from({ length: count }, (_, index) => `${fourCells(index)},USD,3${name.length}${String(index).padStart(3, '0')}`).join('\n')}\n`,
})

/** Requests that read adverts or the list of them; the test of the connection asks for something else. */
async function readings(): Promise<{ lists: number; adverts: number }> {
  const counted = Object.entries(await service.control.requests())
  const sum = (of: RegExp): number =>
    counted.filter(([request]) => of.test(request)).reduce((total, [, count]) => total + count, 0)
  return { lists: sum(/autos/), adverts: sum(/info/) }
}

test('connecting an account reads nothing unasked, and “first 100” reads 100', async ({ app }) => {
  const window = await app.restart()
  await goTo(window, 'Inventory')
  const findOut = window.getByRole('button', { name: 'Find out (1 request or a few more)' })
  await expect(findOut).toBeVisible()
  expect(await readings()).toEqual({ lists: 0, adverts: 0 })
  await findOut.click()
  const some = window.getByRole('button', { name: 'Only the first 100 (100 requests)' })
  await expect(some).toBeVisible()
  expect(await readings()).toEqual({ lists: 1, adverts: 0 })
  await some.click()
  await expect(window.getByRole('grid')).toBeVisible()
  await expect(window.getByText('100 adverts', { exact: true })).toBeVisible({ timeout: 180_000 })
  expect(await readings()).toEqual({ lists: 1, adverts: 100 })
  const own = (await service.control.counts()).own
  await expect(window.getByText(`100 of ${own} adverts read`)).toBeVisible()
  await window.getByRole('button', { name: `Read the rest (${own - 100} requests)` }).click()
  await expect(window.getByText(`${own} adverts`, { exact: true })).toBeVisible({ timeout: 180_000 })
  await expect(window.getByText(/adverts read$/)).toBeHidden()
  expect(await readings()).toEqual({ lists: 1, adverts: own })
})

test('a file of unclear encoding is asked about, and goes on in the one chosen', async ({ app }) => {
  const { window } = app
  await goTo(window, 'Import')
  const buffer = Buffer.from('auto_id;price;currency_id;auto_note\n1;9000;USD;\xfe\n', 'latin1')
  await window
    .locator('input[type=file]')
    .setInputFiles({ name: 'unclear.csv', mimeType: 'text/csv', buffer })
  const question = window.getByRole('group', { name: /in which encoding unclear\.csv is written/ })
  await expect(question).toBeVisible()
  const onward = window.getByRole('button', { name: 'Continue to columns' })
  await expect(onward).toBeDisabled()
  await window.getByRole('button', { name: 'KOI8-U' }).click()
  await expect(window.getByText('Read as KOI8-U;')).toBeVisible()
  await onward.click()
  await window.getByRole('button', { name: 'Check the rows' }).click()
  await expect(window.getByLabel('Rows of the file').getByText('Ч')).toBeVisible()
  await window.getByRole('button', { name: 'Discard file' }).click()
})

test('a damaged journal asks before anything is sent, and what was kept leads on', async ({ app }) => {
  await bringFile(app.window, newVehicles('first.csv', 40))
  await send(app.window, 40)
  await expect(app.window.getByText('Finished', { exact: true })).toBeVisible()
  const sent = (await service.control.ledger()).length
  await app.kill()
  damageRows(join(app.dataDir, 'journal.db'))

  const window = await app.restart()
  await bringFile(window, newVehicles('second.csv', 2))
  await expect(window.getByText('The journal needs your decision')).toBeVisible()
  await expect(window.getByText(/Newest backup: /)).toBeVisible()
  await send(window, 2)
  await expect(window.getByText(/The journal, the record of what was sent, is damaged/).first()).toBeVisible()
  expect(await service.control.ledger()).toHaveLength(sent)

  await window.getByRole('button', { name: 'Go on with the backup' }).click()
  await expect(window.getByText('The journal can be used again')).toBeVisible()
  await expect(window.getByText(/The earlier journal is kept: /)).toBeVisible()
  await window.getByRole('button', { name: 'Hide' }).first().click()
  await expect(window.getByText('The journal needs your decision')).toBeHidden()
  // The file that waited goes on.
  await window.getByRole('button', { name: 'Send 2 rows as Автоцентр' }).click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(await service.control.ledger()).toHaveLength(sent + 2)
  // What the backup has is there.
  await goTo(window, 'Activity')
  await expect(window.getByRole('grid').getByText('first.csv').first()).toBeVisible()
})

/** Overwrites a leaf page of the rows, as a bad sector does. */
function damageRows(path: string): void {
  const db = new DatabaseSync(path)
  const page = db
    .prepare(`SELECT pageno FROM dbstat WHERE name = 'rows' AND pagetype = 'leaf' ORDER BY path LIMIT 1`)
    .get()
  db.close()
  const size = 4_096
  const bytes = readFileSync(path)
  bytes.fill(0xa5, (Number(page?.pageno) - 1) * size, Number(page?.pageno) * size)
  writeFileSync(path, bytes)
}
