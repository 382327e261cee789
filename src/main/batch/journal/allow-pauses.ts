import type { DatabaseSync } from 'node:sqlite'

/**
 * Further reasons to pause, behind one that is known. A check can't be changed, so the table is recreated from its own
 * SQL; its rows are back before the foreign keys that refer to them are checked.
 */
export function allowPauses(db: DatabaseSync, known: string, added: readonly string[]): void {
  const names = [known, ...added].map((name) => `'${name}', `).join('')
  const texts = db.prepare(
    `SELECT sql FROM sqlite_schema WHERE tbl_name = 'batches' AND sql IS NOT NULL ORDER BY type <> 'table'`,
  )
  const recreated = texts.all().map(({ sql }) => String(sql).replace(`'${known}', `, names))
  db.exec(
    'PRAGMA defer_foreign_keys = ON; CREATE TEMP TABLE kept_batches AS SELECT * FROM batches; DROP TABLE batches',
  )
  const [table = '', ...triggers] = recreated
  db.exec(table)
  db.exec('INSERT INTO batches SELECT * FROM kept_batches; DROP TABLE kept_batches')
  for (const trigger of triggers) db.exec(trigger)
}
