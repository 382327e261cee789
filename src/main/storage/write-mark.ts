import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const markSchema = z.object({ own: z.int(), others: z.int() })

/**
 * Changes with every write to the database, through this connection or another one. If it is the same twice, nothing was
 * written in between. It may change without a write. Source: https://www.sqlite.org/pragma.html#pragma_data_version
 */
export function writeMark(db: DatabaseSync): string {
  const { own, others } = markSchema.parse(
    db.prepare('SELECT total_changes() AS own, data_version AS others FROM pragma_data_version').get(),
  )
  return `${own} ${others}`
}
