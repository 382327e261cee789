import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery, StrictQuery } from '../../storage/row-query.ts'
import { json } from './journal-row.ts'
import {
  linkBodySchema,
  teamFileSchema,
  teamLinkSchema,
  type LoggedLink,
  type TeamStockFile,
  type UnreportedLink,
} from './team-entries.ts'
import { foldLink } from './team-stock-fold.ts'
import { Table } from '../../storage/table.ts'

const rowSchema = teamLinkSchema.omit({ live: true, body: true }).extend({
  ...linkBodySchema.omit({ vehicle: true, fields: true, sources: true }).shape,
  marka: z.int(),
  model: z.int(),
  base: z.int(),
  equip: z.int(),
  state: z.enum(['live', 'ended']),
  changes: z.int(),
  fields: json.pipe(linkBodySchema.shape.fields),
  sources: json.pipe(linkBodySchema.shape.sources),
})

/** The links that end first: the advert of one may be that of another now. */
const linksSql = (condition: string): string => `
  SELECT links.key, told.no, told.changes, links.auto_id AS autoId, links.state, links.fold, links.ended_by AS endedBy,
    marka, model, base, equip, stock_sources.name AS source, origin, out, team_files.no AS lacked, at,
    (SELECT json_group_object(field, json_array(given, shown, pinned)) FROM link_fields
     WHERE link_fields.account_id = links.account_id AND link_fields.key = links.key) AS fields,
    (SELECT json_group_array(name) FROM source_keys JOIN stock_sources AS holder ON holder.id = source_keys.source
     WHERE holder.account_id = links.account_id AND source_keys.key = links.key) AS sources
  FROM team_links AS told JOIN links ON links.account_id = told.account_id AND links.key = told.key
    LEFT JOIN stock_sources ON stock_sources.id = links.source
    LEFT JOIN team_files ON team_files.seq = links.lacked_seq
  WHERE told.account_id = ?1 AND ${condition}`

const filesSql = (reported: string): string => `
  SELECT stock_files.seq, coalesce(team_files.no, 0) AS no, name AS source, key_column AS keyColumn, choice, sha256, as_of AS asOf,
    taken_at AS takenAt, rows, refused
  FROM stock_sources CROSS JOIN stock_files ON stock_files.source = stock_sources.id
    LEFT JOIN team_files ON team_files.seq = stock_files.seq
  WHERE stock_sources.account_id = ?1 AND taken_at IS NOT NULL AND team_files.no IS ${reported} ORDER BY stock_files.seq DESC LIMIT ?2`

const numberedFile = teamFileSchema.extend({ seq: z.int(), no: z.int(), choice: json })
export type NumberedFile = Readonly<z.infer<typeof numberedFile>>

const rowFileSchema = z.object({ source: z.string(), no: z.int() })
const idSchema = z.object({ id: z.int() })
const seqSchema = z.object({ seq: z.int() })

/** Links per request to the server, and files that a joining desk reports. */
const pageOfLinks = 300
const mostFiles = 400

const changedQuery = new RowQuery(
  rowSchema,
  `${linksSql('told.changes > 0 AND links.key NOT IN (SELECT value FROM json_each(?2))')} ORDER BY links.state = 'live', links.key LIMIT ${String(pageOfLinks)}`,
)
const allQuery = new RowQuery(
  rowSchema,
  `${linksSql('links.key > ?2 AND told.no > 0')} ORDER BY links.key LIMIT ${String(pageOfLinks)}`,
)
const unreportedFilesQuery = new RowQuery(numberedFile, filesSql('NULL'))
const reportedFilesQuery = new RowQuery(numberedFile, filesSql('NOT NULL'))
const fileOfRowQuery = new RowQuery(
  rowFileSchema,
  `SELECT name AS source, coalesce(no, 0) AS no FROM keyed_rows AS keyed
         JOIN stock_sources ON stock_sources.id = keyed.source LEFT JOIN team_files ON team_files.seq = keyed.seq
       WHERE keyed.row = ?`,
)

/** Links and stock files of this journal in the team's log. Empty without a team. */
export class TeamStock extends Table {
  /** Links that the log does not have as they are, some at a time, but for some keys. */
  unreported(accountId: string, but: readonly string[]): UnreportedLink[] {
    return changedQuery.all(this.db, accountId, JSON.stringify(but)).map(stateOf)
  }

  hasUnreported(accountId: string): boolean {
    const found = this.db.prepare('SELECT 1 FROM team_links WHERE account_id = ? AND changes > 0 LIMIT 1')
    return found.get(accountId) !== undefined
  }

  isUnreported(accountId: string, key: string): boolean {
    const found = this.db.prepare('SELECT 1 FROM team_links WHERE account_id = ? AND key = ? AND changes > 0')
    return found.get(accountId, key) !== undefined
  }

  /** Links that the log has, page by page by their keys. */
  reported(accountId: string, after: string): UnreportedLink[] {
    return allQuery.all(this.db, accountId, after).map(stateOf)
  }

  /** The log has the link as of this entry. */
  noteReported(accountId: string, { key, changes }: UnreportedLink, no: number): void {
    this.#run(
      'UPDATE team_links SET no = ?, changes = max(0, changes - ?) WHERE account_id = ? AND key = ?',
      no,
      changes,
      accountId,
      key,
    )
  }

  /** Files that the log does not have, the oldest first. */
  unreportedFiles(accountId: string): NumberedFile[] {
    return unreportedFilesQuery.all(this.db, accountId, mostFiles).toReversed()
  }

  /** Files that the log has, the oldest first. */
  reportedFiles(accountId: string): NumberedFile[] {
    return reportedFilesQuery.all(this.db, accountId, mostFiles).toReversed()
  }

  /** A file of this journal is an entry of the log. */
  noteFile(accountId: string, seq: number, no: number): void {
    this.#run('INSERT OR IGNORE INTO team_files (seq, account_id, no) VALUES (?, ?, ?)', seq, accountId, no)
  }

  /**
   * Source of the file that a row is of, and the file's entry in the log, 0 without one; null for a row of no stock
   * file.
   */
  fileOfRow(row: number): { readonly source: string; readonly no: number } | null {
    return fileOfRowQuery.first(this.db, row) ?? null
  }

  /**
   * The desk comes to a team: nothing of its stock is in that one's log. In the transaction that takes the first of the log.
   */
  begin(accountId: string): void {
    this.#run('DELETE FROM team_files WHERE account_id = ?', accountId)
    this.#run('DELETE FROM team_links WHERE account_id = ?', accountId)
    this.#run(
      'INSERT INTO team_links (account_id, key) SELECT account_id, key FROM links WHERE account_id = ?',
      accountId,
    )
  }

  /**
   * Takes a file of the log among those of its source. Of a source new to this desk it takes the chosen settings, too;
   * no plan of it was looked at here. Of one that it knows it takes which cars that file left open.
   * @param desk what this desk is called
   * @returns the new name of an own source of the same name, since it is unknown whether they are the same
   */
  foldFile(accountId: string, no: number, file: TeamStockFile, desk: string): string | null {
    if (this.#seqOf(accountId, no) !== null) return null
    const { source: name, sha256, asOf, takenAt, rows, refused } = file
    const own = this.#unreportedFile(accountId, file)
    const renamed = own === null ? this.#renameOwn(accountId, name, desk) : null
    this.#foldSource(accountId, file)
    const seq =
      own ??
      new StrictQuery(
        seqSchema,
        'INSERT INTO stock_files (source, sha256, as_of, taken_at, rows, refused) VALUES (?, ?, ?, ?, ?, ?) RETURNING seq',
      ).one(this.db, this.#sourceOf(accountId, name), sha256, asOf, takenAt, rows, refused).seq
    this.noteFile(accountId, seq, no)
    return renamed
  }

  /** Takes a link of the log. @returns whether something that only this desk knew of the key is given up for it */
  foldLink(accountId: string, { name, own: isOwn, ...link }: LoggedLink): boolean {
    const { source, lacked } = link.body
    return foldLink(this.db, {
      accountId,
      link,
      name,
      isOwn,
      source: source === null ? null : this.#sourceOf(accountId, source),
      lackedSeq: lacked === null ? null : this.#seqOf(accountId, lacked),
    })
  }

  #foldSource(accountId: string, { source, keyColumn, choice, refused }: TeamStockFile): void {
    this.#run(
      `INSERT INTO stock_sources (account_id, name, key_column, choice) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, name) DO UPDATE SET choice = json_patch(choice,
         json_object('fields', excluded.choice -> '$.fields', 'open', excluded.choice -> '$.open'))
         WHERE ? IS NULL AND excluded.choice -> '$.open' IS NOT NULL`,
      accountId,
      source,
      keyColumn,
      JSON.stringify(choice ?? {}),
      refused,
    )
  }

  /** The file if it is this desk's own, reported without an answer. */
  #unreportedFile(accountId: string, { source, sha256, takenAt }: TeamStockFile): number | null {
    const found = this.#first(
      seqSchema,
      `SELECT seq FROM stock_files WHERE source = ? AND sha256 = ? AND taken_at = ? AND seq NOT IN (SELECT seq FROM team_files)`,
      this.#sourceOf(accountId, source),
      sha256,
      takenAt,
    )
    return found?.seq ?? null
  }

  /** @returns null if the desk has no source of that name with files of its own, which the team does not know */
  #renameOwn(accountId: string, source: string, desk: string): string | null {
    const own = this.#first(
      idSchema,
      `SELECT id FROM stock_sources WHERE account_id = ? AND name = ?
         AND EXISTS (SELECT 1 FROM stock_files WHERE source = stock_sources.id AND refused IS NULL AND taken_at IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM stock_files JOIN team_files USING (seq) WHERE source = stock_sources.id)`,
      accountId,
      source,
    )
    if (!own) return null
    for (let at = 1; ; at += 1) {
      const name = at === 1 ? `${source} (${desk})` : `${source} (${desk} ${String(at)})`
      if (this.#sourceOf(accountId, name) !== null) continue
      this.#run('UPDATE stock_sources SET name = ? WHERE id = ?', name, own.id)
      return name
    }
  }

  #sourceOf(accountId: string, name: string): number | null {
    return (
      this.#first(idSchema, 'SELECT id FROM stock_sources WHERE account_id = ? AND name = ?', accountId, name)
        ?.id ?? null
    )
  }

  #seqOf(accountId: string, no: number): number | null {
    return (
      this.#first(seqSchema, 'SELECT seq FROM team_files WHERE account_id = ? AND no = ?', accountId, no)
        ?.seq ?? null
    )
  }

  #first<Schema extends z.ZodType>(
    schema: Schema,
    sql: string,
    ...values: SQLInputValue[]
  ): z.output<Schema> | null {
    return new RowQuery(schema, sql).first(this.db, ...values) ?? null
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.db.prepare(sql).run(...values)
  }
}

function stateOf({
  key,
  no,
  changes,
  autoId,
  state,
  fields,
  sources,
  ...row
}: z.infer<typeof rowSchema>): UnreportedLink {
  const { fold, endedBy, marka, model, base, equip, source, origin, out, lacked, at } = row
  const vehicle: [number, number, number, number] = [marka, model, base, equip]
  return {
    key,
    no,
    changes,
    autoId,
    live: state === 'live',
    body: { fold, endedBy, vehicle, source, sources, origin, out, lacked, at, fields },
  }
}
