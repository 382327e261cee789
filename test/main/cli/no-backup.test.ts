import { mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { newVehicles, openCounter, type Counter } from './counter.ts'

let counter: Counter
beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

test('a journal that could not be backed up is told, and the import is done even so', async () => {
  const folder = join(counter.dataDir, 'backup')
  symlinkSync('/proc/none/such', folder)
  const first = await counter.run('import', counter.file('new.csv', newVehicles([20_000])), '--commit')
  expect(first).toMatchObject({
    code: 0,
    err: expect.stringContaining('The journal could not be backed up') as string,
  })
  rmSync(folder)
  const next = await counter.run(
    'import',
    counter.file('more.csv', newVehicles([21_000])),
    '--commit',
    '--again',
  )
  expect(next).toMatchObject({ code: 0, err: expect.not.stringContaining('backed up') as string })
})

test('the same reason is told once, however many batches have no backup', async () => {
  symlinkSync('/proc/none/such', join(counter.dataDir, 'backup'))
  mkdirSync(counter.path('dms'))
  for (const [at, name] of ['one.csv', 'two.csv'].entries()) {
    const path = counter.file(
      `dms/${name}`,
      `marka_id,model_id,base_id,equip_id,currency_id,price\n${fourCells(at * 3)},USD,20000\n`,
    )
    utimesSync(path, 1_700_000_000, 1_700_000_000)
  }
  const { code, err } = await counter.run('watch', counter.path('dms'), '--once', '--commit')
  expect(code).toBe(0)
  expect(err.match(/could not be backed up/g)).toHaveLength(1)
  expect((await counter.control.ledger()).filter(({ committed }) => committed)).toHaveLength(2)
})
