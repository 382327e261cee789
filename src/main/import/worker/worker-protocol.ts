import type { FailureCode, FailureDetails } from '#shared/bridge/failure.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ColumnChange } from '#shared/import/column-change.ts'
import type { Check, ColumnValues, DraftRow, FileShapeChoice } from '#shared/import/draft.ts'
import type { CandidateGrade } from '#shared/stock/stock-actions.ts'
import type { FieldColumn } from '../columns/column-values.ts'
import type { ChosenNames } from '../../names/vehicle-reader.ts'
import type { UnreadableRecord } from '../../storage/row-query.ts'
import type { AccountPlace } from '../draft-account.ts'
import type { CellValue } from '../rows/row-of-values.ts'
import type { RowFilter } from '../draft/row-filter.ts'
import type { AskedVehicles } from '../draft/unnamed-vehicles.ts'
import type { FoundAdvert, StockDecisions } from '../stock/stock-plan.ts'
import type { FilePlace, Look } from './draft-file.ts'
import type { CheckedDraft } from './draft-session.ts'
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

/** Another text for the cells of a column, in the rows that pass the filter. */
interface ChangeRequest {
  readonly draftId: string
  readonly change: ColumnChange
  readonly filter: RowFilter
}

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
  summary: { request: { draftId: string }; answer: Check }
  rows: {
    request: { draftId: string; filter: RowFilter; offset: number; limit: number }
    answer: { total: number; rows: DraftRow[] }
  }
  fix: {
    request: {
      draftId: string
      line: number
      column: number
      value: string
    }
    answer: DraftRow
  }
  changeColumn: {
    request: ChangeRequest
    answer: { changed: number; lost: number }
  }
  /** Number of cells that it would change. */
  countChanged: { request: ChangeRequest; answer: { changed: number; lost: number } }
  moveStep: { request: { draftId: string; way: 'undo' | 'redo' }; answer: null }
  /** The adverts that rows edit or delete, each once. */
  targets: { request: { draftId: string }; answer: Float64Array<ArrayBuffer> }
  /** Checks every edit and delete again. */
  recheck: { request: { draftId: string }; answer: Check }
  leaveOut: { request: { draftId: string; lines: readonly number[]; leftOut: boolean }; answer: null }
  leaveOutShown: { request: { draftId: string; filter: RowFilter; leftOut: boolean }; answer: null }
  leaveOutSent: { request: { draftId: string }; answer: null }
  /** The vehicles whose names are not found for certain, and the values that this is about. */
  names: { request: { draftId: string }; answer: AskedVehicles }
  /** Checks the rows again whose names were not found for certain. */
  rename: { request: { draftId: string }; answer: Check }
  /** Makes rows of new adverts whose numbers have one change it. */
  changeLinked: {
    request: { draftId: string }
    answer: Pick<CheckedDraft, 'check' | 'plan'>
  }
  /** Writes what a person changed in the rows to a file. */
  keepChanges: { request: { draftId: string; path: string }; answer: null }
  /** Changes the rows as such a file says; `lost` rows are not in the draft's file any more. */
  restoreChanges: {
    request: { draftId: string; path: string }
    answer: Pick<CheckedDraft, 'check' | 'plan'> & { readonly lost: number }
  }
  /** Writes the rows to a file, as the journal plans them. */
  plan: { request: { draftId: string; path: string }; answer: null }
  /** Decisions about the stock. */
  decisions: { request: { draftId: string }; answer: StockDecisions }
  foundAdverts: { request: { draftId: string; grades: readonly CandidateGrade[] }; answer: FoundAdvert[] }
  close: { request: { draftId: string }; answer: null }
}
export type WorkerCall = keyof WorkerCalls

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
