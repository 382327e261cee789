import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cars, type Desks, type Desk } from '../../team/desks.ts'
import type { Postgres } from '../../team/postgres.ts'
import { beforeEachTwoDesks } from '../../team/two-desks.ts'

let postgres: Postgres
let desks: Desks
let olena: Desk
let petro: Desk
beforeEachTwoDesks((made) => {
  ;({ postgres, desks, olena, petro } = made)
})

const limit = 240_000

/** The server as it was, said by who keeps it; no desk has come yet. */
function restore(dump: string): void {
  postgres.restore(dump)
  postgres.sql('UPDATE forecourt.team SET generation = generation + 1')
}

/** What a desk has in its journal of the rows of the others. */
function heardBy({ dataDir }: Desk): string[] {
  const journal = new DatabaseSync(join(dataDir, 'journal.db'), { readOnly: true })
  try {
    return journal
      .prepare('SELECT name, state FROM team_writes')
      .all()
      .map(({ name, state }) => `${String(name)} ${String(state)}`)
  } finally {
    journal.close()
  }
}

/** A file that both have planned before either knows of the other's. */
async function planAway(plans: readonly (readonly [Desk, string])[]): Promise<void> {
  await postgres.end('immediate')
  for (const [desk, file] of plans) await desk.run('import', file, '--commit', '--yes', '--again')
  await postgres.begin()
}

/** Has a permit for its only row, and then sends it or not. */
async function withPermit(desk: Desk, meanwhile: () => Promise<unknown>, isSent: boolean): Promise<void> {
  const window = desk.openWindow()
  try {
    const [batch] = window.batches.reader.list()
    const row = window.batches.recovery.ensureLock().picks.row(1)
    const permits = batch && (await window.team.permits(batch.accountId, batch.id))
    if (!batch || !row || !permits) throw new Error('nothing was planned')
    await permits.begin()
    expect(await permits.ask(row, row.write, permits.seen())).toMatchObject({ kind: 'granted' })
    await meanwhile()
    if (isSent) await window.batches.control.send(batch.id)
    else permits.unsent(row)
    await window.batches.control.idle()
  } finally {
    await window.close()
  }
}

test(
  'of a file with three equal cars the third is sent, if another desk sent two of them, and none twice after a restore',
  async () => {
    const [header = '', car = ''] = cars([5_000]).split('\n')
    const equal = (count: number): string =>
      desks.file(`${count}.csv`, [header, ...Array.from({ length: count }, () => car), ''].join('\n'))
    const dump = postgres.dump()
    await planAway([
      [olena, equal(2)],
      [petro, equal(3)],
    ])
    await olena.json('resume')
    const { rows } = await petro.json('resume')
    expect(rows.map(({ state }) => state)).toEqual(['failed', 'failed', 'done'])
    expect(await desks.created()).toEqual(['5000', '5000', '5000'])
    restore(dump)
    // Who made the third comes first: it is the third all the same.
    await petro.run('team', 'status')
    await olena.run('team', 'status')
    const copies = postgres.sql(
      'SELECT copy, name FROM forecourt.permits JOIN forecourt.members ON members.id = member ORDER BY copy',
    )
    expect(copies.split('\n')).toEqual(['1|Olena', '2|Olena', '3|Petro'])
  },
  limit,
)

test(
  'an edit that the server forgot is told again, and who planned before it is asked',
  async () => {
    const made = await olena.json('import', desks.file('new.csv', cars([9_000])), '--commit')
    const id = made.rows[0]?.autoId ?? 0
    const edit = (price: number): string =>
      desks.file(`${price}.csv`, `auto_id,currency_id,price\n${id},USD,${price}\n`)
    for (const desk of [olena, petro]) await desk.run('sync')
    const dump = postgres.dump()
    await planAway([[petro, edit(9_200)]])
    expect((await olena.json('import', edit(9_100), '--commit', '--yes')).rows).toMatchObject([
      { state: 'done' },
    ])
    restore(dump)
    await olena.run('team', 'status')
    const { rows } = await petro.json('resume')
    expect(rows[0]?.problems.map(({ code }) => code)).toEqual(['sent-elsewhere'])
  },
  limit,
)

test(
  'a row that another desk knows as open is open no longer when its own desk says so after a restore, and not before',
  async () => {
    for (const desk of [olena, petro]) await desk.run('sync')
    await planAway([[olena, desks.file('new.csv', cars([4_000]))]])
    const dump = postgres.dump()
    await withPermit(olena, () => petro.run('team', 'status'), false)
    expect(heardBy(petro)).toEqual(['Olena sending'])
    restore(dump)
    await petro.run('team', 'status')
    expect(heardBy(petro)).toEqual(['Olena sending'])
    await olena.run('team', 'status')
    await petro.run('team', 'status')
    expect(heardBy(petro)).toEqual(['Olena unsent'])
  },
  limit,
)

test(
  'what became of a row that was open in the backup is heard by a desk that came back before',
  async () => {
    for (const desk of [olena, petro]) await desk.run('sync')
    await planAway([[olena, desks.file('new.csv', cars([3_000]))]])
    let dump = ''
    await withPermit(olena, () => Promise.resolve(void (dump = postgres.dump())), true)
    restore(dump)
    await petro.run('team', 'status')
    expect(heardBy(petro)).toEqual(['Olena sending'])
    await olena.run('team', 'status')
    await petro.run('team', 'status')
    expect(heardBy(petro)).toEqual(['Olena done'])
  },
  limit,
)

test(
  'nobody sends before every desk has said what the server forgot',
  async () => {
    const file = desks.file('new.csv', cars([6_000]))
    for (const desk of [olena, petro]) await desk.run('sync')
    await planAway([
      [olena, file],
      [petro, file],
    ])
    const dump = postgres.dump()
    await olena.json('resume')
    restore(dump)
    expect((await petro.run('resume')).code).toBe(1)
    expect(await desks.created()).toEqual(['6000'])
    await olena.run('team', 'status')
    const { rows } = await petro.json('resume')
    expect(rows[0]?.problems.map(({ code }) => code)).toEqual(['sent-elsewhere'])
    expect(await desks.created()).toEqual(['6000'])
  },
  limit,
)
