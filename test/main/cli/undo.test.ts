import { afterEach, beforeEach, expect, it } from 'vitest'
import { newVehicles, openCounter, type Counter, type Printed } from './counter.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

const sendNew = async (): Promise<Printed> => {
  const { out } = await counter.run(
    'import',
    counter.file('new.csv', newVehicles([500])),
    '--commit',
    '--json',
  )
  return JSON.parse(out) as Printed
}
const batches = async (): Promise<unknown[]> =>
  (JSON.parse((await counter.run('batches', '--json')).out) as { batches: unknown[] }).batches

it('leaves no preview where every row was changed since, and says what can be done from here', async () => {
  const { batch, rows } = await sendNew()
  const edit = `auto_id,currency_id,price\n${rows[0]?.autoId},USD,600\n`
  expect((await counter.run('import', counter.file('e.csv', edit), '--commit', '--yes')).code).toBe(0)
  await counter.run('sync')
  const { code, err } = await counter.run('undo', batch, '--commit')
  expect(code).toBe(2)
  expect(err).toContain('each one has changed since')
  expect(err).toContain('in the window')
  expect(await batches()).toHaveLength(2)
  expect(await counter.control.advert(rows[0]?.autoId ?? 0)).toMatchObject({ deleted: false })
})

it('leaves nothing to be resumed where the undo could not begin', async () => {
  const { batch, rows } = await sendNew()
  const { code } = await counter.run('undo', batch, '--commit', '--user-id', '4711')
  expect(code).toBe(2)
  expect((await counter.run('resume')).err).toContain('No batch waits')
  expect(await counter.control.advert(rows[0]?.autoId ?? 0)).toMatchObject({ deleted: false })
})
