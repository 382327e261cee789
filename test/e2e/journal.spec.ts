import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'
import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { bringFile, goTo, send } from './service.ts'

const service = serviceOfFile({ account: 'Автоцентр' })

const pageSize = 4_096

const count = 12
const newVehicles = {
  name: 'new-vehicles.csv',
  text: ['marka_id,model_id,base_id,equip_id,currency_id,price']
    .concat(Array.from({ length: count }, (_, at) => `${fourCells(at)},USD,${20_000 + at}`))
    .join('\n'),
}

const loseBackups = (path: string): void => rmSync(join(dirname(path), 'backup'), { recursive: true })

/** Overwrites the pages of rows of a journal that was closed, as bad sectors do. */
function damage(path: string): void {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const pages = db
    .prepare(`SELECT pageno FROM dbstat WHERE name = 'rows' AND pagetype = 'leaf' ORDER BY path`)
    .all()
    .map(({ pageno }) => Number(pageno))
  db.close()
  const bytes = readFileSync(path)
  for (const page of pages) bytes.fill(0xa5, (page - 1) * pageSize, page * pageSize)
  writeFileSync(path, bytes)
}

/** The files of the batches in the newest backup. */
function batchesInBackup(dataDir: string): unknown[] {
  const folder = join(dataDir, 'backup')
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.db'))
    .toSorted()
    .at(-1)
  if (newest === undefined) return []
  using db = new DatabaseSync(join(folder, newest), { readOnly: true })
  return db
    .prepare(`SELECT file_name FROM batches WHERE state <> 'planning'`)
    .all()
    .map((batch) => batch.file_name)
}

const posts = async (): Promise<number> =>
  (await service.control.ledger()).filter(({ method }) => method === 'POST').length

async function sendTwo(window: Page, name: string, price: number): Promise<void> {
  const text = `marka_id,model_id,base_id,equip_id,currency_id,price\n${[1, 2].map((n) => `${fourCells(n)},USD,${price + n}`).join('\n')}\n`
  const before = await posts()
  await bringFile(window, { name, text })
  await send(window, 2)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
  expect(await posts()).toBe(before + 2)
}

test('a journal that can’t be backed up is told until it can', async ({ app, window }) => {
  const folder = join(app.dataDir, 'backup')
  const carAt = (price: number): string =>
    `marka_id,model_id,base_id,equip_id,currency_id,price\n${fourCells(price - 5_000)},USD,${price}\n`
  rmSync(folder, { recursive: true, force: true })
  symlinkSync('/proc/none/such', folder)
  await bringFile(window, { name: 'first.csv', text: carAt(5_003) })
  await send(window, 1)
  const notice = window.getByText('The journal could not be backed up')
  await expect(notice).toBeVisible()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  rmSync(folder)
  await bringFile(window, { name: 'second.csv', text: carAt(5_006) })
  await send(window, 1)
  await expect(notice).toBeHidden()
  // The window goes to the batch when it is begun, from wherever it was led meanwhile.
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
})

test('an empty journal that is begun in the window goes on in the running app', async ({ app }) => {
  await bringFile(app.window, newVehicles)
  await send(app.window, count)
  await expect(app.window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
  await app.kill()
  damage(join(app.dataDir, 'journal.db'))
  loseBackups(join(app.dataDir, 'journal.db'))
  const window = await app.restart()
  await goTo(window, 'Activity')
  await expect(window.getByText('The journal needs your decision')).toBeVisible()
  await expect(window.getByRole('button', { name: 'Go on with the backup' })).toHaveCount(0)
  await window.getByRole('button', { name: 'Begin an empty journal' }).click()
  await expect(window.getByText('The journal can be used again')).toBeVisible()
  await expect(window.getByRole('grid').getByText('new-vehicles.csv')).toHaveCount(0)
})

test('new adverts are asked about from then on', async ({ app, window }) => {
  await bringFile(window, newVehicles)
  await expect(window.getByText(/of \d+ sends before that nothing is known/).first()).toBeVisible()
  await expect(window.getByRole('button', { name: `Yes, create ${count} adverts again` })).toBeVisible()
  await window.getByRole('button', { name: 'Discard file' }).click()
  await sendTwo(window, 'new.csv', 51_000)
  await expect.poll(() => batchesInBackup(app.dataDir)).toContain('new.csv')
})
