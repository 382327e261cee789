import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock, timestamp } from '../../../src/main/system/clock.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox-options.ts'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { Salon } from './stock-model/salon.ts'

let sandbox: Sandbox
let salon: Salon
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  sandbox = await startSandbox({ databasePath: ':memory:', adverts: 0 })
  salon = new Salon(sandbox, 'not-in-stock')
})
afterEach(async () => {
  await salon.close()
  await sandbox.close()
  vi.useRealTimers()
})

test('of a source that nobody looked at since the journal came back nothing is sent, not even an edit or a withdrawal', async () => {
  for (let night = 0; night < 2; night++) await salon.import('A', salon.write('A'))
  const [first, second] = salon.programs.there('A')
  if (!first || !second) throw new Error('no cars')
  salon.programs.price(first)
  salon.programs.turn(second)
  salon.forecourt.batches.recovery.ensureLock().tables.sources.unlookAll(timestamp(systemClock))
  const sent = (await salon.control.ledger()).length
  expect(await salon.import('A', salon.write('A'))).toBe('stock-unlooked')
  expect(await salon.control.ledger()).toHaveLength(sent)
  // The plan that was shown is the look. Whether the cars are in stock is said again.
  expect(await salon.import('A', salon.write('A'))).toBe('sent')
  expect((await salon.control.ledger()).slice(sent).map(({ method }) => method)).toEqual(
    Array.from({ length: 6 }, () => 'PUT'),
  )
})
