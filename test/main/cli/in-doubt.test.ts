import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ended, newVehicles, openCounter, type Counter, type Printed } from './counter.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

const committed = async (): Promise<number> =>
  (await counter.control.ledger()).filter((entry) => entry.committed).length
const printed = ({ out }: { out: string }): Printed => JSON.parse(out) as Printed

/** An import whose first row is executed, never answered and then killed; answers the batch's id. */
async function killed(prices: readonly number[]): Promise<string> {
  await counter.control.addFault({ kind: 'never-answer', afterCommit: true, method: 'POST', count: 1 })
  const sending = counter.begin('import', counter.file('new.csv', newVehicles(prices)), '--commit')
  await vi.waitFor(async () => expect(await committed()).toBe(1), 20_000)
  sending.kill('SIGKILL')
  await ended(sending)
  const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as {
    batches: { id: string }[]
  }
  return batches[0]?.id ?? ''
}

it('looks for what is in doubt before it sends again: what is found is not sent a second time', async () => {
  const batch = await killed([20_000])
  const first = await counter.run('settle', batch, '--send-again', '--json')
  expect(printed(first)).toMatchObject({ counts: { done: 1, unknown: 0 } })
  expect(first.err).toContain('nothing is sent again')
  await counter.run('settle', batch, '--send-again')
  expect(await committed()).toBe(1)
})

it('sends the row again that a crash left in doubt, and says that it was in doubt', async () => {
  await counter.control.addFault({ kind: 'never-answer', method: 'POST', count: 1 })
  const sending = counter.begin('import', counter.file('new.csv', newVehicles([1, 2, 3])), '--commit')
  await vi.waitFor(async () => expect(await counter.control.ledger()).toHaveLength(1), 20_000)
  sending.kill('SIGKILL')
  await ended(sending)
  const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as {
    batches: { id: string }[]
  }
  const again = await counter.run('settle', batches[0]?.id ?? '', '--send-again', '--json')
  expect(again.err).toContain('1 row stays in doubt')
  expect(printed(again)).toMatchObject({ counts: { done: 3, unknown: 0, planned: 0 } })
  const prices = (await counter.control.ledger()).map(({ params }) => params.price)
  expect(prices).toEqual(['1', '1', '2', '3'])
})

it('sends nothing again where the service could not be asked', async () => {
  const batch = await killed([20_000])
  await counter.control.addFault({ kind: 'status', status: 500, method: 'GET' })
  expect((await counter.run('settle', batch, '--send-again')).code).toBe(2)
  expect(await counter.control.ledger()).toHaveLength(1)
})
