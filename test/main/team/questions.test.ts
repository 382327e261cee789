import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { eventually } from '../../eventually.ts'
import { Desks, makeTeam, type Desk } from '../../team/desks.ts'
import { HeldWay } from '../../team/held-way.ts'
import { Postgres } from '../../team/postgres.ts'
import { planned, source } from '../batch/dealership.ts'
import { wholeTest } from '../../whole.ts'

vi.setConfig({ testTimeout: 240_000 })

let postgres: Postgres
let desks: Desks
let way: HeldWay
let olena: Desk
let window: Forecourt
beforeAll(async () => {
  postgres = await Postgres.shared()
}, 180_000)
beforeEach(async () => {
  desks = await Desks.open()
  olena = desks.desk('Olena')
  way = new HeldWay(postgres.port)
  const address = await way.listen()
  await makeTeam(postgres, [olena], () => address)
  window = olena.openWindow()
}, 180_000)
afterEach(async () => {
  await window.close()
  way.close()
  await desks.close()
  postgres.sql('DROP SCHEMA IF EXISTS forecourt CASCADE')
})

const statesOfPermits = (): string[] =>
  postgres.sql('SELECT state FROM forecourt.permits ORDER BY no').split('\n').filter(Boolean)

/** What asks for the permit of an edit, as a row does. */
async function permitsOfEdits(): Promise<(autoId: number) => Promise<{ no: number }>> {
  const { accountId } = await window.accounts.owner()
  await window.team.pull(accountId)
  const { url, user } = z
    .object({ url: z.string(), user: z.int() })
    .parse(await window.team.address(accountId))
  const link = await window.team.link()
  const turn = { url, user, kind: 'send' }
  const { fence } = await link.command('turn', turn, z.object({ fence: z.int() }))
  return (autoId) =>
    link.command(
      'permit',
      {
        ...{
          url,
          user,
          fence,
          after: 0,
          asked: 1,
          key: `batch/${autoId}`,
          attempt: 1,
          operation: 'edit',
        },
        ...{
          fingerprint: `of ${autoId}`,
          copy: 1,
          stockKey: null,
          autoId,
          file: null,
          payload: {},
          before: {},
        },
      },
      z.object({ no: z.int() }),
    )
}

/** A batch of edits, planned. */
async function plan(count: number): Promise<{ readonly accountId: string; readonly id: string }> {
  const { accountId, userId } = await window.accounts.owner()
  const service = await window.service()
  const own = await service.inventory.ownAdverts(AbortSignal.timeout(60_000), 'interactive')
  const edits = (own?.active ?? [])
    .slice(0, count)
    .map((auto_id, at) => planned(at + 2, 'edit', { auto_id, currency_id: 1, price: 10_000 + at }))
  expect(edits).toHaveLength(count)
  const { id } = await window.batches.planner.plan({ ...source(userId), accountId }, edits)
  return { accountId, id }
}

wholeTest(
  'no question waits for the answer to the one before it, and the server does them in their order',
  async () => {
    const permit = await permitsOfEdits()
    const release = way.hold('answers')
    const asked = [1, 2, 3].map(permit)
    await eventually(() => expect(statesOfPermits()).toHaveLength(3))
    release()
    const [first = 0, ...others] = (await Promise.all(asked)).map(({ no }) => no)
    expect(others).toEqual([first + 1, first + 2])
  },
)

test('permits and reports that are lost together, or whose answers are, double nothing and forget nothing', async () => {
  const { accountId, id } = await plan(3)
  const journal = window.batches.recovery.ensureLock()
  const rows = [1, 2, 3].map((row) => journal.tables.picks.row(row)).filter((row) => row !== null)
  const permits = await window.team.permits(accountId, id)
  if (!permits) throw new Error('No team')
  await permits.begin()
  const kinds = async () =>
    (await Promise.all(rows.map((row) => permits.ask(row, row.write, permits.seen())))).map(
      ({ kind }) => kind,
    )

  way.hold('answers')
  const lost = kinds()
  await eventually(() => expect(statesOfPermits()).toHaveLength(3))
  way.cut()
  expect(await lost).toEqual(['halt', 'halt', 'halt'])
  expect(await kinds()).toEqual(['granted', 'granted', 'granted'])
  expect(statesOfPermits()).toEqual(['sending', 'sending', 'sending'])

  way.hold('questions')
  for (const row of rows) permits.unsent(row)
  way.cut()
  await (await window.team.link()).reconcile()
  expect(statesOfPermits()).toEqual(['unsent', 'unsent', 'unsent'])

  expect(await kinds()).toEqual(['granted', 'granted', 'granted'])
  way.hold('answers')
  for (const row of rows) permits.unsent(row)
  await eventually(() => expect(statesOfPermits()).toEqual(['unsent', 'unsent', 'unsent']))
  way.cut()
  await window.batches.control.send(id)
  await window.batches.control.idle()
  await eventually(() => expect(statesOfPermits()).toEqual(['done', 'done', 'done']))
  const sent = (await desks.control.ledger()).filter(({ method }) => method === 'PUT')
  expect(sent.map(({ params }) => params.price).sort()).toEqual(['10000', '10001', '10002'])
})

wholeTest(
  'what was under way on a connection that the desk gave up is asked again over its new one',
  async () => {
    window.batches.recovery.ensureLock()
    const permit = await permitsOfEdits()
    // A sequence is counted whether or not its transaction is committed.
    postgres.sql(`CREATE SEQUENCE forecourt.failed;
    CREATE FUNCTION forecourt.fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM nextval('forecourt.failed'); RAISE EXCEPTION 'out of memory' USING ERRCODE = 'out_of_memory'; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON forecourt.permits FOR EACH ROW WHEN (NEW.auto_id = 1)
      EXECUTE FUNCTION forecourt.fail()`)
    const answers = way.hold('answers')
    const first = permit(1)
    const refused = expect(first).rejects.toMatchObject({ details: { reason: 'offline' } })
    await eventually(() => expect(postgres.sql('SELECT is_called FROM forecourt.failed')).toBe('t'))
    const questions = way.hold('questions')
    const second = permit(2)
    answers()
    await refused
    // The new connection begins a session that ends the one of the question that is still on its way.
    await permit(3)
    questions()
    expect(await second).toMatchObject({ no: expect.any(Number) as number })
    expect(statesOfPermits()).toEqual(['sending', 'sending'])
  },
)
