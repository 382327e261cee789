import { expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { cars, type Desk } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { checkStock, noteLooked, planStock } from '../../../src/main/stock/plan-stock.ts'
import { stockChoice } from '../../bench/stock-folder.ts'
import type { Ran } from '../cli/counter.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks(5)

/** The whole stock, by its numbers: prices of K0, K1 and so on; a car without one is not in the file. */
function night(name: string, ...prices: readonly (number | null)[]): string {
  const rows = prices.flatMap((price, at) =>
    price === null ? [] : [`K${at};${fourCells(60 + 30 * at, ';')};USD;${price}\n`],
  )
  return desks.file(name, `No;marka_id;model_id;base_id;equip_id;currency;price\n${rows.join('')}`)
}
const stock = ['--operation', 'stock', '--key', 'No']
const look = (desk: Desk, file: string, ...more: string[]): Promise<Ran> =>
  desk.run('import', file, ...stock, ...more)
const send = (desk: Desk, file: string, ...more: string[]): Promise<Ran> =>
  desk.run('import', file, ...stock, '--commit', '--yes', ...more)
async function lookAndSend(desk: Desk, file: string): Promise<void> {
  expect((await look(desk, file)).code).toBe(0)
  expect((await send(desk, file)).code).toBe(0)
}

const filesOf = (desk: string): string =>
  `SELECT count(*) FROM forecourt.entries JOIN forecourt.members ON members.id = member WHERE kind = 'file' AND name = '${desk}'`

interface Links {
  readonly links: readonly { readonly key: string; readonly autoId: number; readonly state: string }[]
}
async function linksOf(desk: Desk): Promise<[string, number, string][]> {
  const { links } = await desk.json<Links>('links')
  return links.map(({ key, autoId, state }) => [key, autoId, state])
}
const writes = async (): Promise<string[]> =>
  (await desks.control.ledger())
    .filter(({ committed, method }) => committed && method !== 'GET')
    .map(({ method, params }) => `${method} ${params.price ?? params.in_stock ?? ''}`)
const oneOf = (prices: readonly number[]): string[] => prices.map((price) => `POST ${price}`)

const statesOf = ({ rows }: { rows: readonly { state: string }[] }): string[] =>
  rows.map(({ state }) => state)

/** Another desk has the turn: what is planned stays unsent. */
function turnOf(name: string | null): void {
  if (name === null)
    postgres.sql(`UPDATE forecourt.turns SET until = '-infinity'; DELETE FROM forecourt.turn_waits`)
  else
    postgres.sql(
      `INSERT INTO forecourt.turns (account, kind) SELECT id, 'send' FROM forecourt.accounts ON CONFLICT DO NOTHING;
       UPDATE forecourt.turns SET holder = (SELECT id FROM forecourt.members WHERE name = '${name}'),
         since = clock_timestamp(), until = clock_timestamp() + interval '1 hour'`,
    )
}

test('a car that one desk created is known at the other: the same file does nothing there, a newer one edits it', async () => {
  await lookAndSend(olena, night('1.csv', 20_000, 30_000))
  expect(await writes()).toEqual(oneOf([20_000, 30_000]))

  // Nobody looked at a plan of the source at this desk.
  const unlooked = await send(petro, night('2.csv', 20_000, 30_000))
  expect(unlooked.code).not.toBe(0)
  const same = await look(petro, night('2.csv', 20_000, 30_000))
  expect([same.code, same.out]).toEqual([0, expect.stringContaining('2 unchanged')])
  expect((await send(petro, night('2.csv', 20_000, 30_000))).code).toBe(0)
  expect((await send(petro, night('3.csv', 20_000, 31_000, 40_000))).code).toBe(0)
  expect(await writes()).toEqual([...oneOf([20_000, 30_000]), 'POST 40000', 'PUT 31000'])

  // What the second desk did is known at the first, which is not asked anything.
  const back = await look(olena, night('4.csv', 20_000, 31_000, 40_000))
  expect([back.code, back.out]).toEqual([0, expect.stringContaining('3 unchanged')])
  expect(await linksOf(olena)).toEqual(await linksOf(petro))
  expect(await linksOf(olena)).toHaveLength(3)
})

wholeTest(
  'an older file is not taken at another desk without a word, nor one that the other had refused',
  async () => {
    await lookAndSend(olena, night('stock 2026-11-20.csv', 20_000))
    await look(petro, night('stock 2026-11-20.csv', 20_000))
    const older = await send(petro, night('stock 2026-11-18.csv', 19_000))
    expect(older.code).not.toBe(0)
    expect(older.err).toContain('--as-of')
    expect(await writes()).toEqual(oneOf([20_000]))
    // The content was seen before the next file was taken, though only by the desk that refused it.
    expect((await send(olena, night('stock 2026-11-21.csv', 21_000))).code).toBe(0)
    const seen = await send(olena, night('stock 2026-11-22.csv', 19_000))
    expect(seen.code).not.toBe(0)
    expect(await writes()).toEqual([...oneOf([20_000]), 'PUT 21000'])
  },
)

wholeTest(
  'a car that is in doubt at one desk waits at the other, and is known there once it is settled',
  async () => {
    const first = night('1.csv', 20_000, 30_000)
    await look(olena, first)
    await desks.control.addFault({ method: 'POST', kind: 'drop-after-commit', count: 1 })
    const lost = await olena.json('import', first, ...stock, '--commit', '--yes')
    expect(statesOf(lost)).toEqual(['in-doubt', 'done'])
    expect(await writes()).toHaveLength(2)
    const held = await look(petro, night('2.csv', 20_000, 30_000))
    expect(held.out).toContain('1 waits')
    expect((await send(petro, night('2.csv', 20_000, 30_000))).code).toBe(1)
    expect(await writes()).toHaveLength(2)
    expect((await olena.run('settle', lost.batch, '--bind', '2=39100000')).code).toBe(0)
    const known = await look(petro, night('3.csv', 20_000, 30_000))
    expect([known.code, known.out]).toEqual([0, expect.stringContaining('2 unchanged')])
    expect(await linksOf(petro)).toEqual(await linksOf(olena))
  },
)

test('a car is deleted only when two files in a row lack it, whichever desk they came to', async () => {
  await lookAndSend(olena, night('1.csv', 20_000, 30_000, 40_000))
  const rules = ['--missing', 'delete']
  const file = (name: string, price: number, third: number | null = null): string =>
    night(name, price, 30_000, third)
  for (const desk of [olena, petro]) await look(desk, file('2.csv', 20_001), ...rules)
  const deleted = async (): Promise<number> =>
    (await desks.control.ledger()).filter(({ method }) => method === 'DELETE').length
  async function sent(desk: Desk, ...of: Parameters<typeof file>): Promise<number> {
    // What the other desk wrote is in the saved stock then.
    await desk.run('sync')
    expect((await send(desk, file(...of), ...rules)).code).toBe(0)
    return deleted()
  }
  expect(await sent(olena, '2.csv', 20_001)).toBe(0)
  // It is in the file of the other desk again: that the first had missed it counts no more.
  expect(await sent(petro, '3.csv', 20_002, 40_000)).toBe(0)
  expect(await sent(olena, '4.csv', 20_003)).toBe(0)
  expect(await sent(petro, '5.csv', 20_004)).toBe(1)
  await look(olena, file('6.csv', 20_005))
  expect((await linksOf(olena)).map(([, , state]) => state)).toEqual(['live', 'live', 'ended'])
})

wholeTest('an answer about a link counts at both desks, and needs the team’s server', async () => {
  await lookAndSend(olena, night('1.csv', 20_000, 30_000))
  await look(petro, night('1.csv', 20_000, 30_000))
  expect((await olena.run('links', 'pin', 'K1', 'price')).code).toBe(0)
  expect((await olena.run('links', 'cut', 'K0')).code).toBe(0)
  const asked = await look(petro, night('2.csv', 21_000, 31_000))
  expect(asked.err).toContain('Asked: K0')
  expect(asked.err).toContain('The field is pinned')
  expect((await send(petro, night('2.csv', 21_000, 31_000))).code).toBe(1)
  expect(await writes()).toEqual(oneOf([20_000, 30_000]))
  const before = await linksOf(petro)
  await postgres.end('immediate')
  const away = await petro.run('links', 'cut', 'K1')
  expect(away.err).toContain('team’s server')
  expect(away.code).not.toBe(0)
  expect((await look(petro, night('3.csv', 21_000, 31_000))).err).toContain('team’s server')
  await postgres.begin()
  expect(await linksOf(petro)).toEqual(before)
})

wholeTest(
  'a desk that joins keeps its own source, under a name of its own, and what the team knows of a number counts',
  async () => {
    const late = desks.desk('Late')
    await lookAndSend(late, night('late.csv', 20_000, null, 40_000))
    await lookAndSend(olena, night('1.csv', null, 30_000))
    const { code } = await olena.json<{ code: string }>('team', 'invite', '--name', 'Late')
    const joined = await late.run('team', 'join', code)
    expect(joined.err).toContain('“stock (Late)”')
    await look(petro, night('1.csv', null, 30_000))
    expect(await linksOf(petro)).toEqual(await linksOf(late))
    expect(await linksOf(petro)).toHaveLength(3)
    // Its cars are not missing in the team's file, and the timetable of the desk stops at a look.
    const theirs = await look(petro, night('2.csv', null, 30_000), '--missing', 'delete')
    expect(theirs.out).toContain('1 unchanged')
    expect(theirs.out).not.toContain('missing')
    expect((await send(late, night('late.csv', 20_000, null, 40_000))).code).not.toBe(0)
    const own = await send(late, night('late.csv', 21_000, null, 40_000), '--source', 'stock (Late)')
    expect(own.code).toBe(0)
    expect((await writes()).at(-1)).toBe('PUT 21000')
  },
)

wholeTest(
  'links and files that a restored server forgot are brought back by those who know them',
  async () => {
    await lookAndSend(olena, night('stock 2026-11-20.csv', 20_000))
    const dump = postgres.dump()
    expect((await send(olena, night('stock 2026-11-22.csv', 20_000, 30_000))).code).toBe(0)
    postgres.restore(dump)
    expect((await olena.run('team', 'restored')).code).toBe(0)
    const older = await look(petro, night('stock 2026-11-21.csv', 20_000, 29_000))
    expect(older.err).toContain('--as-of')
    const same = await look(petro, night('stock 2026-11-23.csv', 20_000, 30_000))
    expect([same.code, same.out]).toEqual([0, expect.stringContaining('2 unchanged')])
    expect((await send(petro, night('stock 2026-11-23.csv', 20_000, 30_000))).code).toBe(0)
    expect(await writes()).toEqual(oneOf([20_000, 30_000]))
  },
)

wholeTest('a plan is not sent once a file came to another desk, and says so', async () => {
  await lookAndSend(olena, night('1.csv', 20_000))
  const window = petro.openWindow()
  try {
    const draftId = window.drafts.openPath(night('2.csv', 20_000, 30_000))
    await window.drafts.inspect(draftId, {})
    const choice = { ...stockChoice, source: 'stock', key: 'No' }
    await checkStock(window.stock, draftId, { shape: {}, mapping: null, stock: choice })
    await noteLooked(window.stock, choice)
    expect((await send(olena, night('3.csv', 20_000, null, 40_000))).code).toBe(0)
    // Also if the other file came after the last look at the team's log.
    const { accountId } = await window.context.accounts.owner()
    const file = { source: 'stock', keyColumn: 'No', choice: {}, sha256: 'a', rows: 2, refused: null }
    const at = { asOf: '2026-11-27T00:00:00.000Z', takenAt: '2026-11-27T00:00:00.000Z' }
    const isCurrent = () => undefined
    await expect(window.team.takeFile(accountId, { ...file, ...at }, isCurrent)).rejects.toMatchObject({
      code: 'plan-outdated',
    })
    // The log was read since the plan was made, as it is whenever a row is sent: the file has no place among the newer ones.
    await window.team.pull(accountId)
    const planned = planStock(window.stock, draftId, choice, { confirmed: [], olderOf: null })
    await expect(planned).rejects.toMatchObject({ code: 'plan-outdated' })
    expect(postgres.sql(filesOf('Petro'))).toBe('0')
    expect(await writes()).toEqual(oneOf([20_000, 40_000]))
  } finally {
    await window.close()
  }
})

test('a number that got an advert at another desk is created no more by what was planned before', async () => {
  const file = night('1.csv', 20_000)
  await look(olena, file)
  const [made] = (await petro.json('import', desks.file('car.csv', cars([9_100])), '--commit')).rows
  turnOf('Petro')
  expect((await send(olena, file, '--wait', '0')).code).toBe(1)
  expect((await petro.run('links', 'set', 'K0', String(made?.autoId))).code).toBe(0)
  turnOf(null)
  const { rows } = await olena.json('resume')
  expect(rows.map(({ state, problems }) => [state, problems[0]?.code])).toEqual([['failed', 'key-linked']])
  expect(await writes()).toEqual(oneOf([9_100]))
})

wholeTest('of two answers at the same moment the first counts, and the second is told so', async () => {
  await lookAndSend(olena, night('1.csv', 20_000))
  await look(petro, night('1.csv', 20_000))
  const window = petro.openWindow()
  try {
    const { accountId } = await window.context.accounts.owner()
    const { linkAnswers } = window.batches.recovery.ensureLock().tables
    // Olena cuts the link after Petro's desk has read the log.
    const cut = `UPDATE forecourt.accounts SET head = head + 1;
      UPDATE forecourt.entries SET no = head, advert = NULL, body = body || '{"endedBy": "person"}' FROM forecourt.accounts`
    const answered = window.team.changeLinks(accountId, () => {
      postgres.sql(cut)
      linkAnswers.pin(accountId, 'K0', 'price', true, new Date().toISOString())
    })
    await expect(answered).rejects.toMatchObject({
      code: 'usage',
      details: { reason: 'link-elsewhere', value: 'K0' },
    })
    expect(window.batches.stockLinks().find(accountId, 'K0')).toMatchObject({ state: 'ended' })
    // Of one link that both keep, the second answer is added to the first.
    expect((await olena.run('links', 'set', 'K0', '39100000')).code).toBe(0)
    await window.team.changeLinks(accountId, () => {
      postgres.sql(
        "UPDATE forecourt.accounts SET head = head + 1; UPDATE forecourt.entries SET no = head FROM forecourt.accounts WHERE kind = 'link'",
      )
      linkAnswers.takeFile(accountId, 'K0', 'price', new Date().toISOString())
    })
  } finally {
    await window.close()
  }
})

wholeTest('a desk that may only look comes and goes with stock numbers of its own', async () => {
  expect((await petro.run('team', 'leave')).code).toBe(0)
  await lookAndSend(petro, night('own.csv', 20_700))
  const { code } = await olena.json<{ code: string }>(
    'team',
    'invite',
    '--name',
    'Petro',
    '--rights',
    'viewer',
  )
  for (const argv of [['join', code], ['status'], ['leave']])
    expect(await petro.run('team', ...argv)).toMatchObject({ code: 0 })
})
