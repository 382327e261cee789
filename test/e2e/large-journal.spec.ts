import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page, test } from '@playwright/test'
import { car, csvFacts, planned, source } from '../main/batch/dealership.ts'
import { batchesOf } from '../main/cli/counter.ts'
import { newApp } from './running-app.ts'
import { goTo } from './service.ts'

const pageSize = 4_096

/** A data folder whose journal is so large that it is not checked before the window opens, with a damaged page of rows. */
async function damagedFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-large-'))
  const batches = batchesOf({ dataDir })
  const text = 'a text that makes the journal a large file '.repeat(40)
  const rows = Array.from({ length: 1_500 }, (_, n) =>
    planned(n + 2, 'create', car({ price: 20_000 + n, auto_note: text })),
  )
  await batches.planner.plan(source(1, { accountId: 'sandbox', fileName: 'waits.csv', file: csvFacts }), rows)
  await batches.close(0)
  const path = join(dataDir, 'journal.db')
  const db = new DatabaseSync(path)
  const page = db
    .prepare(
      `SELECT pageno FROM dbstat WHERE name = 'rows' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 30`,
    )
    .get()
  db.close()
  const bytes = readFileSync(path)
  bytes.fill(0xa5, (Number(page?.pageno) - 1) * pageSize, Number(page?.pageno) * pageSize)
  writeFileSync(path, bytes)
  return dataDir
}

async function withApp(dataDir: string, work: (window: Page) => Promise<void>): Promise<void> {
  const app = newApp({ dataDir })
  try {
    await app.start()
    await goTo(app.window, 'Activity')
    await work(app.window)
  } finally {
    await app.quit()
    await app.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

test('a large journal that is damaged after an unclean end asks, and the window has opened before', async () => {
  await withApp(await damagedFolder(), async (window) => {
    await expect(window.getByText(/The journal is damaged/)).toBeVisible()
    await expect(window.getByText('waits.csv')).toBeVisible()
  })
})
