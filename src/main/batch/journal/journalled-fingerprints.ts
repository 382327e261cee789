import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { FingerprintFilter, prefixFill, prefixLength } from '../../writes/fingerprint-filter.ts'
import { readStored } from '../../storage/stored-record.ts'

/** The letters of base64url in the order of their codes: each begins a 64th of all fingerprints. */
const letters = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const last = '\u{10ffff}'

const prefixesSchema = z.object({ prefixes: z.string() })

/** The fingerprints from `:from` on, below `:to`, as one text: a million objects would take ten times as long. */
export const prefixesSql = `
  SELECT coalesce(group_concat(substr(fingerprint || '${prefixFill}', 1, ${prefixLength}), ''), '') AS prefixes FROM (
    SELECT fingerprint FROM rows WHERE fingerprint >= :from AND fingerprint < :to
    UNION ALL SELECT fingerprint FROM team_writes WHERE fingerprint >= :from AND fingerprint < :to)`

/**
 * All fingerprints of the journal, of whatever account and state. Read in 64 steps with
 * a turn of the event loop between them, each some 2 ms in a journal of a million rows.
 */
export async function journalledFingerprints(db: DatabaseSync): Promise<FingerprintFilter> {
  const filter = new FingerprintFilter()
  const step = db.prepare(prefixesSql)
  const bounds = ['', ...letters.slice(1), last]
  for (const [at, from] of bounds.slice(0, -1).entries()) {
    const to = bounds[at + 1] ?? last
    filter.add(readStored(prefixesSchema, step.get({ from, to }), 'journal.db, rows').prefixes)
    await nextTurn()
  }
  return filter
}
