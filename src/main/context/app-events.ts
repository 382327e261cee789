import type { Batch } from '#shared/batch/row.ts'
import type { AdvertWrite } from '../writes/advert-write.ts'
import type { CallKind } from '../http/call.ts'
import type { Owner } from '../inventory/owner.ts'
import type { CurrentSettings } from '../settings/settings-store.ts'

/** Events between the features inside main. */
export interface AppEvents {
  /** The service answered that a batch's write is done: one of another desk of the team `at` (ms since 1970), or of this desk now. */
  readonly 'advert-written': {
    readonly owner: Owner
    readonly write: AdvertWrite
    readonly autoId: number
    readonly at?: number
  }
  /** A batch has other rows or another state than before. */
  readonly 'batch-changed': Batch
  /** Another account became the active one. */
  readonly 'account-changed': { readonly accountId: string }
  /** Orders of the account have changed, or their changes were looked at. */
  readonly 'orders-found': { readonly accountId: string }
  /** Desks of the team took orders of the account, or gave some back. */
  readonly 'orders-taken': { readonly accountId: string }
  readonly 'settings-changed': CurrentSettings
  /** A call of the account was counted, or given back because it did not leave. */
  readonly 'call-counted': { readonly accountId: string }
  /** Calls of one kind began to wait for the quota until then (ms since 1970), or no longer wait (null). */
  readonly 'quota-wait-changed': {
    readonly account: string
    readonly kind: CallKind
    readonly until: number | null
  }
}
