import { mkdtempSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheSchema } from '../../../src/main/context/schemas.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { madeAdvert } from './made-stock.ts'

const savedAtOnce = 50

/** The owner of what is made. */
export const owner = { accountId: '3f0b5f1e-7c55-4f0e-9a57-0a7c4f3d9c11', userId: 7 }

export interface BenchCache {
  readonly folder: string
  readonly table: AdvertsTable
  readonly db: DatabaseSync
  close(): void
}

/** The app's cache in a file, as empty as at its first start. */
export function openCache(): BenchCache {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  const { db } = openDatabase({
    path: join(folder, 'cache.db'),
    schema: cacheSchema,
    synchronous: 'NORMAL',
    now: () => Date.now(),
  })
  const close = (): void => {
    db.close()
    rmSync(folder, { recursive: true })
  }
  return { folder, db, table: new AdvertsTable(db), close }
}

/** Saves so many adverts as a sync does. */
export function fill({ table }: BenchCache, adverts: number): void {
  for (let from = 0; from < adverts; from += savedAtOnce) {
    const part = Math.min(savedAtOnce, adverts - from)
    table.save(
      owner.accountId,
      Array.from({ length: part }, (_, at) => madeAdvert(from + at)),
    )
  }
}
