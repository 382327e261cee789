import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newVehicles, openCounter, type Counter, type Printed } from './counter.ts'
import { wholeTest } from '../../whole.ts'

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
  const edit = `auto_id,currency_id,price\n${rows[0]?.autoId},USD,20600\n`
  expect((await counter.run('import', counter.file('e.csv', edit), '--commit', '--yes')).code).toBe(0)
  await counter.run('sync')
  const { code, err } = await counter.run('undo', batch, '--commit')
  expect(code).toBe(2)
  expect(err).toContain('each one has changed since')
  expect(err).toContain('“Undo…” in the window')
  expect(await batches()).toHaveLength(2)
  expect(await counter.control.advert(rows[0]?.autoId ?? 0)).toMatchObject({ deleted: false })
})

it('says of a row that was changed since why it is left alone, and not that it is restored', async () => {
  const { rows } = await sendNew()
  const edit = `auto_id,currency_id,price\n${rows[0]?.autoId},USD,20600\n`
  const { out } = await counter.run('import', counter.file('e.csv', edit), '--commit', '--yes', '--json')
  const { batch } = JSON.parse(out) as Printed
  const preview = await counter.run('undo', batch)
  expect(preview.out).toContain('Everything is restored as it was.')
  expect((await counter.run('undo', batch, '--commit', '--yes')).code).toBe(0)
  const again = await counter.run('undo', batch)
  expect(again.out).toMatch(/^2 {2}edit {2}\d+ {2}Price was changed since: /)
  expect(again.out).not.toContain('restored')
})

describe('a create that was found by its likeness', () => {
  /** A batch of two creates: the first one's advert was guessed, the second one's was answered. */
  async function guessed(): Promise<Printed> {
    await counter.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
    const path = counter.file('new.csv', newVehicles([500, 600]))
    const { batch } = JSON.parse((await counter.run('import', path, '--commit', '--json')).out) as Printed
    const settled = JSON.parse((await counter.run('settle', batch, '--json')).out) as Printed
    expect(settled.rows).toMatchObject([{ problems: [{ code: 'by-likeness' }] }, { problems: [] }])
    return settled
  }
  const deleted = ({ rows }: Printed): Promise<unknown[]> =>
    Promise.all(rows.map(async ({ autoId }) => (await counter.control.advert(autoId ?? 0))?.deleted))

  wholeTest('is left alone by an undo, which says so', async () => {
    const made = await guessed()
    const { code, out } = await counter.run('undo', made.batch, '--commit', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      counts: { done: 1, skipped: 1 },
      rows: [{ state: 'skipped', problems: [{ code: 'by-likeness' }, {}] }, { state: 'done' }],
    })
    expect(await deleted(made)).toEqual([false, true])
  })

  it('is shown by a preview with --by-likeness, and only then deleted', async () => {
    const made = await guessed()
    const preview = await counter.run('undo', made.batch, '--by-likeness', '--json')
    expect(JSON.parse(preview.out)).toMatchObject({ committed: false, counts: { planned: 2, skipped: 0 } })
    expect(await deleted(made)).toEqual([false, false])
    const { code, out } = await counter.run('undo', made.batch, '--by-likeness', '--commit', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ counts: { done: 2, skipped: 0 } })
    expect(await deleted(made)).toEqual([true, true])
  })

  it('stays, even with --by-likeness, if it was changed since', async () => {
    const made = await guessed()
    const edit = `auto_id,currency_id,price\n${made.rows[0]?.autoId},USD,20900\n`
    expect((await counter.run('import', counter.file('e.csv', edit), '--commit', '--yes')).code).toBe(0)
    const { code } = await counter.run('undo', made.batch, '--by-likeness', '--commit')
    expect(code).toBe(1)
    expect(await deleted(made)).toEqual([false, true])
  })
})

it('leaves nothing to be resumed where the undo could not begin', async () => {
  const { batch, rows } = await sendNew()
  const { code } = await counter.run('undo', batch, '--commit', '--user-id', '4711')
  expect(code).toBe(2)
  expect((await counter.run('resume')).err).toContain('No batch waits')
  expect(await counter.control.advert(rows[0]?.autoId ?? 0)).toMatchObject({ deleted: false })
})
