import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Row } from './damaged-file.ts'
import { readStored } from '../../storage/stored-record.ts'

export const accountSchema = z.object({ account: z.string(), userId: z.int() })
export type Account = z.infer<typeof accountSchema>

/** Name of the file of a batch whose name can't be read. */
const unreadableName = '?'

/** A batch of which only its number and id are known. */
export const unnamedBatch = (seq: number, id: string, { account, userId }: Account): Row => ({
  seq,
  id,
  account_id: account,
  user_id: userId,
  planned_by: '',
  file_name: unreadableName,
  encoding: 'utf-8',
  bom: 0,
  delimiter: ',',
  header: '[]',
  mapping: '[]',
  operation: 'mixed',
  state: 'paused',
  pause_reason: 'restart',
  requests: null,
  created_at: `${/^\d{4}-\d\d-\d\d/.exec(id)?.[0] ?? '1970-01-01'}T00:00:00.000Z`,
})

const everyAccount: Account = { account: '', userId: 0 }

/**
 * Writes down a batch whose rows are all unknown, of no account in particular: whatever account creates adverts is asked
 * about them.
 * @param at the time now, ISO 8601
 */
export function addForgotten(db: DatabaseSync, id: string | null, at: string): void {
  const { seq } = readStored(
    nextSchema,
    db.prepare('SELECT coalesce(max(seq), 0) + 1 AS seq FROM batches').get(),
    'journal.db, batches',
  )
  const batch = {
    ...unnamedBatch(seq, id ?? `${at.slice(0, 10)}-unknown-${seq}`, everyAccount),
    state: 'finished',
    pause_reason: null,
    finished_at: at,
    unreadable: null,
  }
  const names = Object.keys(batch)
  db.prepare(`INSERT INTO batches (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(
    ...Object.values(batch),
  )
}

const nextSchema = z.object({ seq: z.int() })
