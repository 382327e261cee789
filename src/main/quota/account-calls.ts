import { Fault } from '#shared/bridge/failure.ts'
import type { CallBudget, CallKind } from '../http/call.ts'
import { minute, type CallPlan, type QuotaSpan } from './quota.ts'

export interface QuotaUse {
  readonly hour: number
  readonly day: number
  readonly month: number
}

/** A function that gives a call back; or until when (ms since 1970) there is no room for one, and by which limit. */
export type TakenCall = (() => void) | { readonly until: number; readonly span: QuotaSpan | null }

/** The calls of one account: those of this computer alone, or those of a team. */
export interface AccountCalls extends CallBudget {
  /** Owner of the counted calls; `unknown` if the team's server could not be asked. */
  readonly whose: 'own' | 'team' | 'unknown' | 'unreached'
  /** Counts a call if it may begin now. @throws Fault `team` if that can't be known */
  take(kind: CallKind): TakenCall | Promise<TakenCall>
  /** Brings what the others answer up to date. @throws Fault `team` if its server can't be asked */
  look(): Promise<void>
  /** Time when the next call may begin, ms since 1970, or null if it may now. Counts nothing. */
  freeAt(kind: CallKind): number | null
  /** The limit that leaves no room for reads and writes now, and until when (ms since 1970); null if there is room. */
  blocked(): { readonly span: QuotaSpan; readonly until: number } | null
  /** Calls of the last hour, day and 30 days. */
  used(): QuotaUse
  /** Plan of `calls` further calls. */
  plan(calls: number): CallPlan
}

/** The failure of a call that doesn't fit before `at`. */
export const usedUp = (at: number, now: number, span: QuotaSpan | null): Fault =>
  new Fault('quota', {
    ...(span === 'month' && { reason: 'month' }),
    wakesAt: new Date(at).toISOString(),
    minutes: Math.ceil((at - now) / minute),
  })
