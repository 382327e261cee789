import { z, ZodError } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import type { CallBudget, CallKind } from '../http/call.ts'
import type { AccountCalls, QuotaUse, TakenCall } from '../quota/account-calls.ts'
import type { OwnCalls } from '../quota/quota-ledger.ts'
import {
  day,
  freeAt,
  fullSpan,
  hour,
  minute,
  month,
  noLimits,
  planCalls,
  type CallPlan,
  type QuotaLimits,
  type QuotaSpan,
} from '../quota/quota.ts'
import { waitForCall } from '../quota/wait-for-call.ts'
import { demanded, type Ask } from './team-desk.ts'
import { callsWithin, quotaOf, quotaSchema, type TeamQuota } from './team-quota.ts'

/** Ms for which what the server said of the quota is shown without asking again. */
const shownFor = 30_000
/** Ms after which a server that was away is asked again before a read. */
const awayFor = 10_000

const countedSchema = z.object({ got: z.boolean(), minute: z.int() })

interface BudgetParts {
  readonly ask: Ask
  /** The account, once the team knows all that this desk knows of it. @throws Fault */
  readonly ready: () => Promise<{ readonly url: string; readonly user: number }>
  readonly own: OwnCalls
  /** Those of them that were made while the server was away. */
  readonly alone: OwnCalls
  /** Reports calls to the server that were made in its absence. @throws Fault */
  readonly reportAlone: () => Promise<void>
  /** Gets the team's limits with each report of them. */
  readonly onLimits: (limits: QuotaLimits) => void
}

/**
 * Calls of an account that several desks make: each is counted at the team's server before it is made, so that all
 * together stay within the limits. What can't be counted is not called: every error of it is a Fault, and nothing was
 * sent. Some reads an hour, which the server keeps for that, go on while it is away.
 */
export class TeamBudget implements AccountCalls {
  readonly #parts: BudgetParts
  #known: TeamQuota | null = null
  /** Why the server was last not asked; null if it was. */
  #lost: 'unknown' | 'unreached' | null = null
  #lostAt = -Infinity
  #isAloneUnreported = false
  #lookedAt = -Infinity

  constructor(parts: BudgetParts) {
    this.#parts = parts
  }

  reserve(...[kind, how]: Parameters<CallBudget['reserve']>): Promise<() => void> {
    return waitForCall(() => this, kind, how, this.#parts.own)
  }

  async take(kind: CallKind): Promise<TakenCall> {
    if (this.#lost === 'unreached' && performance.now() - this.#lostAt < awayFor) {
      const alone = this.#takeAlone(kind)
      if (alone) return alone
    }
    try {
      return await this.#take(kind)
    } catch (error) {
      const alone = this.#lost === 'unreached' ? this.#takeAlone(kind) : null
      if (alone) return alone
      throw error
    }
  }

  get whose(): 'team' | 'unknown' | 'unreached' {
    return this.#lost ?? 'team'
  }

  async look(): Promise<void> {
    await this.#look()
  }

  freeAt(kind: CallKind): number | null {
    const now = this.#now()
    const at = this.#freeAt(kind, now)
    return at > now ? at : null
  }

  blocked(): { readonly span: QuotaSpan; readonly until: number } | null {
    const until = this.freeAt('write')
    const span = until === null ? null : this.#fullSpan('write', this.#now())
    return span !== null && until !== null ? { span, until } : null
  }

  used(): QuotaUse {
    const now = this.#now()
    const within = (span: number): number => callsWithin(this.#known?.buckets ?? [], span, now)
    return { hour: within(hour), day: within(day), month: within(month) }
  }

  plan(calls: number): CallPlan {
    const { buckets, shared } = this.#known ?? { buckets: [], shared: noLimits }
    return planCalls(buckets, shared, calls, this.#now())
  }

  /**
   * Current answer of the server.
   * @throws Fault `team`
   */
  async refresh(): Promise<{ readonly limits: QuotaLimits; readonly used: number }> {
    const { limits, buckets } = await this.#look()
    return { limits, used: callsWithin(buckets, hour, this.#parts.own.clock.now()) }
  }

  #freeAt(kind: CallKind, now: number): number {
    const known = this.#known
    return known ? freeAt(known.buckets, known.shared, kind === 'orders', now) : now
  }

  #fullSpan(kind: CallKind, now: number): QuotaSpan | null {
    const known = this.#known
    return known && fullSpan(known.buckets, known.shared, kind === 'orders', now)
  }

  async #take(kind: CallKind): Promise<TakenCall> {
    const forOrders = kind === 'orders'
    const { own } = this.#parts
    if (this.#known === null || this.#isAloneUnreported) await this.#look()
    const { got, minute } = await this.#ask('count', { forOrders }, countedSchema)
    if (got)
      return this.#made(kind, () => {
        this.#ask('count', { forOrders, minute, back: true }, z.object({})).catch(() => undefined)
      })
    await this.#look()
    const now = own.clock.now()
    return { until: Math.max(now + 1_000, this.#freeAt(kind, now)), span: this.#fullSpan(kind, now) }
  }

  /** @returns null if it may not be made without the server */
  #takeAlone(kind: CallKind): (() => void) | null {
    const { alone } = this.#parts
    const made = callsWithin(alone.history(), hour, alone.clock.now())
    if (kind === 'write' || made >= (this.#known?.away ?? 0)) return null
    this.#isAloneUnreported = true
    return this.#made(kind, alone.add(kind))
  }

  #made(kind: CallKind, takeBack: () => void): () => void {
    const { own } = this.#parts
    const takeOut = own.add(kind)
    this.#note(kind, 1)
    own.changed()
    return () => {
      takeOut()
      takeBack()
      this.#note(kind, -1)
      own.changed()
    }
  }

  /** A call that was counted, or -1 if it was taken out again; it counts in the minute after it, as the server has it. */
  #note(kind: CallKind, calls: 1 | -1): void {
    const [orders, others] = kind === 'orders' ? [calls, 0] : [0, calls]
    this.#known?.buckets.push({ at: this.#parts.own.clock.now() + minute, orders, others })
  }

  async #look(): Promise<TeamQuota> {
    this.#lookedAt = performance.now()
    if (this.#isAloneUnreported) {
      await this.#parts.reportAlone()
      this.#isAloneUnreported = false
    }
    const { own, onLimits } = this.#parts
    const known = quotaOf(await this.#ask('quota', {}, quotaSchema), own.clock.now())
    this.#known = known
    onLimits(known.limits)
    own.changed()
    return known
  }

  async #ask<Schema extends z.ZodObject>(
    name: string,
    question: object,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const { ask, ready, own } = this.#parts
    try {
      const { url, user } = await ready()
      const answer = demanded(await ask(name, { url, user, ...question }, schema))
      this.#lost = null
      return answer
    } catch (error) {
      this.#lost = error instanceof Fault && error.details.reason === 'offline' ? 'unreached' : 'unknown'
      this.#lostAt = performance.now()
      own.changed()
      throw faultOf(error)
    }
  }

  #now(): number {
    // What is shown follows the other desks; that it can't be asked for now is shown too.
    if (performance.now() - this.#lookedAt > shownFor) this.#look().catch(() => undefined)
    return this.#parts.own.clock.now()
  }
}

/** Nothing was counted, so nothing may be sent. An error of this computer's disk is reported as one. */
function faultOf(error: unknown): unknown {
  if (error instanceof ZodError) return new Fault('team', { reason: 'server' }, { cause: error })
  if (!(error instanceof Fault) || error.code === 'team' || error.code === 'cancelled') return error
  if (error.code === 'storage') return new Fault('storage', { reason: 'not-counted' }, { cause: error })
  return new Fault('team', { reason: 'secret' }, { cause: error })
}
