import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../../storage/row-query.ts'
import type { TeamLinkState } from './team-entries.ts'

/** A link of the log, with its source and file as this journal has them. */
export interface FoldedLink {
  readonly accountId: string
  readonly link: TeamLinkState
  /** Name of the desk that changed it, and whether it is this one. */
  readonly name: string
  readonly isOwn: boolean
  readonly source: number | null
  readonly lackedSeq: number | null
}

const ownSchema = z.object({
  no: z.int(),
  changes: z.int(),
  autoId: z.int().nullable(),
  state: z.string().nullable(),
})

const ownSql = `
  SELECT coalesce(no, 0) AS no, coalesce(changes, 0) AS changes, auto_id AS autoId, state
  FROM (SELECT ? AS account_id, ? AS key) AS asked
    LEFT JOIN team_links USING (account_id, key) LEFT JOIN links USING (account_id, key)`

/** The last sending of this journal is older than what was heard: its result takes nothing back that another desk wrote. */
const setLink = `
  INSERT INTO links (account_id, key, fold, auto_id, state, ended_by, marka, model, base, equip, source, origin, out, out_sent,
    lacked_seq, at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM attempts), ?, ?)
  ON CONFLICT (account_id, key) DO UPDATE SET
    auto_id = excluded.auto_id, state = excluded.state, ended_by = excluded.ended_by, marka = excluded.marka,
    model = excluded.model, base = excluded.base, equip = excluded.equip, source = excluded.source, origin = excluded.origin,
    row = iif(links.auto_id = excluded.auto_id, row, NULL), out = excluded.out, out_sent = excluded.out_sent,
    lacked_seq = excluded.lacked_seq, at = excluded.at`

/**
 * Takes a link of the team's log. A change of this desk since the log's last entry stays if it is of the same advert,
 * and is reported next. Pins are the log's. For another advert the log's was first and counts. Of a desk that joins
 * only its pins stay. In a transaction of the caller.
 * @returns whether a link that only this desk knew is given up
 */
export function foldLink(db: DatabaseSync, folded: FoldedLink): boolean {
  const { accountId, link } = folded
  const { key, no, autoId, live } = link
  const own = new RowQuery(ownSchema, ownSql).one(db, accountId, key)
  if (own.no >= no) return false
  const isUnreported = own.changes > 0 && own.autoId !== null
  const isSame = own.autoId === autoId && own.state === (live ? 'live' : 'ended')
  // An own report of this desk, changed since, is never newer.
  const isNewer = isUnreported && isSame && (own.no > 0 || folded.isOwn)
  const pins = isUnreported && isSame ? pinsOf(db, folded) : []
  if (!isNewer) takeLink(db, folded)
  db.prepare(
    `INSERT INTO team_links (account_id, key, no, changes) VALUES (?1, ?2, ?3, 0)
     ON CONFLICT DO UPDATE SET no = excluded.no, changes = iif(?4, changes, 0)`,
  ).run(accountId, key, no, isNewer ? 1 : 0)
  for (const [field, pinned] of pins) pin(db, folded, field, pinned)
  return isUnreported && !isSame
}

/**
 * Pinned fields in the end: those of the log for a link that this desk changed, and for a joining desk also those that
 * it pinned itself.
 */
function pinsOf(
  db: DatabaseSync,
  { accountId, link }: FoldedLink,
): (readonly [field: string, pinned: number])[] {
  const logged = Object.entries(link.body.fields).map(([field, [, , pinned]]) => [field, pinned] as const)
  const own = new RowQuery(
    z.object({ field: z.string() }),
    `SELECT field FROM link_fields JOIN team_links USING (account_id, key)
     WHERE account_id = ? AND key = ? AND pinned AND no = 0`,
  ).all(db, accountId, link.key)
  return [...new Map([...logged, ...own.map(({ field }) => [field, 1] as const)])]
}

const ofAccount = 'SELECT id FROM stock_sources WHERE account_id = ?'

function takeLink(db: DatabaseSync, { accountId, link, name, source, lackedSeq }: FoldedLink): void {
  const { key, autoId, live, body } = link
  const run = (sql: string, ...values: SQLInputValue[]): unknown => db.prepare(sql).run(...values)
  const step = (of: string, what: string): unknown =>
    run(
      'INSERT INTO link_steps (account_id, key, step, auto_id, detail, at) VALUES (?, ?, ?, ?, ?, ?)',
      accountId,
      of,
      what,
      autoId,
      name,
      body.at,
    )
  if (live) {
    // The advert is one key's alone: what becomes of the other key is in the log as well.
    const others = `account_id = ? AND auto_id = ? AND state = 'live' AND key <> ?`
    const other = new RowQuery(z.object({ key: z.string() }), `SELECT key FROM links WHERE ${others}`)
    for (const { key: of } of other.all(db, accountId, autoId, key)) step(of, 'ended')
    run(`UPDATE links SET state = 'ended', ended_by = 'file' WHERE ${others}`, accountId, autoId, key)
    run('DELETE FROM renewed WHERE account_id = ? AND key = ?', accountId, key)
    run('DELETE FROM outside WHERE account_id = ? AND auto_id = ?', accountId, autoId)
  }
  const { fold, endedBy, vehicle, origin, out, at } = body
  run(
    setLink,
    accountId,
    key,
    fold,
    autoId,
    live ? 'live' : 'ended',
    endedBy,
    ...vehicle,
    source,
    origin,
    out,
    lackedSeq,
    at,
  )
  run(`DELETE FROM source_keys WHERE key = ? AND source IN (${ofAccount})`, key, accountId)
  run(
    `INSERT INTO source_keys SELECT id, ? FROM stock_sources WHERE account_id = ? AND name IN (SELECT value FROM json_each(?))`,
    key,
    accountId,
    JSON.stringify(body.sources),
  )
  run('DELETE FROM link_fields WHERE account_id = ? AND key = ?', accountId, key)
  const add = db.prepare('INSERT INTO link_fields VALUES (?, ?, ?, ?, ?, ?)')
  for (const [field, [given, shown, pinned]] of Object.entries(body.fields))
    add.run(accountId, key, field, given, shown, pinned)
  step(key, live ? 'linked' : 'ended')
}

function pin(db: DatabaseSync, { accountId, link }: FoldedLink, field: string, pinned: number): void {
  db.prepare(
    `INSERT INTO link_fields (account_id, key, field, pinned) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, key, field) DO UPDATE SET pinned = excluded.pinned WHERE pinned <> excluded.pinned`,
  ).run(accountId, link.key, field, pinned)
}
