import { noSuchPath, notEnoughData, notFound, ok, type Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { wholeNumber } from '../http/query.ts'
import type { Modes } from '../control/modes.ts'
import { liveRealtyRecord, liveValues } from './live-realty.ts'
import { averageRealtyPrice } from './realty-average.ts'
import { optionGroups } from './realty-catalog.ts'
import { realtyRecord } from './realty-record.ts'
import { searchRealty } from './realty-search.ts'
import { seedRealty, type RealtyFacts } from './realty-seed.ts'

/** The real-estate endpoints. Real estate is never written, so it is only read. */
export class Realty {
  readonly #seed: () => readonly RealtyFacts[]
  readonly #modes: Modes
  #seeded: readonly RealtyFacts[] | null = null

  constructor(seed: number, seededAt: number, modes: Modes) {
    this.#modes = modes
    this.#seed = () => seedRealty(seed, seededAt)
  }

  /** Seeded when it is first asked for: a service for cars alone starts a third sooner. */
  get #stock(): readonly RealtyFacts[] {
    return (this.#seeded ??= this.#seed())
  }

  /** GET /dom/search */
  search({ query }: Call): Answer {
    return ok(searchRealty(this.#stock, query, this.#modes.live ? liveValues : undefined))
  }

  /** GET /dom/info/{advert_id}; `realty-13825265`, the form of `_id`, is taken as well. */
  info({ path }: Call): Answer {
    const id = wholeNumber(path.slice(path.lastIndexOf('/') + 1).replace(/^realty-/, ''))
    const facts = this.#stock.find((candidate) => candidate.id === id)
    return facts === undefined ? notFound('Advert') : ok(this.#record(facts))
  }

  /** GET /dom/options */
  options({ query }: Call): Answer {
    const [category, type, operation] = ['category', 'realty_type', 'operation_type'].map((name) =>
      wholeNumber(query.get(name)),
    )
    if (category === undefined || type === undefined || operation === undefined) return notEnoughData
    const lang = query.get('lang_id') === '4' ? 'uk' : 'ru'
    return ok(optionGroups({ category, type, operation }, lang, this.#modes.live))
  }

  /** GET /dom/average_price, which the contract doesn't have. */
  average({ query, path }: Call): Answer {
    return this.#modes.live ? averageRealtyPrice(this.#stock, query) : noSuchPath(path, false)
  }

  #record(facts: RealtyFacts): Record<string, unknown> {
    const record = realtyRecord(facts)
    return this.#modes.live ? liveRealtyRecord(record, facts) : record
  }
}
