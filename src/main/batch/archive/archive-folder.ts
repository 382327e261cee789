import { join } from 'node:path'
import { openArchive, type ArchivedTables } from './archive-file.ts'

/** The archived batches in the data folder, a file each. The one that was read last stays open. */
export class ArchiveFolder {
  readonly #path: string
  #open: { readonly batchId: string; readonly tables: ArchivedTables } | null = null

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'archive')
  }

  pathOf(batchId: string): string {
    return join(this.#path, `${batchId}.db`)
  }

  /** @throws Fault `storage` as openArchive does */
  tables(batchId: string): ArchivedTables {
    if (this.#open?.batchId === batchId) return this.#open.tables
    this.close()
    const tables = openArchive(this.pathOf(batchId))
    this.#open = { batchId, tables }
    return tables
  }

  close(): void {
    this.#open?.tables.close()
    this.#open = null
  }
}
