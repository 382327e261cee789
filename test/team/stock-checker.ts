import type { LedgerEntry } from '../../src/sandbox/control/ledger.ts'
import { inDoubt } from '../crash/checker.ts'
import { carOf, mostCars, rankOf, stockNumber } from './stock-files.ts'
import type { StockRow, TeamHistory } from './team-history.ts'

interface Car {
  readonly key: string
  /** Adverts that were made of it. */
  readonly made: readonly (number | null)[]
  readonly rows: readonly StockRow[]
}

const carsOf = ({ desks, stockLedger }: TeamHistory): Car[] =>
  Array.from({ length: mostCars }, (_, car) => ({
    key: stockNumber(car),
    made: stockLedger.filter((entry) => entry.committed && carOf(entry) === car).map(({ autoId }) => autoId),
    rows: desks.flatMap(({ stockRows }) => stockRows.filter(({ key }) => key === stockNumber(car))),
  }))

/** What the files of a source broke: a car has one advert, and no older file's price goes over a newer one's. */
export const stockViolations = (history: TeamHistory): string[] => [
  ...carsOf(history).flatMap(({ key, made, rows }) => {
    const forced = rows.reduce((sum, { row }) => sum + row.forced, 0)
    return [
      ...(made.length > 1 + forced ? [`${key}: made ${made.length} times`] : []),
      ...rows
        .filter(
          ({ row }) => row.operation === 'create' && row.state === 'done' && !made.includes(row.auto_id),
        )
        .map(({ row }) => `${key}: done with ${String(row.auto_id)}, which is no advert of it`),
    ]
  }),
  ...orderViolations(history.stockLedger),
]

/** By the order in which the service did it; a file that came to any desk has a later date than those before it. */
function orderViolations(ledger: readonly LedgerEntry[]): string[] {
  const prices = ledger.filter(({ method, committed }) => committed && method !== 'DELETE')
  return [...Map.groupBy(prices, ({ autoId }) => autoId)].flatMap(([autoId, ofAdvert]) =>
    ofAdvert
      .map(({ params }) => rankOf(Number(params.price)))
      .flatMap((rank, at, ranks) =>
        rank < (ranks[at - 1] ?? rank)
          ? [`${String(autoId)}: the price of file ${rank} went over that of file ${ranks[at - 1]}`]
          : [],
      ),
  )
}

/** The same once nothing is under way: each number has its advert, at every desk and at the server. */
export const finalStockViolations = (history: TeamHistory): string[] => [
  ...history.desks.flatMap(({ name, stockRows }) =>
    stockRows
      .filter(({ row: { state } }) => state === 'planned' || state === 'sending')
      .map(({ key, row }) => `${name}: ${key} is left ${row.state}`),
  ),
  ...carsOf(history).flatMap(({ key, made, rows }) => {
    const link = history.links.find((each) => each.startsWith(`${key} `))
    if (made.length === 0 || rows.some(({ row }) => inDoubt(row))) return []
    return made.some((id) => link === `${key} ${String(id)}`)
      ? []
      : [`${key}: ${made.join(', ')} exists, and its number has ${link ?? 'none'}`]
  }),
  ...history.desks.flatMap(({ name, links }) =>
    links.join() === history.links.join()
      ? []
      : [`${name} has the numbers ${links.join()}, the server ${history.links.join()}`],
  ),
]
