import { Fault } from '#shared/bridge/failure.ts'
import { marketWarningWords, type MarketWarning } from '../service/market-warnings.ts'
import { fewLikes, mostSimilarIds, type Likes, type Position } from '#shared/search/position.ts'
import type { PositionParts } from '#shared/search/position-calls.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import type { Params } from '../service/params.ts'
import { timestamp } from '../system/clock.ts'
import { medianOf, rankOf, type CountUpTo } from './count-prices.ts'
import { likesOf, type LikesFound } from './likes.ts'
import type { MarketService } from './market-service.ts'
import type { MarketParts } from './market-parts.ts'
import type { Context } from '../context/context.ts'
import { storedRecord } from '../inventory/stored-record.ts'
import { dictionaries } from '../lookups/lookup-lists.ts'

/** A price with its currency: 1 USD, 2 EUR, 3 UAH. */
export interface AskedPrice {
  readonly price: number
  readonly currency: number
}

/** The advert that a planned price is of, with the price that it has. */
interface OwnAdvert {
  readonly id: number
  readonly price: number
}

/**
 * True if a search for cars similar to an advert found the advert too: of several pages, an unlisted one may be on
 * another.
 */
const isCounted = (
  { id }: OwnAdvert,
  { ids, count }: { readonly ids: readonly number[]; readonly count: number | null },
) => ids.includes(id) || (count ?? 0) > ids.length

/** Positions of prices among their likes, by counts of the search alone. */
export class PositionService {
  readonly #context: Context
  readonly #parts: MarketParts
  readonly #market: MarketService

  constructor(context: Context, parts: MarketParts, market: MarketService) {
    this.#context = context
    this.#parts = parts
    this.#market = market
  }

  /**
   * Position of an advert's price, or of a planned one, which is not kept: it stands among the others, without the
   * advert's present price.
   * @throws Fault `usage` if the advert has no price
   */
  async ofAdvert(
    id: number,
    likes: Likes,
    parts: PositionParts,
    {
      planned,
      signal,
    }: { readonly planned?: number | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Position> {
    const { lookups } = this.#parts
    const record = await this.#record(id, signal)
    const price = planned ?? record.USD
    if (price === null || record.markId === null) throw new Fault('usage', { reason: 'no-price' })
    const found = likesOf(record, likes, {
      regions: likes.region ? await lookups.dictionary(dictionaries.states(), { signal }) : null,
      gearboxes: likes.gearbox ? await lookups.dictionary(dictionaries.gearboxes(), { signal }) : null,
    })
    const own = planned === undefined ? null : { id, price: record.USD ?? 0 }
    const position = await this.#read(found, { price, currency: 1, own }, parts, signal)
    if (planned === undefined) await this.#keep(id, position)
    return position
  }

  /** The position of a price among the adverts that these filters find. */
  ofSearch(params: Params, asked: AskedPrice, parts: PositionParts, signal?: AbortSignal): Promise<Position> {
    return this.#read({ params, caveats: [], names: {} }, { ...asked, own: null }, parts, signal)
  }

  /** The position that a price of a new vehicle would have, among adverts of its model made since last year. */
  ofNew(
    { make, model }: { readonly make: number; readonly model: number },
    asked: AskedPrice,
    parts: PositionParts,
    signal?: AbortSignal,
  ): Promise<Position> {
    const year = new Date(this.#context.clock.now()).getUTCFullYear()
    const likes: Params = [
      ['category_id', 1],
      ['marka_id[0]', make],
      ['model_id[0]', model],
      ['s_yers[0]', year - 1],
    ]
    return this.ofSearch(likes, asked, parts, signal)
  }

  /** True if the account has any. */
  async any(): Promise<boolean> {
    return this.#parts.positions.any(await this.#accountId())
  }

  /** The last positions of these adverts. */
  async known(ids: readonly number[]): Promise<Map<number, Position>> {
    return this.#parts.positions.find(await this.#accountId(), ids)
  }

  async #keep(id: number, position: Position): Promise<void> {
    const { inventory, positions, notes } = this.#parts
    const owner = await this.#context.accounts.owner()
    positions.save(owner.accountId, id, position)
    notes.add(owner, inventory.table.positionRead(owner.accountId, id))
  }

  async #accountId(): Promise<string> {
    return (await this.#context.accounts.owner()).accountId
  }

  /** The record as cached, or read if it isn't: mostly only counts are called for. */
  async #record(id: number, signal?: AbortSignal): Promise<AdvertRecord> {
    const found = this.#parts.inventory.table.find(await this.#accountId(), id)
    const record = found && storedRecord(found.record)
    return record ?? (await this.#context.current()).inventory.advertInfo(id, signal, 'interactive')
  }

  async #read(
    { params, caveats, names }: LikesFound,
    { price, currency, own }: AskedPrice & { readonly own: OwnAdvert | null },
    parts: PositionParts,
    signal?: AbortSignal,
  ): Promise<Position> {
    let calls = 0
    let isAmong = false
    let warnings: readonly MarketWarning[] = []
    let ids: readonly number[] = []
    const countUpTo: CountUpTo = async (most) => {
      calls += 1
      const bound: Params =
        most === undefined
          ? []
          : [
              ['price_do', most],
              ['currency', currency],
            ]
      // The ids of all similar cars come with their count, at no more cost.
      const size = most === undefined ? mostSimilarIds : 1
      const page = await this.#market.page([...params, ...bound, ['countpage', size]], 0, signal)
      // A count below the lowest price of the search is no slip of the person.
      warnings = page.warnings.filter(({ kind }) => most === undefined || kind !== 'reversed')
      if (most === undefined) {
        ids = page.ids.filter((id) => id !== own?.id)
        isAmong = own !== null && isCounted(own, page)
      }
      // Without its count nothing is known: it is not zero.
      if (page.count === null) throw new Fault('unreadable', { reason: 'shape', path: 'count' })
      const isOwnCounted = isAmong && (own?.price ?? 0) <= (most ?? Infinity)
      return Math.max(0, page.count - Number(isOwnCounted))
    }
    const { of, cheaper } = await rankOf(countUpTo, price)
    const median = parts.median ? await medianOf(countUpTo, { price, of, cheaper }) : null
    const average = parts.average && of > 0 ? await this.#average(params, signal) : null
    return {
      price,
      currency,
      of,
      cheaper,
      median,
      average,
      rank: of === 0 ? null : cheaper + 1,
      likes: params.map(([name, value]) => [name, String(value)]),
      names,
      ids: [...ids],
      caveats: [
        ...caveats,
        ...(parts.median && of > 0 && median === null ? ['median' as const] : []),
        ...(parts.average && average === null ? ['average' as const] : []),
        ...(of < fewLikes ? ['few' as const] : []),
      ],
      warnings: warnings.map(marketWarningWords),
      calls: calls + (parts.average && of > 0 ? 1 : 0),
      readAt: timestamp(this.#context.clock),
    }
  }

  /** Null if the service has no average for them, or none at all (docs/service/lookups.md). */
  async #average(params: Params, signal?: AbortSignal): Promise<number | null> {
    try {
      const { interQuartileMean, arithmeticMean } = await (
        await this.#context.current()
      ).search.averagePrice(averageParams(params), signal)
      return interQuartileMean ?? arithmeticMean
    } catch (error) {
      if (error instanceof Fault && ['not-found', 'rejected', 'auth', 'unreadable'].includes(error.code))
        return null
      throw error
    }
  }
}

/** Names of the search's filters in GET /auto/average_price; it knows no others (docs/service/lookups.md). */
const names: Readonly<Record<string, string>> = {
  'marka_id[0]': 'marka_id',
  'model_id[0]': 'model_id',
  's_yers[0]': 'yers',
  'po_yers[0]': 'yers',
  'type[0]': 'fuel_id',
  'gearbox[0]': 'gear_id',
}

/** The filters of a search as far as the average price takes them. */
const averageParams = (params: Params): Params =>
  params.flatMap(([name, value]) => {
    const other = names[name]
    return other === undefined ? [] : [[other, value] as const]
  })
