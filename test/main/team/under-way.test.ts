import { expect, test } from 'vitest'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { cars, type Desk } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()

interface Row {
  readonly line: number
  readonly state: string
  readonly problems: readonly { readonly code: string; readonly message: string }[]
}
const codesOf = ({ rows }: { readonly rows: readonly Row[] }) =>
  rows.map(({ state, problems }) => [state, ...problems.map(({ code }) => code)])

/** Both desks plan a file before either sends. */
async function plannedAtBoth(file: string, ...more: string[]): Promise<void> {
  await postgres.end('immediate')
  for (const desk of [olena, petro]) await desk.run('import', file, '--commit', ...more)
  await postgres.begin()
}

/** Gets the permit for a row of the desk's newest batch, which then is under way. @returns what ends it without a request */
async function begin(window: Forecourt, id = 1): Promise<() => void> {
  const [batch] = window.batches.reader.list()
  const row = window.batches.recovery.ensureLock().tables.picks.row(id)
  const permits = batch && (await window.team.permits(batch.accountId, batch.id))
  if (!row || !permits) throw new Error('nothing was planned')
  await permits.begin()
  expect(await permits.ask(row, row.write, permits.seen())).toMatchObject({ kind: 'granted' })
  permits.rest()
  return () => permits.unsent(row)
}

/** Plans the failed rows of the newest batch again, and sends them. */
async function retry(desk: Desk): Promise<void> {
  const window = desk.openWindow()
  try {
    const { reader, control } = window.batches
    const id = reader.list()[0]?.id ?? ''
    await control.retryFailed(id)
    await control.send(id)
    await control.idle()
  } finally {
    await window.close()
  }
}

test('a create that another desk has under way holds no other row, is not lost, and becomes one advert', async () => {
  await plannedAtBoth(desks.file('new.csv', cars([4_000, 4_001])))
  const window = olena.openWindow()
  try {
    const unsent = await begin(window)
    const ran = await petro.json<{ rows: Row[] }>('resume')
    expect(codesOf(ran)).toEqual([['failed', 'under-way-elsewhere'], ['done']])
    expect(ran.rows[0]?.problems[0]?.message).toMatch(/^Olena has a row .* isn’t known yet\. Nothing was/)
    // Asked again while it is under way, it is not sent either.
    await retry(petro)
    expect(await desks.created()).toEqual(['4001'])
    unsent()
  } finally {
    await window.close()
  }
  await retry(petro)
  expect(await desks.created()).toEqual(['4001', '4000'])
  expect(codesOf(await olena.json('resume'))).toEqual([
    ['skipped', 'sent-elsewhere'],
    ['skipped', 'sent-elsewhere'],
  ])
  expect(await desks.created()).toEqual(['4001', '4000'])
})

wholeTest(
  'a row that another desk has under way is asked for again by itself, and sent once that desk sent nothing',
  async () => {
    await plannedAtBoth(desks.file('new.csv', cars([5_000])))
    const window = olena.openWindow()
    try {
      await begin(window)
      // Olena’s row ends without a request between Petro’s first question and his second.
      postgres.sql(`CREATE FUNCTION forecourt.ends() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE forecourt.permits SET state = 'unsent' WHERE member = 1; RETURN NEW; END $$;
      CREATE TRIGGER ends AFTER UPDATE OF asked ON forecourt.members
        FOR EACH ROW WHEN (NEW.name = 'Petro' AND NEW.asked = 2) EXECUTE FUNCTION forecourt.ends()`)
      expect(codesOf(await petro.json('resume'))).toEqual([['done']])
      expect(await desks.created()).toEqual(['5000'])
    } finally {
      await window.close()
    }
  },
)

/** An advert of which both desks plan an edit before either sends it. @returns the prices that are sent from then on */
async function editedAtBoth(): Promise<() => Promise<(string | undefined)[]>> {
  const made = await olena.json<{ rows: { autoId: number }[] }>(
    'import',
    desks.file('new.csv', cars([9_000])),
    '--commit',
  )
  const id = made.rows[0]?.autoId ?? 0
  for (const desk of [olena, petro]) await desk.run('sync')
  const edit = (price: number): string =>
    desks.file(`${price}.csv`, `auto_id,currency_id,price\n${id},USD,${price}\n`)
  await postgres.end('immediate')
  await olena.run('import', edit(9_100), '--commit', '--yes')
  await petro.run('import', edit(9_200), '--commit', '--yes')
  await postgres.begin()
  return async () =>
    (await desks.control.ledger()).filter(({ method }) => method === 'PUT').map(({ params }) => params.price)
}

wholeTest(
  'an edit of an advert that another desk has under way waits for a person, whose answer sends it once',
  async () => {
    const puts = await editedAtBoth()
    const window = petro.openWindow()
    const other = olena.openWindow()
    try {
      const { reader, answers, control } = window.batches
      const { id = '', accountId = '' } = reader.list()[0] ?? {}
      const send = async () => {
        await control.send(id)
        await control.idle()
        return reader.rows(id, null, 0, 1).rows[0]
      }
      // Petro, who is about to send, has read the log, and hears of Olena’s edit by the server’s answer alone.
      window.batches.recovery.ensureLock()
      await window.team.pull(accountId)
      const unsent = await begin(other, 2)
      const row = await send()
      expect(row).toMatchObject({ state: 'conflict', errorCode: 'under-way-elsewhere' })
      expect(row?.errorWords).toMatch(/^Olena has a row .* or overwrite them\.$/)
      unsent()
      const ofOlena = `SELECT state FROM forecourt.permits WHERE member = 1 AND operation = 'edit'`
      await expect.poll(() => postgres.sql(ofOlena)).toBe('unsent')
      await answers.answer(id, 2, { kind: 'overwrite' })
      expect(await send()).toMatchObject({ state: 'done' })
    } finally {
      await window.close()
      await other.close()
    }
    expect(await puts()).toEqual(['9200'])
  },
)
