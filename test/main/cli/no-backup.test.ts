import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
