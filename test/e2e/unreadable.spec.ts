import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '@playwright/test'
import { car, csvFacts, planned, source } from '../main/batch/dealership.ts'
import { batchesOf } from '../main/cli/counter.ts'
import { assembledIn } from '../main/assembled.ts'
import { noteCleanEnd } from '../../src/main/storage/clean-end.ts'
import { m } from '../../src/shared/i18n/generated/messages.js'
import { runAction } from './keys.ts'
import { newApp, type RunningApp } from './running-app.ts'
import { goTo } from './service.ts'

/** Changes a text as a disk does, which knows no rules. */
function damage(path: string, sql: string): void {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  db.exec('PRAGMA ignore_check_constraints = ON')
  const triggers = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`)
  db.exec(sql)
  for (const trigger of triggers) db.exec(String(trigger.sql))
  db.close()
  noteCleanEnd(path)
}

let dataDir: string
let app: RunningApp
test.beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'forecourt-unreadable-'))
  const forecourt = assembledIn(dataDir)
  const form = await forecourt.advertForm()
  const { accountId } = await form.kept()
  await form.keep(accountId, { cells: { price: '12' }, generation: '', body: '', like: null })
  await forecourt.close()
  const batches = batchesOf({ dataDir })
  for (const fileName of ['whole.csv', 'damaged.csv']) {
    const { id } = await batches.planner.plan(source(1, { accountId, fileName, file: csvFacts }), [
      planned(2, 'create', car()),
      planned(3, 'create', car({ price: 20_000 })),
    ])
    await batches.control.cancel(id)
  }
  await batches.close(0)
  const broken = `header = '{"cut', encoding = 'utf-9'`
  damage(join(dataDir, 'journal.db'), `UPDATE batches SET ${broken} WHERE file_name = 'damaged.csv'`)
  damage(join(dataDir, 'forms.db'), `UPDATE forms SET form = '[[1]]'`)
  app = newApp({ dataDir })
  await app.start()
})
test.afterEach(async () => {
  await app.dispose()
  rmSync(dataDir, { recursive: true, force: true })
})

test('what can’t be read is told with its number and the next step, where it is missed', async () => {
  const { window } = app
  const shot = async (name: string): Promise<void> => {
    if (process.env.SHOTS === undefined) return
    for (const [scheme, width, height] of [
      ['light', 1440, 900],
      ['dark', 1024, 700],
    ] as const) {
      await window.emulateMedia({ colorScheme: scheme })
      await window.setViewportSize({ width, height })
      await window.screenshot({ path: join(process.env.SHOTS, `${name}-${scheme}.png`) })
    }
  }
  await goTo(window, 'Activity')
  await expect(window.getByText('damaged.csv')).toBeVisible()
  await expect(window.getByText('1 saved record can’t be read')).toBeVisible()
  await expect(window.getByRole('row', { name: /damaged\.csv/ })).toContainText('partly lost')
  await expect(window.getByRole('row', { name: /whole\.csv/ })).not.toContainText('partly lost')
  await shot('unreadable-list')
  await window.getByText('damaged.csv').dblclick()
  await expect(
    window.getByText('Can’t be read any more: the names of the file’s columns, the file’s encoding'),
  ).toBeVisible()
  await expect(window.getByRole('gridcell', { name: '2', exact: true })).toBeVisible()
  await shot('unreadable-batch')
  await window.getByRole('button', { name: 'Hide' }).click()
  await expect(window.getByText('1 saved record can’t be read')).toBeHidden()
  await goTo(window, 'Inventory')
  await runAction(window, `${m.advert_form_title()}…`)
  await expect(window.getByText('2 saved records can’t be read')).toBeVisible()
  await expect(window.getByText(/the form of a new advert \(1\)/)).toBeVisible()
  await shot('unreadable-form')
})
