import type { FailureCode, FailureDetails } from '#shared/bridge/failure.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ColumnValues, DraftRow, FileShapeChoice } from '#shared/import/draft.ts'
import type { FieldColumn } from '../columns/column-values.ts'
import type { ChosenNames } from '../../names/vehicle-reader.ts'
import type { UnreadableRecord } from '../../storage/row-query.ts'
import type { AccountPlace } from '../draft-account.ts'
import type { CellValue } from '../rows/row-of-values.ts'
import type { Compare } from '../compare/compare.ts'
import type { FilePlace, Look } from './draft-file.ts'
import type { CheckedDraft, DraftSession } from './draft-session.ts'
import type { CheckRequest } from './draft-source.ts'
import type { ValuesPlace } from './draft-values.ts'

/** Data that rows are compared with: null is nothing. */
export type Compares = {
  readonly draftId: string
  /** Null if they are compared in the caller's thread. */
  readonly place: AccountPlace | null
  readonly choices: ChosenNames
  /** The moment of the file, ISO 8601; null for rows that are no file's. */
  readonly asOf: string | null
} | null

/**
 * Every request to the import worker, with its answer. Data only: both cross threads by structured clone.
 */
export interface WorkerCalls {
  inspect: { request: { place: FilePlace; shape: FileShapeChoice }; answer: Look }
  /** Counts the values of columns in the whole file. */
  values: {
    request: { place: FilePlace; shape: FileShapeChoice; columns: readonly FieldColumn[] }
    answer: ColumnValues[]
  }
  /** Adds rows to a draft of values. */
  add: { request: { place: ValuesPlace; rows: readonly (readonly CellValue[])[] }; answer: null }
  check: {
    request: { place: FilePlace | ValuesPlace; check: CheckRequest }
    answer: CheckedDraft
  }
  /** The first rows, before any check. */
  preview: { request: { place: FilePlace; check: CheckRequest }; answer: DraftRow[] }
  /** A call of a checked draft. */
  draft: {
    request: { draftId: string; call: DraftCall; args: readonly unknown[] }
    answer: DraftAnswer<DraftCall>
  }
  close: { request: { draftId: string }; answer: null }
}
export type WorkerCall = keyof WorkerCalls

/** Methods of a checked draft that are called from other threads. */
export type DraftCall = keyof Omit<DraftSession, 'source' | 'check' | 'close'>
type Method<Call extends DraftCall> = DraftSession[Call]
/** Those that compare rows again, with what is given to them behind the arguments. */
export type ComparingCall = {
  [Call in DraftCall]: Parameters<Method<Call>> extends [...unknown[], Compare | null] ? Call : never
}[DraftCall]
export type DraftArgs<Call extends DraftCall> =
  Parameters<Method<Call>> extends [...infer Args, Compare | null] ? Args : Parameters<Method<Call>>
export type DraftAnswer<Call extends DraftCall> = ReturnType<Method<Call>>

/** Main to worker. `id` is that of the call to make or to end early; problems are worded in the language of the app. */
export type ToWorker =
  | {
      [Call in WorkerCall]: {
        kind: 'call'
        id: number
        call: Call
        request: WorkerCalls[Call]['request']
        locale: Locale
        compares: Compares
      }
    }[WorkerCall]
  | { kind: 'cancel'; id: number }
  | { kind: 'end' }

/** Worker to main. */
export type FromWorker =
  | { kind: 'answer'; id: number; answer: WorkerCalls[WorkerCall]['answer'] }
  | { kind: 'fault'; id: number; code: FailureCode; details: FailureDetails; cause: unknown }
  | { kind: 'error'; id: number; error: unknown }
  | { kind: 'progress'; id: number; share: number; rows: number }
  | { kind: 'unreadable'; id: number; found: UnreadableRecord }
