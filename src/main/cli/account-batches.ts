import type { Batch } from '#shared/batch/row.ts'
import type { Forecourt } from '../assemble.ts'

interface ByAccount {
  /** Batches of the chosen account. */
  readonly own: readonly Batch[]
  /** Batches of all others. */
  readonly others: readonly Batch[]
}

/** Tells the batches of the chosen account from those of the others, each in the order that they were in. */
export async function byAccount(
  batches: readonly Batch[],
  { accounts }: Pick<Forecourt, 'accounts'>,
): Promise<ByAccount> {
  const { accountId } = await accounts.owner()
  return {
    own: batches.filter((batch) => batch.accountId === accountId),
    others: batches.filter((batch) => batch.accountId !== accountId),
  }
}
