import type { DatabaseSync } from 'node:sqlite'
import { AnswersTable } from './answers-table.ts'
import { AttemptsTable } from './attempts-table.ts'
import { BatchTable } from './batch-table.ts'
import { HighWater } from './high-water.ts'
import { HoldsTable } from './holds-table.ts'
import { KeptRows } from './kept-rows.ts'
import { LooksTable } from './looks-table.ts'
import { LostRowsTable } from './lost-rows-table.ts'
import type { RememberedMark } from './mark-comparison.ts'
import { OwnWrites } from './own-writes.ts'
import { PickTable } from './pick-table.ts'
import { PreviewTable } from './preview-table.ts'
import { RowsTable } from './rows-table.ts'
import { UncachedTable } from './uncached-table.ts'

/**
 * Everything that is read and written over one connection to the journal. Who uses it reads it from the journal each time.
 * A table prepares its statements when it is first used: a command uses few of them.
 */
export class JournalTables {
  readonly db: DatabaseSync
  readonly highWater: HighWater
  #batches: BatchTable | null = null
  #rows: RowsTable | null = null
  #picks: PickTable | null = null
  #attempts: AttemptsTable | null = null
  #answers: AnswersTable | null = null
  #previews: PreviewTable | null = null
  #looks: LooksTable | null = null
  #holds: HoldsTable | null = null
  #lostRows: LostRowsTable | null = null
  #kept: KeptRows | null = null
  #ownWrites: OwnWrites | null = null
  #uncached: UncachedTable | null = null

  constructor(db: DatabaseSync, markPath: string, remembered: RememberedMark) {
    // A checkpoint writes pages all over the file: fewer of them cost less per row, too few block the main thread.
    db.exec('PRAGMA wal_autocheckpoint = 2000; PRAGMA cache_size = -16000')
    this.db = db
    this.highWater = new HighWater(db, markPath, remembered)
  }

  get batches(): BatchTable {
    return (this.#batches ??= new BatchTable(this.db))
  }
  get rows(): RowsTable {
    return (this.#rows ??= new RowsTable(this.db))
  }
  get picks(): PickTable {
    return (this.#picks ??= new PickTable(this.db))
  }
  get attempts(): AttemptsTable {
    return (this.#attempts ??= new AttemptsTable(this.db))
  }
  get answers(): AnswersTable {
    return (this.#answers ??= new AnswersTable(this.db))
  }
  get previews(): PreviewTable {
    return (this.#previews ??= new PreviewTable(this.db))
  }
  get looks(): LooksTable {
    return (this.#looks ??= new LooksTable(this.db))
  }
  get holds(): HoldsTable {
    return (this.#holds ??= new HoldsTable(this.db))
  }
  get lostRows(): LostRowsTable {
    return (this.#lostRows ??= new LostRowsTable(this.db))
  }
  get kept(): KeptRows {
    return (this.#kept ??= new KeptRows(this.db))
  }
  get ownWrites(): OwnWrites {
    return (this.#ownWrites ??= new OwnWrites(this.db))
  }
  get uncached(): UncachedTable {
    return (this.#uncached ??= new UncachedTable(this.db))
  }
}
