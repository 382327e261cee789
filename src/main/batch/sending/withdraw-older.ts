import { setImmediate as nextTurn } from 'node:timers/promises'
import { Fault } from '#shared/bridge/failure.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { Journal } from '../journal/journal.ts'
import type { BatchControl } from './batch-control.ts'
import type { BegunFile } from '../journal/stock-taking.ts'

/** Rows that are withdrawn in one transaction: some 10 ms of the main thread. */
const withdrawnAtOnce = 500

/** Receiver of news about batches whose rows are withdrawn. */
export type Withdrawn = Pick<BatchControl, 'saveState' | 'rowsWithdrawn'>

export const noReport: Withdrawn = { saveState: () => undefined, rowsWithdrawn: () => undefined }

/**
 * Withdraws the unsent rows of older files of the source: the newer file says what is to be done. What is in flight ends by
 * itself; what is in doubt or in conflict stays as it is.
 * @throws Fault `cancelled` if the app ended
 */
export async function withdrawOlder(journal: Journal, file: BegunFile, withdrawn: Withdrawn): Promise<void> {
  for (const { seq, id } of journal.tables.stock.olderBatches(file)) {
    let said = false
    for (let more = true; more;) {
      more = inTransaction(journal.db, () => {
        const isMore = journal.tables.stock.withdraw(seq, withdrawnAtOnce, journal.now())
        withdrawn.saveState(id)
        return isMore
      })
      if (!said || !more) withdrawn.rowsWithdrawn(id)
      said = true
      await nextTurn()
      if (!journal.db.isOpen) throw new Fault('cancelled')
    }
  }
}
