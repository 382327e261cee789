import fc from 'fast-check'
import { expect, test } from 'vitest'
import { join } from 'node:path'
import type { EnginePoint } from '../../../src/main/batch/sending/batch-parts.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import type { FaultRule } from '../../../src/sandbox/control/faults.ts'
import { violationsOf } from '../../crash/checker.ts'
import { readHistory } from '../../crash/history.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

/** The promises that have to hold after every command, whatever came before: the checker is the model's judge. */
interface Promises {
  planned: number
}

/** A shop with batches, and what happened to it. */
interface Real {
  readonly shop: Dealership
  readonly batchIds: string[]
}

type Command = fc.AsyncCommand<Promises, Real>

const path = '/auto/new/autos'
const always = (): boolean => true

const command = (name: string, run: (real: Real, model: Promises) => Promise<unknown>): Command => ({
  check: always,
  toString: () => name,
  async run(model, real) {
    await run(real, model)
    const ledger = await real.shop.control.ledger()
    expect(violationsOf(readHistory(real.shop.dataDir, model.planned, ledger))).toEqual([])
  },
})

const last = ({ batchIds }: Real): string => batchIds.at(-1) ?? ''

async function send({ shop }: Real, batchId: string): Promise<void> {
  await begin(shop, batchId)
  await shop.batches.control.idle()
}

/** A cancelled batch is refused. */
async function begin({ batches }: Dealership, batchId: string): Promise<void> {
  if (batches.reader.get(batchId).state !== 'cancelled') await batches.control.send(batchId)
}

/** A service that refuses to be read leaves the rows in doubt, which the promises are held to as well. */
async function settle({ shop }: Real, batchId: string): Promise<void> {
  await shop.batches.settling.settle(batchId).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error
  })
}

/** Ends the journal at a point of the next sending, as a dead process would: nothing more is committed. */
async function die({ shop, batchIds }: Real, point: EnginePoint, nth: number): Promise<void> {
  const journal = new Journal(join(shop.dataDir, 'journal.db'), systemClock)
  let left = nth
  const onPoint = (passed: EnginePoint): void => {
    if (passed === point && --left === 0) journal.close()
  }
  await shop.restart({ journal, onPoint })
  for (const id of batchIds) {
    if (!journal.db.isOpen) break
    await begin(shop, id)
    await shop.batches.control.idle()
  }
  await shop.restart()
}

const faults = fc.constantFrom<FaultRule>(
  { kind: 'drop-before', path },
  { kind: 'drop-after-commit', path },
  { kind: 'status', status: 502, path, afterCommit: true },
  { kind: 'status', status: 400, path, body: '{"error":{"code":"BAD","message":"no"}}' },
  { kind: 'cut-body', path },
)

const commands = [
  fc.constant(command('send', (real) => send(real, last(real)))),
  fc.constant(command('restart', ({ shop }) => shop.restart())),
  fc.constant(command('settle', (real) => settle(real, last(real)))),
  fc.constant(
    command('pause while sending', async ({ shop, batchIds }) => {
      const id = batchIds.at(-1) ?? ''
      await begin(shop, id)
      shop.batches.control.pause(id)
      await shop.batches.control.idle()
    }),
  ),
  fc.constant(
    command('cancel', async (real) => {
      await real.shop.batches.control.cancel(last(real))
      await real.shop.batches.control.idle()
    }),
  ),
  fc.constant(
    command('send again what is in doubt', async (real) => {
      for (const { line } of real.shop.batches.reader.rows(last(real), 'in-doubt', 0, 100).rows)
        await real.shop.batches.answers.answer(last(real), line, { kind: 'send-again' })
    }),
  ),
  fc.constant(
    command('say that it never arrived', async (real) => {
      for (const { line } of real.shop.batches.reader.rows(last(real), 'in-doubt', 0, 1).rows)
        await real.shop.batches.answers.answer(last(real), line, { kind: 'never-made' })
    }),
  ),
  fc.constant(command('retry what failed', (real) => real.shop.batches.control.retryFailed(last(real)))),
  fc.constant(
    command('undo', async (real, model) => {
      const { batches } = real.shop
      const { counts } = batches.reader.get(last(real))
      if (counts.done + counts.inDoubt === 0) return
      const undo = batches.reader.get(await batches.undo.preview(last(real)))
      if (undo.counts.planned === 0) {
        batches.undo.discard(undo.id)
        const restarted = await real.shop.restart()
        restarted.recovery.recover()
        return
      }
      await batches.undo.approve(undo.id)
      real.batchIds.push(undo.id)
      model.planned += undo.total
    }),
  ),
  faults.map((fault) =>
    command(`fault ${JSON.stringify(fault)}`, ({ shop }) => shop.control.addFault({ ...fault, count: 1 })),
  ),
  fc
    .tuple(
      fc.constantFrom<EnginePoint>('before-claim', 'after-claim', 'before-result', 'after-result'),
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([point, nth]) => command(`die ${point} ${nth}`, (real) => die(real, point, nth))),
]

async function openReal(): Promise<{ model: Promises; real: Real }> {
  const shop = await openDealership({ adverts: 60 })
  const [edited = 0, deleted = 0] = await shop.ownIds(2)
  const rows = [
    planned(2, 'create', car({ price: 1 })),
    planned(3, 'create', car({ price: 2 })),
    planned(4, 'create', car({ price: 2 })),
    planned(5, 'edit', { auto_id: edited, currency_id: 1, price: 100 }),
    planned(6, 'edit', { auto_id: edited, currency_id: 1, price: 101 }),
    planned(7, 'delete', { auto_id: deleted }),
  ]
  const { id } = await shop.batches.planner.plan(source(shop.userId), rows)
  return { model: { planned: rows.length }, real: { shop, batchIds: [id] } }
}

test('whatever happens in whatever order, the promises hold', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 14 }), async (sequence) => {
      const { model, real } = await openReal()
      try {
        await fc.asyncModelRun(() => ({ model, real }), sequence)
      } finally {
        await real.shop.close()
      }
    }),
    { numRuns: 10, seed: 20_261_121, endOnFailure: true },
  )
})
