import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '@playwright/test'
import { car, csvFacts, planned, source } from '../main/batch/dealership.ts'
import { batchesOf } from '../main/cli/counter.ts'
import { newApp, type RunningApp } from './running-app.ts'
import { goTo } from './service.ts'

/** A data folder whose journal is so large that it is not checked before the window opens. */
async function folder(): Promise<{ dataDir: string; archived: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-archive-'))
  const batches = batchesOf({ dataDir })
  const change = { accountId: 'sandbox', fileName: 'old.csv', file: csvFacts }
  const text = 'a text that makes the journal a large file '.repeat(40)
  const { id } = await batches.planner.plan(source(1, change), [planned(2, 'create', car())])
  await batches.control.cancel(id)
  await batches.archiving.run(0)
  const rows = Array.from({ length: 1_500 }, (_, n) =>
    planned(n + 2, 'create', car({ price: 20_000 + n, auto_note: text })),
  )
  await batches.planner.plan(source(1, { accountId: 'sandbox', fileName: 'waits.csv', file: csvFacts }), rows)
  await batches.close(0)
  return { dataDir, archived: id }
}

let dataDir: string
let app: RunningApp
test.beforeEach(async () => {
  ;({ dataDir } = await folder())
  app = newApp({ dataDir })
})
test.afterEach(async () => {
  await app.quit()
  await app.dispose()
  rmSync(dataDir, { recursive: true, force: true })
})

test('an archived import is found under its own filter and is only read', async () => {
  await app.start()
  const { window } = app
  await goTo(window, 'Activity')
  await expect(window.getByText('waits.csv')).toBeVisible()
  await expect(window.getByText('old.csv')).toBeHidden()
  await window.getByRole('button', { name: 'Archived' }).click()
  await expect(window.getByText('waits.csv')).toBeHidden()
  if (process.env.SHOTS) await window.screenshot({ path: join(process.env.SHOTS, 'archive-list.png') })
  await window.getByText('old.csv').dblclick()
  await expect(window.getByText(/^Archived: this can be read/)).toBeVisible()
  await expect(window.getByRole('gridcell', { name: '2', exact: true })).toBeVisible()
  await expect(window.getByRole('button', { name: /Undo|Take back/ })).toBeHidden()
  if (process.env.SHOTS) await window.screenshot({ path: join(process.env.SHOTS, 'archive-view.png') })
})

test('a large journal that is damaged after an unclean end asks, and the window has opened before', async () => {
  const path = join(dataDir, 'journal.db')
  const db = new DatabaseSync(path)
  const page = db
    .prepare(
      `SELECT pageno FROM dbstat WHERE name = 'rows' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 30`,
    )
    .get()
  db.close()
  const bytes = readFileSync(path)
  bytes.fill(0xa5, (Number(page?.pageno) - 1) * 4_096, Number(page?.pageno) * 4_096)
  writeFileSync(path, bytes)
  await app.start()
  await goTo(app.window, 'Activity')
  await expect(app.window.getByText(/The journal is damaged/)).toBeVisible()
  await expect(app.window.getByText('waits.csv')).toBeVisible()
})
