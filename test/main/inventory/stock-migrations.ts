import {
  advertsMigration,
  euroHistoryMigration,
  newestFirstMigration,
  quickStockMigration,
} from '../../../src/main/inventory/adverts-migrations.ts'
import type { Migration } from '../../../src/main/storage/database.ts'

/** The tables of an AdvertsTable. */
export const stockMigrations: readonly Migration[] = [
  advertsMigration,
  quickStockMigration,
  euroHistoryMigration,
  newestFirstMigration,
]
