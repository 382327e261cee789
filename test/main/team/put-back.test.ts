import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { cars, Desk } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()

const backup = (): string => join(desks.folder, 'Backup')

/** The data folder as it is now, which `putBack` brings again. */
function backUp(): void {
  cpSync(olena.dataDir, backup(), { recursive: true })
}

function putBack(): void {
  rmSync(olena.dataDir, { recursive: true })
  cpSync(backup(), olena.dataDir, { recursive: true })
}

/** What the journal of a desk has of the team's log. */
function heardBy(desk: Desk): unknown[] {
  const journal = new DatabaseSync(join(desk.dataDir, 'journal.db'), { readOnly: true })
  try {
    return journal
      .prepare('SELECT name, operation, state FROM team_writes ORDER BY operation')
      .all()
      .map((row) => ({ ...row }))
  } finally {
    journal.close()
  }
}

wholeTest(
  'a desk whose folder was put back is asked about what it sent since, as about what another desk sent',
  async () => {
    const first = desks.file('first.csv', cars([6_000]))
    await olena.json('import', first, '--commit')
    backUp()
    const file = desks.file('new.csv', cars([7_000]))
    const made = await olena.json('import', file, '--commit')
    const edit = (price: number): string =>
      desks.file(`${price}.csv`, `auto_id,currency_id,price\n${made.rows[0]?.autoId},USD,${price}\n`)
    await olena.run('sync')
    expect((await olena.run('import', edit(7_100), '--commit', '--yes')).code).toBe(0)
    // As long as the journal has its own rows, the log's say nothing new of them.
    await olena.run('team', 'status')
    expect(heardBy(olena)).toEqual([])

    putBack()
    expect((await olena.run('import', file, '--commit')).err).toContain('was copied or restored')
    expect((await olena.run('journal', 'continue-here')).code).toBe(0)
    const asked = await olena.run('import', file, '--commit')
    expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('sent in batch Olena, ')])
    expect(heardBy(olena)).toEqual([
      { name: 'Olena', operation: 'create', state: 'done' },
      { name: 'Olena', operation: 'edit', state: 'done' },
    ])
    const before = await olena.run('import', first, '--commit')
    expect([before.code, before.err]).toEqual([1, expect.stringContaining('sent')])
    expect(await desks.created()).toEqual(['6000', '7000'])
    // One more is one more, at whichever desk.
    for (const desk of [olena, petro])
      expect((await desk.json('import', file, '--commit', '--again')).rows).toMatchObject([{ state: 'done' }])
    expect(await desks.created()).toEqual(['6000', '7000', '7000', '7000'])
  },
)

wholeTest('a folder and its copy that are used by turns make each advert once', async () => {
  cpSync(olena.dataDir, join(desks.folder, 'Laptop'), { recursive: true })
  const laptop = new Desk('Laptop', join(desks.folder, 'Laptop'), olena.env)
  laptop.env.FORECOURT_TEAM_SECRET = olena.env.FORECOURT_TEAM_SECRET
  const one = desks.file('1.csv', cars([7_000]))
  const two = desks.file('2.csv', cars([8_000]))
  expect((await laptop.run('import', one, '--commit')).code).toBe(0)
  expect((await olena.run('import', two, '--commit')).code).toBe(0)
  for (const [desk, file] of [
    [olena, one],
    [laptop, two],
  ] as const)
    expect((await desk.run('import', file, '--commit')).err).toContain('sent in batch Olena, ')
  expect(await desks.created()).toEqual(['7000', '8000'])
})

test('a row that a desk forgot is found by that desk itself, or freed by a person’s word', async () => {
  backUp()
  for (const [name, price, kind] of [
    ['made', 7_000, 'drop-after-commit'],
    ['lost', 8_000, 'drop-before'],
  ] as const) {
    await desks.control.addFault({ kind, method: 'POST', path: '/auto/new/autos', count: 1 })
    await olena.run('import', desks.file(`${name}.csv`, cars([price])), '--commit')
  }
  const doubtsAt = async (desk: Desk) => (await desk.json<Doubts>('team', 'status')).doubts
  // What its journal has, it settles as any row of its own.
  expect(await doubtsAt(olena)).toEqual([])
  putBack()
  const status = await olena.run('team', 'status')
  expect(status.err).toContain('2 rows that this desk sent before its data folder was put back')
  const [made, lost] = await doubtsAt(olena)
  expect([made?.own, lost?.own]).toEqual([true, true])
  // Its desk is there: nobody else is asked.
  expect(await doubtsAt(petro)).toEqual([])
  const settle = (batch = '', ...more: string[]) =>
    olena.json<{ rows: { state: string }[] }>('settle', batch, ...more)
  expect((await settle(made?.batch)).rows).toMatchObject([{ state: 'done' }])
  // What is not found stays unconfirmed until a person says what became of it.
  expect((await settle(lost?.batch)).rows).toMatchObject([{ state: 'in-doubt' }])
  const never = () => olena.run('settle', lost?.batch ?? '', '--never-made', '2')
  expect((await never()).err).toContain('may still arrive')
  postgres.sql(`UPDATE forecourt.permits SET granted_at = now() - interval '10 minutes'`)
  expect((await never()).code).toBe(0)
  expect(postgres.sql('SELECT state FROM forecourt.permits ORDER BY no')).toBe('done\nunsent')
  expect(await doubtsAt(olena)).toEqual([])
  expect((await petro.run('import', join(desks.folder, 'lost.csv'), '--commit')).code).toBe(0)
  expect((await petro.run('import', join(desks.folder, 'made.csv'), '--commit')).code).toBe(1)
  const adverts = (await desks.control.ledger()).filter(
    ({ method, committed }) => method === 'POST' && committed,
  )
  expect(adverts.map(({ params }) => params.price)).toEqual(['7000', '8000'])
})

interface Doubts {
  readonly doubts: readonly { readonly batch: string; readonly own: boolean }[]
}
