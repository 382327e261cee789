import type { MissingRule } from '#shared/stock/stock-actions.ts'
import type { LedgerEntry } from '../../src/sandbox/control/ledger.ts'
import type { VehicleFacts } from '../../src/sandbox/vehicles/vehicle.ts'
import type { StockProgram } from './stock-program.ts'

/** An advert that the app made: the price that it was made with tells its key. */
interface MadeAdvert {
  readonly key: string
  readonly autoId: number
  readonly price: number
  readonly isDeleted: boolean
}

export function advertsOf(ledger: readonly LedgerEntry[], program: StockProgram): MadeAdvert[] {
  const done = ledger.filter(({ committed }) => committed)
  const deleted = new Set(done.flatMap(({ method, autoId }) => (method === 'DELETE' ? [autoId] : [])))
  return done.flatMap(({ method, params, autoId }) => {
    const price = Number(params.price)
    return method === 'POST' && autoId !== null
      ? [{ key: program.keyOfPrice(price) ?? '', autoId, price, isDeleted: deleted.has(autoId) }]
      : []
  })
}

/**
 * Keys with two live adverts, and withdrawn adverts of cars that are in the file.
 * @param since what was sent since the last look
 * @param present keys of the file that was imported
 */
export function nightViolations(
  ledger: readonly LedgerEntry[],
  since: readonly LedgerEntry[],
  program: StockProgram,
  present: ReadonlySet<string>,
): string[] {
  const made = advertsOf(ledger, program)
  const live = Map.groupBy(
    made.filter(({ isDeleted }) => !isDeleted),
    ({ key }) => key,
  )
  const withdrawn = since.filter(
    ({ committed, method, params }) => committed && (method === 'DELETE' || params.in_stock === '0'),
  )
  return [
    ...[...live].flatMap(([key, adverts]) =>
      adverts.length > 1 ? [`${key} has ${adverts.length} live adverts`] : [],
    ),
    ...withdrawn.flatMap(({ autoId, method }) => {
      const key = made.find((each) => each.autoId === autoId)?.key ?? ''
      return present.has(key) ? [`${key} is in the file, and ${method} withdrew ${String(autoId)}`] : []
    }),
  ]
}

/**
 * What the service holds otherwise than the last file says.
 * @param open keys that wait for what isn't proven yet
 */
export function finalViolations(
  made: readonly (MadeAdvert & { readonly facts: VehicleFacts | undefined })[],
  program: StockProgram,
  missing: MissingRule,
  open: ReadonlySet<string>,
): string[] {
  const liveOf = (key: string) => made.find((each) => each.key === key && !each.isDeleted)
  const there = program.keys.flatMap((key) => {
    if (open.has(key)) return []
    const { price, inStock } = liveOf(key)?.facts ?? {}
    const isAsSaid = price === program.priceOf(key) && inStock === 1
    return isAsSaid ? [] : [`${key} is ${String(price)}, ${String(inStock)} and not ${program.priceOf(key)}`]
  })
  const left = program.gone.flatMap((key) => {
    const live = liveOf(key)
    if (!live || open.has(key)) return []
    if (missing === 'delete') return [`${key} left and is not deleted`]
    const inStock = missing === 'keep' ? 1 : 0
    return live.facts?.inStock === inStock
      ? []
      : [`${key} left, and in_stock is ${String(live.facts?.inStock)}`]
  })
  return [...there, ...left]
}
