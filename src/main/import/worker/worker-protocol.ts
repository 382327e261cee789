import type { FailureCode, FailureDetails } from '#shared/bridge/failure.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ChosenNames } from '../../names/vehicle-reader.ts'
import type { UnreadableRecord } from '../../storage/row-query.ts'
import type { AccountPlace } from '../draft-account.ts'
import type { CheckHooks } from '../draft/check-draft.ts'
import type { CheckedRows } from '../draft/checked-rows.ts'
import type { DraftPlace, DraftSession } from './draft-session.ts'

/** Data that rows are compared with: null is nothing. */
export type Compares = {
  readonly draftId: string
  /** Null if they are compared in the caller's thread. */
  readonly place: AccountPlace | null
  readonly choices: ChosenNames
  /** The moment of the file, ISO 8601; null for rows that are no file's. */
  readonly asOf: string | null
} | null

/** Methods of a draft, and of its checked rows, that are called from other threads: data only, which crosses by structured clone. */
type Methods = Omit<DraftSession, 'place' | 'checked'> & Omit<CheckedRows, 'revision'>
export type DraftCall = keyof Methods
type Method<Call extends DraftCall> = Methods[Call]
/** Arguments of a call; a method that checks rows gets its hooks behind them in the worker. */
export type DraftArgs<Call extends DraftCall> =
  Parameters<Method<Call>> extends [...infer Args, CheckHooks] ? Args : Parameters<Method<Call>>
export type DraftAnswer<Call extends DraftCall> = Awaited<ReturnType<Method<Call>>>

/** Call of a draft. `place` says where its rows are; problems are worded in the language of the app. */
export interface AskedCall {
  readonly id: number
  readonly place: DraftPlace
  readonly call: DraftCall
  readonly args: readonly unknown[]
  readonly locale: Locale
  readonly compares: Compares
}

/** Main to worker. `id` is that of the call to make or to end early. */
export type ToWorker = ({ kind: 'call' } & AskedCall) | { kind: 'cancel'; id: number } | { kind: 'end' }

/** Worker to main. */
export type FromWorker =
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'fault'; id: number; code: FailureCode; details: FailureDetails; cause: unknown }
  | { kind: 'error'; id: number; error: unknown }
  | { kind: 'progress'; id: number; share: number; rows: number }
  | { kind: 'unreadable'; found: UnreadableRecord }
