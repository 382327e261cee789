import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations, type Operation } from '#shared/batch/operation.ts'
import { violationsOf } from '../../crash/checker.ts'
import { dieSending } from '../../crash/dying.ts'
import { readHistory } from '../../crash/history.ts'
import { killPoints, type KillPoint } from '../../crash/world.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'
import { spread } from '../../whole.ts'

let shop: Dealership
let ownIds: number[]
let rowsPlanned = 0
let price = 40_000
beforeAll(async () => {
  shop = await openDealership({ adverts: 200 })
  ownIds = await shop.ownIds(200)
})
afterAll(() => shop.close())

const rowsEach = 3

/** Rows that are like no others: what the service did tells which of them it was asked for. */
const rowsOf = (operation: Operation) =>
  Array.from({ length: rowsEach }, (_, at) => {
    price += 1
    if (operation === 'create') return planned(at + 2, 'create', car({ price, auto_note: `Авто №${price}` }))
    return operation === 'edit'
      ? planned(at + 2, 'edit', { auto_id: ownIds[at] ?? 0, currency_id: 1, price })
      : planned(at + 2, 'delete', { auto_id: ownIds.pop() ?? 0 })
  })

async function broken(): Promise<string[]> {
  return violationsOf(readHistory(shop.dataDir, rowsPlanned, await shop.control.ledger()))
}

const matrix = operations.flatMap((operation) =>
  killPoints.map((point): [Operation, KillPoint] => [operation, point]),
)

test.each(spread(matrix, 6))(
  'of a batch that dies with the second %s at %s nothing is lost or sent twice',
  async (operation, point) => {
    const { planner } = shop.batches
    const { id } = await planner.plan(source(shop.userId), rowsOf(operation))
    rowsPlanned += rowsEach
    const before = (await shop.control.ledger()).length
    expect(await dieSending(shop, id, point, 2)).toBe(true)
    expect(await broken()).toEqual([])
    const { recovery, control, settling, answers, reader } = await shop.restart()
    recovery.recover()
    expect(await broken()).toEqual([])
    await settling.settle(id)
    await control.send(id)
    await control.idle()
    expect(await broken()).toEqual([])
    for (const { line } of reader.rows(id, 'in-doubt', 0, 10).rows)
      await answers.answer(id, line, { kind: 'send-again' })
    await control.send(id)
    await control.idle()
    expect(reader.get(id).counts).toMatchObject({ done: rowsEach })
    expect(await broken()).toEqual([])
    const made = (await shop.control.ledger()).slice(before).filter(({ committed }) => committed)
    expect(made).toHaveLength(rowsEach)
  },
)
