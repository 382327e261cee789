import { Fault } from '#shared/bridge/failure.ts'
import type { ConversionTarget } from './conversion-names.ts'
import { queryString } from '../http/service-address.ts'
import { ServiceError } from '../http/service-error.ts'
import type { Conversion } from '../service/conversion.ts'
import type { Params } from '../service/params.ts'
import type { Context } from '../context/context.ts'
import { timestamp } from '../system/clock.ts'
import { ConversionTable } from './conversion-table.ts'
import { convertLocally, type Converted } from './local-conversion.ts'

/** Source of a conversion: the service now, the service at an earlier time, or the contract's table alone. */
export type ConversionSource = 'service' | 'remembered' | 'table'

export interface ConversionAnswer extends Converted {
  readonly source: ConversionSource
  /** Time when the service answered, ISO 8601; null for the table. */
  readonly readAt: string | null
  /** Why the service did not answer now. */
  readonly failure: Fault | null
}

/** Translates parameters between the naming of the web site and that of the search endpoint. */
export class ConversionService {
  readonly #context: Context
  readonly #table: ConversionTable

  constructor(context: Context) {
    this.#context = context
    this.#table = new ConversionTable(context.cache)
  }

  /**
   * Asks the service. Where it can't be reached or does not answer, the same question's last answer counts, else the
   * contract's table.
   * @throws what the service refuses for another reason, such as a wrong key
   */
  async convert(target: ConversionTarget, params: Params, signal?: AbortSignal): Promise<ConversionAnswer> {
    const query = queryString(params)
    try {
      const { search: api } = await this.#context.current()
      const answer = convertedOf(
        await (target === 'old' ? api.newToOld(params, signal) : api.oldToNew(params, signal)),
      )
      const readAt = timestamp(this.#context.clock)
      this.#table.save(target, query, answer, readAt)
      return { ...answer, source: 'service', readAt, failure: null }
    } catch (error) {
      if (!isAway(error)) throw error
      const known = this.#table.find(target, query)
      if (known) return { ...known.answer, source: 'remembered', readAt: known.readAt, failure: error }
      return { ...convertLocally(target, params), source: 'table', readAt: null, failure: error }
    }
  }
}

const convertedOf = ({ converted, unrecognized, string }: Conversion): Converted => ({
  params: pairsOf(converted),
  string: string ?? queryString(pairsOf(converted)).slice(1),
  unrecognized: pairsOf(unrecognized),
})

const pairsOf = (named: Readonly<Record<string, string | null>>): (readonly [string, string])[] =>
  Object.entries(named).map(([name, value]) => [name, value ?? ''])

/** Failures after which the same question may be answered without the service. */
const away = new Set(['network', 'timeout', 'server', 'rate-limit', 'package', 'quota', 'team', 'unreadable'])

const isAway = (error: unknown): error is Fault =>
  error instanceof Fault && (away.has(error.code) || isClosed(error))

/** The service has the address no more, or not for this key: the conversions are no part of what an account needs. */
const isClosed = (error: Fault): boolean => error instanceof ServiceError && error.code === 'not-found'
