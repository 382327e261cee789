import { Fault } from '#shared/bridge/failure.ts'
import { refusalOfAll, saysNoSuchAddress, ServiceError } from '../../http/service-error.ts'

/** Outcome of one write of a status. */
export interface StatusEnd {
  readonly state: 'in-doubt' | 'done' | 'failed' | 'unsent'
  /** The failure, for the dealer; null if it is done. */
  readonly error: unknown
  /** True if the next one would most likely meet the same. */
  readonly halts: boolean
  /** True if the service says that it takes no status, unless the order turns out to have it. */
  readonly missing: boolean
}

/** The service answered that it set the status, or that it did not. */
export const endOfAnswer = (wasSet: boolean): StatusEnd =>
  wasSet
    ? { state: 'done', error: null, halts: false, missing: false }
    : { state: 'in-doubt', error: refused(), halts: false, missing: false }

const refused = (): ServiceError =>
  new ServiceError('rejected', { sent: 'maybe', answered: true, status: 200 })

/**
 * A refusal in the service's own form is a proof that nothing was set; everything else that may have left is in doubt.
 * @param isKnown whether the account's service has set a status before. One that never did, and has no such address or
 * answers a page for people, takes none (docs/service/orders.md, "Changing a status")
 */
export function endOfError(error: unknown, isKnown: boolean): StatusEnd {
  if (!(error instanceof ServiceError)) return endOfOther(error)
  if (error.sent === 'no') return { state: 'unsent', error, halts: true, missing: false }
  if (!isKnown && saysNoSuchAddress(error)) return { state: 'unsent', error, halts: true, missing: true }
  const refusal = refusalOfAll(error)
  if (error.ownForm && (refusal === 'package' || (refusal !== null && (error.status ?? 0) >= 400)))
    return { state: 'unsent', error, halts: true, missing: false }
  if (error.ownForm && isRejection(error)) return { state: 'failed', error, halts: false, missing: false }
  const missing = !isKnown && isPage(error)
  return { state: 'in-doubt', error, halts: refusal !== null || !error.answered, missing }
}

/** The quota, a call that can't be counted or a cancellation: nothing was sent. Any other error is a bug. */
const endOfOther = (error: unknown): StatusEnd => ({
  state: error instanceof Fault ? 'unsent' : 'in-doubt',
  error,
  halts: true,
  missing: false,
})

const isRejection = ({ status = 0 }: ServiceError): boolean => [400, 404, 405, 422].includes(status)

/** Not the service's own form, and no error inside it. */
const isPage = ({ answered, ownForm, status = 0 }: ServiceError): boolean =>
  answered && !ownForm && status < 500 && (status < 300 || status === 403 || status === 404)
