import type { Check, FileShapeChoice } from '#shared/import/draft.ts'
import type { FailureCode, FailureDetails } from '#shared/bridge/failure.ts'
import type { CompareAnswer, CompareAsk } from '../check/comparing.ts'
import type { CheckAsk, CheckedDraft, DraftPlace, Look } from './draft-desk.ts'
import type { StagedRecord } from '../staging/staged-reading.ts'
import type { RowFilter } from '../staging/staging-window.ts'

/** Every question to the import worker, with its answer. Data only: both cross threads by structured clone. */
export interface WorkerCalls {
  inspect: { ask: { place: DraftPlace; shape: FileShapeChoice }; answer: Look }
  check: { ask: { place: DraftPlace; check: CheckAsk; compares: boolean }; answer: CheckedDraft }
  summary: { ask: { draftId: string }; answer: Check }
  rows: {
    ask: { draftId: string; filter: RowFilter; offset: number; limit: number }
    answer: { total: number; rows: StagedRecord[] }
  }
  mend: {
    ask: { draftId: string; line: number; column: number; value: string; compares: boolean }
    answer: StagedRecord
  }
  leaveOut: { ask: { draftId: string; lines: readonly number[]; leftOut: boolean }; answer: null }
  close: { ask: { draftId: string }; answer: null }
}
export type WorkerCall = keyof WorkerCalls

/** Main to worker. `id` is that of the call, of the question answered, or of the call to end early. */
export type ToWorker =
  | {
      [Call in WorkerCall]: { kind: 'call'; id: number; call: Call; ask: WorkerCalls[Call]['ask'] }
    }[WorkerCall]
  | { kind: 'compared'; question: number; answer: CompareAnswer | null }
  | { kind: 'cancel'; id: number }
  | { kind: 'end' }

/** Worker to main. */
export type FromWorker =
  | { kind: 'answer'; id: number; answer: WorkerCalls[WorkerCall]['answer'] }
  | { kind: 'fault'; id: number; code: FailureCode; details: FailureDetails }
  | { kind: 'error'; id: number; error: unknown }
  | { kind: 'progress'; id: number; bytes: number; totalBytes: number; rows: number }
  | { kind: 'compare'; id: number; question: number; ask: CompareAsk }
