import { cpSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anotherEpoch, cars, type Desk } from '../../team/desks.ts'
import { leaveAndJoin } from '../../team/leave-and-join.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { spread, wholeTest } from '../../whole.ts'

beforeEachTwoDesks()

/** The server as it was, said by who keeps it; no desk has come yet. */
function restore(dump: string): void {
  postgres.restore(dump)
  postgres.sql(anotherEpoch)
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
    const row = window.batches.recovery.ensureLock().tables.picks.row(1)
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

test('an edit that the server forgot is told again, and who planned before it is asked', async () => {
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
})

wholeTest(
  'a row that another desk knows as open is open no longer when its own desk says so after a restore, and not before',
  async () => {
    for (const desk of [olena, petro]) await desk.run('sync')
    await planAway([[olena, desks.file('new.csv', cars([4_000]))]])
    const dump = postgres.dump()
    await withPermit(olena, () => petro.run('team', 'status'), false)
    expect(heardBy(petro)).toEqual(['Olena sending'])
    restore(dump)
    await petro.run('team', 'status')
    expect(heardBy(petro)).toEqual(['Olena doubt'])
    await olena.run('team', 'status')
    await petro.run('team', 'status')
    expect(heardBy(petro)).toEqual(['Olena unsent'])
  },
)

const server = (): string => `localhost:${postgres.port}`

/** A create and an edit of it. @returns the advert */
async function makeAndEdit(desk: Desk): Promise<number> {
  const made = await desk.json('import', desks.file('new.csv', cars([8_000])), '--commit')
  const id = made.rows[0]?.autoId ?? 0
  const edit = desks.file('edit.csv', `auto_id,currency_id,price\n${id},USD,8100\n`)
  expect((await desk.json('import', edit, '--commit', '--yes')).rows).toMatchObject([{ state: 'done' }])
  return id
}

/** What the server has of all rows. */
const told = (): string[] =>
  postgres
    .sql(`SELECT name || ' ' || state FROM forecourt.permits JOIN forecourt.members ON members.id = member`)
    .split('\n')

wholeTest('rows of a desk that was removed after a restore and joined again are known once', async () => {
  for (const desk of [olena, petro]) await desk.run('sync')
  const dump = postgres.dump()
  await makeAndEdit(petro)
  await olena.run('team', 'status')
  restore(dump)
  await leaveAndJoin(olena, petro, 'is removed', server())
  await olena.run('team', 'status')
  expect(heardBy(olena)).toEqual(['Petro done', 'Petro done'])
  expect(told()).toEqual(['Petro done', 'Petro done'])
})

wholeTest(
  'an invitation to a desk that a dump forgets, before anybody notices that it is one, meets no role of before',
  async () => {
    const dump = postgres.dump()
    await invited('Ihor')
    postgres.restore(dump)
    await invited('Ihor')
  },
)

/** Afterwards the desk's folder is as it was before the work. */
async function withFolderPutBack({ dataDir }: Desk, work: () => Promise<unknown>): Promise<void> {
  const before = join(desks.folder, 'Backup')
  cpSync(dataDir, before, { recursive: true })
  await work()
  rmSync(dataDir, { recursive: true })
  cpSync(before, dataDir, { recursive: true })
}

/** Puts the server back to a backup that was made before, of either kind. */
async function putBack(backup: 'dump' | 'copy', dump: string): Promise<void> {
  if (backup === 'dump') postgres.restore(dump)
  else {
    await postgres.end('immediate')
    postgres.putBack()
    await postgres.begin()
  }
}

const invited = async (name: string): Promise<string> =>
  (await olena.json<{ code: string }>('team', 'invite', '--name', name, '--server', server())).code

wholeTest.each(spread(['dump', 'copy'] as const, 1))(
  'what a desk sent that joined after the backup, a %s, is sent by nobody again, and it goes on',
  async (backup) => {
    const dump = postgres.dump()
    postgres.copy()
    const ihor = desks.desk('Ihor')
    expect((await ihor.run('team', 'join', await invited('Ihor'))).code).toBe(0)
    const file = desks.file('new.csv', cars([7_000]))
    await planAway([[petro, file]])
    await ihor.json('import', file, '--commit')
    if (backup === 'copy') await olena.run('team', 'status')
    await putBack(backup, dump)
    if (backup === 'copy') await olena.run('team', 'restored')
    const [first] = (await petro.json('resume')).rows
    if (backup === 'dump') {
      // Its role tells that it is missing: the others wait for it.
      expect(first).toMatchObject({ state: 'planned' })
      for (const desk of [ihor, olena]) await desk.run('team', 'status')
    } else {
      // Its role went with the backup: it joins again.
      expect((await ihor.run('team', 'status')).code).toBe(1)
      expect((await ihor.run('team', 'leave', '--force')).code).toBe(0)
      expect((await ihor.run('team', 'join', await invited('Ihor'))).code).toBe(0)
    }
    const rows = backup === 'dump' ? (await petro.json('resume')).rows : [first]
    expect(rows[0]?.problems.map(({ code }) => code)).toEqual(['sent-elsewhere'])
    expect(await desks.created()).toEqual(['7000'])
    for (const desk of [petro, olena]) await desk.run('team', 'status')
    expect(heardBy(olena)).toEqual(['Ihor done'])
    expect(told()).toEqual(['Ihor done'])
  },
)

wholeTest(
  'a dump that forgets who joined forgets what the others sent as well: all of them are waited for',
  async () => {
    const dump = postgres.dump()
    const ihor = desks.desk('Ihor')
    expect((await ihor.run('team', 'join', await invited('Ihor'))).code).toBe(0)
    expect((await olena.run('team', 'rights', 'Ihor', '--rights', 'viewer')).code).toBe(0)
    const file = desks.file('new.csv', cars([7_200]))
    await planAway([[petro, file]])
    await olena.json('import', file, '--commit')
    postgres.restore(dump)
    await ihor.run('team', 'status')
    expect(postgres.sql(`SELECT name, rights FROM forecourt.members WHERE name = 'Ihor'`)).toBe('Ihor|viewer')
    expect((await petro.json('resume')).rows).toMatchObject([{ state: 'planned' }])
    await olena.run('team', 'status')
    const { rows } = await petro.json('resume')
    expect(rows[0]?.problems.map(({ code }) => code)).toEqual(['sent-elsewhere'])
  },
)

wholeTest.each(['its rows', 'a look at the log'] as const)(
  'a copy of the files that is put back is noticed by what a desk had of it, %s, though nobody says so and the log is as long again',
  async (what) => {
    const file = desks.file('new.csv', cars([6_100, 6_200]))
    const other = desks.file('more.csv', cars([6_300]))
    for (const desk of [olena, petro]) await desk.run('sync')
    postgres.copy()
    const witness = what === 'its rows' ? olena : petro
    await olena.json('import', file, '--commit')
    if (witness === petro) await petro.run('team', 'status')
    await putBack('copy', '')
    // As if others had told it as much since.
    postgres.sql('UPDATE forecourt.accounts SET head = head + 50')
    expect((await witness.json<{ state: string }>('team', 'status')).state).toBe('waiting')
    for (const desk of [olena, petro]) await desk.run('team', 'status')
    const asked = await petro.run('import', file, '--commit')
    expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('sent in batch Olena, ')])
    expect((await petro.run('import', other, '--commit')).code).toBe(0)
    expect(await desks.created()).toEqual(['6100', '6200', '6300'])
  },
)

wholeTest(
  'a desk without which the others went on, removed, says what it sent as soon as it joins again',
  async () => {
    for (const desk of [olena, petro]) await desk.run('sync')
    const file = desks.file('new.csv', cars([6_500]))
    const dump = postgres.dump()
    await petro.json('import', file, '--commit')
    restore(dump)
    await olena.run('team', 'status')
    await leaveAndJoin(olena, petro, 'is removed', server())
    const { rows } = await olena.json('import', file, '--commit', '--yes', '--again')
    expect(told()).toEqual(['Petro done', 'Olena done'])
    expect(rows).toMatchObject([{ state: 'done' }])
    expect(postgres.sql('SELECT copy FROM forecourt.permits ORDER BY no').split('\n')).toEqual(['1', '2'])
  },
)

test.each(spread(['planned before', 'planned after'] as const, 1))(
  'a folder that is put back to a time before its own create doesn’t make it again, %s it hears of it',
  async (when) => {
    const file = desks.file('new.csv', cars([6_700]))
    for (const desk of [olena, petro]) await desk.run('sync')
    await withFolderPutBack(olena, () => olena.json('import', file, '--commit'))
    if (when === 'planned before') {
      await planAway([[olena, file]])
      const { rows } = await olena.json('resume')
      expect(rows[0]?.problems.map(({ code }) => code)).toEqual(['sent-elsewhere'])
    } else {
      const { code, err } = await olena.run('import', file, '--commit')
      expect({ code, asked: err.includes('Olena') }).toEqual({ code: 1, asked: true })
      // One more is one more.
      await olena.json('import', file, '--commit', '--yes', '--again')
    }
    expect(await desks.created()).toHaveLength(when === 'planned before' ? 1 : 2)
  },
)

wholeTest(
  'a dump that is put back under windows that stay connected is noticed with the next row',
  async () => {
    for (const desk of [olena, petro]) await desk.run('sync')
    const file = desks.file('new.csv', cars([7_400]))
    await planAway([
      [olena, file],
      [petro, file],
    ])
    const dump = postgres.dump()
    const window = petro.openWindow()
    try {
      const [batch] = window.batches.reader.list()
      if (!batch) throw new Error('nothing was planned')
      await olena.json('resume')
      await window.team.pull(batch.accountId)
      postgres.restore(dump)
      await window.batches.control.send(batch.id)
      const state = () => window.batches.reader.get(batch.id).state
      await expect.poll(state).toBe('waiting')
      await olena.run('team', 'status')
      await window.batches.control.send(batch.id)
      await expect.poll(state).toBe('finished')
    } finally {
      await window.close()
    }
    expect(await desks.created()).toEqual(['7400'])
  },
)
