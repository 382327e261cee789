import { Fault } from '#shared/bridge/failure.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { AdvertWrite, WriteResult } from '../../writes/advert-write.ts'
import type { OutcomeSource, RowState, TeamRefusal } from '#shared/batch/row.ts'
import { isProxyLogin } from '../../http/proxy-logins.ts'
import { refusalOfAll, ServiceError } from '../../http/service-error.ts'
import type { PauseReason } from './batch-record.ts'

/** Kept part of an answer that was no success. */
export interface RowError {
  readonly code: string
  /** The service's own code and words, if it gave any. */
  readonly detail: string | null
  readonly status: number | null
  readonly answer: string | null
}

/** Why no further row should be sent for now. `retryAfterMs` is what the service asked for. */
export interface Halt {
  readonly reason: Extract<
    PauseReason,
    | 'auth'
    | 'proxy-login'
    | 'package'
    | 'not-shown'
    | 'rate-limit'
    | 'quota'
    | 'offline'
    | 'service'
    | 'storage'
    | 'team'
    | 'team-offline'
    | 'team-turn'
  >
  readonly retryAfterMs: number | null
  /** Time when sending may continue (ms since 1970), if that is known. */
  readonly until: number | null
  /** The desk of the team that has the turn. */
  readonly who?: string
  /** Why the team lets this desk send nothing. */
  readonly refusal?: TeamRefusal
}

/** The result of one attempt, regardless of the row's earlier attempts. */
export type Outcome =
  | { readonly kind: 'done'; readonly createdId: number | null }
  | { readonly kind: 'failed'; readonly error: RowError }
  | { readonly kind: 'in-doubt'; readonly error: RowError; readonly halt: Halt | null }
  /** Proven not executed: the row may be sent again without asking. */
  | { readonly kind: 'unsent'; readonly error: RowError; readonly halt: Halt | null }

/**
 * 200 with num_rows 1, and an id for a create, is done; any other 200 proves nothing. An id is a positive integer that a
 * number holds exactly.
 * Source: docs/service/writes.md.
 */
export function outcomeOfReply(write: AdvertWrite, result: WriteResult): Outcome {
  const createdId = write.operation === 'create' ? result.lastInsertId : null
  const complete = result.numRows === 1 && (createdId === null || isAdvertId(createdId))
  if (complete) return { kind: 'done', createdId }
  const answer = JSON.stringify({ num_rows: result.numRows, last_insert_id: result.lastInsertId })
  return { kind: 'in-doubt', error: { code: 'no-rows', detail: null, status: 200, answer }, halt: null }
}

const isAdvertId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

/** A create that was answered with an id which can't be the new advert's. */
export const unprovenCreate = (code: string, id: number): Outcome => {
  const answer = JSON.stringify({ last_insert_id: id })
  return { kind: 'in-doubt', error: { code, detail: String(id), status: 200, answer }, halt: null }
}

/**
 * A rejection 400, 404 or 422 in the service's own form is failed. 401, 403, 429 and a used-up package stop the batch; the row is known not
 * to be executed only if the service itself says so. The page or the JSON of a proxy proves nothing, whatever its status.
 * Proven unsent is unsent; everything else is in doubt.
 */
export function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof ServiceError)) return outcomeBeforeSending(error)
  const kept = keptError(error)
  if (error.sent === 'no') return { kind: 'unsent', error: kept, halt: haltUnsent(error) }
  const halt = haltOf(error)
  if (halt === null && error.ownForm && isRejection(error.status)) return { kind: 'failed', error: kept }
  return halt !== null && isRefusedForNow(error)
    ? { kind: 'unsent', error: kept, halt }
    : { kind: 'in-doubt', error: kept, halt }
}

/** Refusals of a team's server that end without a person: until then the batch waits. */
const passing = new Set(['offline', 'full', 'connections', 'replica', 'waiting'])

/** Why nothing is sent when the team's server could not be asked, or refused. */
export function teamHalt(error: unknown): Halt {
  const refusal =
    error instanceof Fault && error.code === 'team'
      ? { reason: String(error.details.reason ?? ''), value: String(error.details.value ?? '') }
      : null
  const isPassing = refusal !== null && passing.has(refusal.reason)
  return {
    reason: isPassing ? 'team-offline' : 'team',
    retryAfterMs: null,
    until: null,
    ...(refusal !== null && !isPassing && { refusal }),
  }
}

/**
 * The http client throws for a quota, for a call that can't be counted, and for a cancellation before the first byte is
 * sent. Any other error is a bug.
 */
function outcomeBeforeSending(error: unknown): Outcome {
  const code = error instanceof Fault ? error.code : 'internal'
  const kept: RowError = { code, detail: null, status: null, answer: null }
  if (code === 'cancelled') return { kind: 'unsent', error: kept, halt: null }
  if (error instanceof Fault && code === 'team') return { kind: 'unsent', error: kept, halt: teamHalt(error) }
  if (isUncounted(error)) return { kind: 'unsent', error: kept, halt: uncountedHalt }
  if (!(error instanceof Fault) || code !== 'quota') return { kind: 'in-doubt', error: kept, halt: null }
  return {
    kind: 'unsent',
    error: kept,
    halt: { reason: 'quota', until: wakeTime(error), retryAfterMs: null },
  }
}

const isUncounted = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'storage' && error.details.reason === 'not-counted'

const uncountedHalt: Halt = { reason: 'storage', retryAfterMs: null, until: null }

const wakeTime = ({ details: { wakesAt } }: Fault): number | null => {
  const time = typeof wakesAt === 'string' ? Date.parse(wakesAt) : Number(wakesAt)
  return Number.isFinite(time) ? time : null
}

const isRejection = (status: number | undefined): boolean =>
  status === 400 || status === 404 || status === 422

function haltOf(error: ServiceError): Halt | null {
  const reason = refusalOfAll(error)
  if (reason === null) return null
  const retryAfterMs = reason === 'rate-limit' ? (error.retryAfterMs ?? null) : null
  return { reason, retryAfterMs, until: null }
}

/**
 * True if the service itself says that it refused the request for now. Under a 200 only a used-up package is said
 * (docs/service/practice.md, "hourly limit"); any other complaint in a success proves nothing.
 */
const isRefusedForNow = ({ ownForm, code, status }: ServiceError): boolean =>
  ownForm && (code === 'package' || (status ?? 0) >= 400)

const haltUnsent = ({ code, reason }: ServiceError): Halt => ({
  reason: isProxyLogin(reason) ? 'proxy-login' : code === 'auth' ? 'auth' : 'offline',
  retryAfterMs: null,
  until: null,
})

/**
 * Reasons for which a failed read says nothing about its subject and may succeed later: the network, an error inside
 * the service, or a proxy's page. Null if the service's answer is about the advert itself, even in an unexpected shape.
 */
export function passingTrouble(error: unknown): Halt | null {
  if (!(error instanceof ServiceError)) return null
  const { code, reason, details, retryAfterMs = null } = error
  if (code === 'network' || code === 'timeout') return { reason: 'offline', retryAfterMs: null, until: null }
  const page = code === 'unreadable' && reason !== 'shape'
  const rejectedByProxy = code === 'rejected' && !('serviceMessage' in details)
  const missingByProxy = code === 'not-found' && !error.ownForm
  return code === 'server' || page || rejectedByProxy || missingByProxy
    ? { reason: 'service', retryAfterMs, until: null }
    : null
}

function keptError(error: ServiceError): RowError {
  const { serviceMessage } = error.details
  const detail = [error.serviceCode, serviceMessage].filter((part) => part !== undefined).join(': ')
  return {
    code: error.reason === 'moved' ? error.reason : error.code,
    detail: detail || null,
    status: error.status ?? null,
    answer: error.answer ?? null,
  }
}

/** The state that a row moves to, with what is kept of the reason. */
export interface RowTransition {
  readonly state: RowState
  readonly source: OutcomeSource | null
  readonly doubt: boolean
  readonly error: RowError | null
}

/** Facts of a row's earlier attempts that the transition depends on. */
interface RowHistory {
  readonly operation: Operation
  /** An earlier attempt may have been executed without a proof of it. */
  readonly doubt: boolean
}

/**
 * The transition after an attempt. If an earlier attempt is in doubt, a rejection says nothing about that one and the
 * row stays in doubt. Only a delete of an advert that is gone has its result. Rows of a cancelled batch are not planned
 * again.
 */
export function transitionAfter(
  { operation, doubt }: RowHistory,
  outcome: Outcome,
  cancelled: boolean,
): RowTransition {
  switch (outcome.kind) {
    case 'done':
      return { state: 'done', source: 'response', doubt, error: null }
    case 'in-doubt':
      return { state: 'in-doubt', source: null, doubt: true, error: outcome.error }
    case 'failed':
      if (!doubt) return { state: 'failed', source: 'response', doubt: false, error: outcome.error }
      if (operation === 'delete' && outcome.error.code === 'not-found')
        return { state: 'done', source: 'reconciled', doubt: true, error: null }
      return { state: 'in-doubt', source: null, doubt: true, error: outcome.error }
    case 'unsent':
      if (!cancelled) return { state: 'planned', source: null, doubt, error: null }
      if (doubt) return { state: 'in-doubt', source: null, doubt: true, error: outcome.error }
      return { state: 'skipped', source: null, doubt: false, error: null }
  }
}
