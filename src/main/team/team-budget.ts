import { ZodError } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import type { CallBudget, CallKind } from '../http/call.ts'
import type { AccountCalls, QuotaUse, TakenCall } from '../quota/account-calls.ts'
import type { OwnCalls } from '../quota/own-calls.ts'
import type { CallPlan, QuotaLimits, QuotaSpan } from '../quota/quota.ts'
import { waitForCall } from '../quota/wait-for-call.ts'
import { CallBlock } from './call-block.ts'
import { demanded, type Ask } from './team-desk.ts'
import { quotaSchema, TeamQuota } from './team-quota.ts'

/** Calls that are asked for at once. */
const blockSize = 20
/** Ms after its last call when the rest of a block is given back. */
const idleMs = 5_000
/** Blocks of which the server is told at once: after a long time without it the older ones count as made. */
const mostTold = 100
/** Ms for which what the server said of the quota is shown without asking again. */
const shownFor = 30_000

interface BudgetParts {
  readonly ask: Ask
  /** The account, once the team knows all that this desk knows of it. @throws Fault */
  readonly ready: () => Promise<{ readonly url: string; readonly user: number }>
  readonly own: OwnCalls
  /** Gets the team's limits whenever they are told. */
  readonly onLimits: (limits: QuotaLimits) => void
}

/**
 * The calls of an account that several desks make: they come in blocks from the team's server, so that all together stay within
 * the limits. What can't be counted is not called: every error of it is a Fault, and nothing was sent.
 */
export class TeamBudget implements AccountCalls {
  readonly #parts: BudgetParts
  readonly #blocks = new Map<boolean, CallBlock>()
  /** Those of which the server is to be told. */
  readonly #ended = new Set<CallBlock>()
  readonly #asking = new Map<boolean, Promise<number | null>>()
  readonly #idle = new Map<boolean, NodeJS.Timeout>()
  #known: TeamQuota | null = null
  /** Why the server was last not told of calls; null if it was. */
  #lost: 'unknown' | 'unreached' | null = null
  #askedAt = -Infinity

  constructor(parts: BudgetParts) {
    this.#parts = parts
  }

  reserve(...[kind, how]: Parameters<CallBudget['reserve']>): Promise<() => void> {
    return waitForCall(() => this, kind, how, this.#parts.own)
  }

  async take(kind: CallKind): Promise<TakenCall> {
    for (;;) {
      const block = this.#blocks.get(kind === 'orders')
      if (block?.isUsable) return this.#spend(block, kind)
      const until = await this.#next(kind)
      if (until === null) continue
      return { until, span: this.#known?.fullSpan(kind, this.#parts.own.clock.now()) ?? null }
    }
  }

  get whose(): 'team' | 'unknown' | 'unreached' {
    return this.#lost ?? 'team'
  }

  async look(): Promise<void> {
    await this.#ask(null)
  }

  freeAt(kind: CallKind): number | null {
    const now = this.#now()
    const at = this.#known?.freeAt(kind, now) ?? now
    return at > now && !this.#blocks.get(kind === 'orders')?.isUsable ? at : null
  }

  blocked(): { readonly span: QuotaSpan; readonly until: number } | null {
    const until = this.freeAt('write')
    const span = until === null ? null : (this.#known?.fullSpan('write', this.#now()) ?? null)
    return span !== null && until !== null ? { span, until } : null
  }

  used(): QuotaUse {
    return this.#known?.used(this.#now()) ?? { hour: 0, day: 0, month: 0 }
  }

  plan(calls: number): CallPlan {
    const now = this.#now()
    return this.#known?.plan(calls, now) ?? { fitsNow: true, finishesAt: now, monthLeft: null }
  }

  /** What the server says now. @throws Fault `team` */
  async refresh(): Promise<{ readonly limits: QuotaLimits; readonly used: number; readonly held: number }> {
    const { limits, held, used } = await this.#ask(null)
    return { limits, held, used }
  }

  /** Gives back what was not used, unless the server was away: then it counts as made. @throws Fault `team` */
  async close(): Promise<void> {
    for (const timer of this.#idle.values()) clearTimeout(timer)
    await Promise.allSettled(this.#asking.values())
    for (const block of this.#blocks.values()) this.#ended.add(block)
    this.#blocks.clear()
    // The end of the app doesn't wait for a server that does not answer.
    if (this.#ended.size > 0 && this.#lost === null) await this.#ask(null)
  }

  #spend(block: CallBlock, kind: CallKind): () => void {
    const { own } = this.#parts
    const takeOut = own.add(kind)
    block.used += 1
    this.#awaitIdle(block)
    own.changed()
    return () => {
      // Once the server was told of it, one more in the count does no harm.
      if (this.#blocks.get(block.forOrders) === block || this.#ended.has(block)) block.used -= 1
      takeOut()
      own.changed()
    }
  }

  /** Gets another block. @returns null, or when a call may begin if none may now. @throws Fault `team` */
  #next(kind: CallKind): Promise<number | null> {
    const forOrders = kind === 'orders'
    const asking =
      this.#asking.get(forOrders) ??
      this.#getBlock(forOrders).finally(() => {
        this.#asking.delete(forOrders)
      })
    this.#asking.set(forOrders, asking)
    return asking
  }

  async #getBlock(forOrders: boolean): Promise<number | null> {
    this.#end(forOrders)
    const block = new CallBlock(forOrders)
    const answer = await this.#ask(block).catch((error: unknown) => {
      // The answer alone may be lost: what it gave is given back.
      this.#ended.add(block)
      throw error
    })
    block.granted(answer)
    if (answer.got > 0) {
      this.#blocks.set(forOrders, block)
      this.#awaitIdle(block)
      return null
    }
    const now = this.#parts.own.clock.now()
    return Math.max(now + 1_000, this.#known?.freeAt(forOrders ? 'orders' : 'read', now) ?? now)
  }

  /** Asks for a block, or for none, and tells of those that are over. */
  async #ask(block: CallBlock | null) {
    const { ask, ready, own, onLimits } = this.#parts
    this.#askedAt = performance.now()
    try {
      const { url, user } = await ready()
      const told = [...this.#ended].slice(-mostTold)
      const ended = told.map(({ key, used }) => ({ key, used }))
      const wanted = block && { key: block.key, forOrders: block.forOrders, want: blockSize }
      const answer = demanded(await ask('quota', { url, user, ended, ...wanted }, quotaSchema))
      if (told.length === mostTold) this.#ended.clear()
      for (const each of told) this.#ended.delete(each)
      const now = own.clock.now()
      const held = [...this.#blocks.values(), ...this.#ended, ...(block ? [block] : [])]
      this.#known = new TeamQuota(answer, held, now)
      this.#lost = null
      onLimits(this.#known.limits)
      return {
        ...answer,
        limits: this.#known.limits,
        held: this.#known.held,
        used: this.#known.made(now).hour,
      }
    } catch (error) {
      this.#lost = error instanceof Fault && error.details.reason === 'offline' ? 'unreached' : 'unknown'
      throw faultOf(error)
    } finally {
      own.changed()
    }
  }

  /** The block is used up, over or idle: the server is told with the next question. */
  #end(forOrders: boolean): void {
    const block = this.#blocks.get(forOrders)
    clearTimeout(this.#idle.get(forOrders))
    this.#blocks.delete(forOrders)
    if (block) this.#ended.add(block)
  }

  #awaitIdle({ forOrders }: CallBlock): void {
    clearTimeout(this.#idle.get(forOrders))
    const timer = setTimeout(() => {
      this.#end(forOrders)
      // What can't be given back now counts as made.
      this.#ask(null).catch(() => undefined)
    }, idleMs)
    this.#idle.set(forOrders, timer.unref())
  }

  #now(): number {
    this.#lookSoon()
    return this.#parts.own.clock.now()
  }

  /** What is shown follows the other desks; that it can't be asked for now is shown too. */
  #lookSoon(): void {
    if (performance.now() - this.#askedAt > shownFor) this.#ask(null).catch(() => undefined)
  }
}

/** Nothing was counted, so nothing may be sent. An error of this computer's disk is reported as one. */
function faultOf(error: unknown): unknown {
  if (error instanceof ZodError) return new Fault('team', { reason: 'server' }, { cause: error })
  if (!(error instanceof Fault) || error.code === 'team' || error.code === 'cancelled') return error
  if (error.code === 'storage') return new Fault('storage', { reason: 'not-counted' }, { cause: error })
  return new Fault('team', { reason: 'secret' }, { cause: error })
}
