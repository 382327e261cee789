import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { createPayload } from '../../writes/advert-write.ts'
import { RowQuery, StrictQuery, Statement } from '../../storage/row-query.ts'
import { inTransaction } from '../../storage/transactions.ts'
import { flag, json } from './journal-row.ts'
import {
  teamWriteSchema,
  type OrderTake,
  type TeamCreate,
  type TeamEntries,
  type TeamFolded,
  type TeamPlace,
  type TeamWrite,
} from './team-entries.ts'
import { TeamStock } from './team-stock.ts'
import { Table } from '../../storage/table.ts'

const placeSchema = z.object({
  accountId: z.string(),
  url: z.string(),
  user: z.int(),
  team: z.string(),
  cursor: z.int(),
  head: z.int(),
})
const placeColumns = 'account_id AS accountId, url, user, team, cursor, head'
const deskSchema = z.object({
  asked: z.int(),
  answered: z.int(),
  team: z.string(),
  epoch: z.string().nullable(),
})
const createSchema = z.object({
  member: z.int(),
  key: z.string(),
  payload: json.pipe(createPayload),
  at: z.string(),
})
const writeSchema = teamWriteSchema.extend({
  payload: json.pipe(z.looseObject({})),
  before: json.pipe(z.looseObject({})),
})
/** Writes that are read of the journal at once. */
const pageSize = 500

// The first fold fixes its place among the journal's rows, whatever follows, unless it is sent again.
const foldStatement =
  new Statement(`INSERT INTO team_writes (account_id, team, member, key, name, operation, fingerprint, auto_id, payload, before,
         state, at, after_row, after_attempt, stock_key)
       VALUES (:accountId, :team, :member, :key, :name, :operation, :fingerprint, :autoId, :payload, :before, :state, :at,
         (SELECT coalesce(max(id), 0) FROM rows), (SELECT coalesce(max(id), 0) FROM attempts), :stockKey)
       ON CONFLICT DO UPDATE SET member = excluded.member, name = excluded.name, auto_id = excluded.auto_id, state = excluded.state,
         payload = excluded.payload, at = excluded.at,
         after_row = iif(team_writes.state IN ('failed', 'unsent'), excluded.after_row, team_writes.after_row),
         after_attempt = iif(team_writes.state IN ('failed', 'unsent'), excluded.after_attempt, team_writes.after_attempt)`)
const isDoneStatement = new Statement(
  `SELECT 1 FROM team_writes WHERE account_id = ? AND team = ? AND key = ? AND fingerprint = ? AND state = 'done'`,
)
const headStatement = new Statement('UPDATE team_accounts SET head = ? WHERE account_id = ? AND head < ?')
const isOfLeftStatement =
  new Statement(`SELECT 1 FROM team_memberships AS past JOIN batches ON batches.id = :batchId
       WHERE past.account_id = :accountId AND past.team <> :team AND seq <= last_batch AND operation IN ('create', 'mixed')
         AND NOT EXISTS (SELECT 1 FROM team_left_agreed WHERE batch = batches.id)`)
const hasChangedStatement =
  new Statement(`SELECT 1 WHERE EXISTS (SELECT 1 FROM team_memberships WHERE team <> :team AND last_batch IS NULL)
         OR :team <> '' AND NOT EXISTS (SELECT 1 FROM team_memberships
           WHERE account_id = :accountId AND team = :team AND last_batch IS NULL)`)

const takenSchema = z.object({ orderId: z.int(), name: z.string(), own: flag })
/** The desk that takes care of an order, and whether that is this one. */
export type TakenOrder = Readonly<Omit<z.infer<typeof takenSchema>, 'orderId'>>

/** Orders that desks of the team have taken, as its log has them. */
export class TakenOrders extends Table {
  fold(accountId: string, { orderId, no, isTaken, name, own }: OrderTake): void {
    this.db
      .prepare('INSERT OR REPLACE INTO team_orders VALUES (?, ?, ?, ?, ?, ?)')
      .run(accountId, orderId, no, isTaken ? 1 : 0, name, own ? 1 : 0)
  }

  /** The log is read from its beginning: a server that was put back may have lost some. */
  clear(accountId: string): void {
    this.db.prepare('DELETE FROM team_orders WHERE account_id = ?').run(accountId)
  }

  /** The last entry about an order; 0 if there is none. */
  entryOf(accountId: string, orderId: number): number {
    const sql = 'SELECT no FROM team_orders WHERE account_id = ? AND order_id = ?'
    return new RowQuery(z.object({ no: z.int() }), sql).first(this.db, accountId, orderId)?.no ?? 0
  }

  taken(accountId: string): Map<number, TakenOrder> {
    const sql = 'SELECT order_id AS orderId, name, own FROM team_orders WHERE account_id = ? AND is_taken'
    const found = new RowQuery(takenSchema, sql).all(this.db, accountId)
    return new Map(found.map(({ orderId, ...by }) => [orderId, by]))
  }
}

/** Writes of the other desks of a team, and how far their log was read. Empty without a team. */
export class TeamTable {
  readonly #db: DatabaseSync
  /** Links and stock files in the log. */
  readonly stock: TeamStock
  /** Orders that desks have taken. */
  readonly orders: TakenOrders

  constructor(db: DatabaseSync) {
    this.#db = db
    this.stock = new TeamStock(db)
    this.orders = new TakenOrders(db)
  }

  /** Place in the log of an account up to which it was read; null before the first time, and for another team. */
  placeOf(accountId: string, team: string): TeamPlace | null {
    return (
      new StrictQuery(
        placeSchema,
        `SELECT ${placeColumns} FROM team_accounts WHERE account_id = ? AND team = ?`,
      ).first(this.#db, accountId, team) ?? null
    )
  }

  /** The same of all accounts that this desk used in the team. */
  places(team: string): TeamPlace[] {
    return new StrictQuery(placeSchema, `SELECT ${placeColumns} FROM team_accounts WHERE team = ?`).all(
      this.#db,
      team,
    )
  }

  /**
   * Takes entries of the log and the place that they end at, in one transaction.
   * @param name what this desk is called
   */
  fold(place: TeamPlace, { writes, links, files, orders }: TeamEntries, name: string): TeamFolded {
    const { accountId } = place
    return inTransaction(this.#db, () => {
      if (!this.placeOf(accountId, place.team)) this.stock.begin(accountId)
      this.#savePlace(place)
      const done = writes.filter((write) => this.#foldWrite(place, write))
      const sources = files.flatMap(({ no, ...file }) => {
        const to = this.stock.foldFile(accountId, no, file, name)
        return to === null ? [] : [{ from: file.source, to }]
      })
      for (const take of orders) this.orders.fold(accountId, take)
      const overruled = links.filter((link) => this.stock.foldLink(accountId, link))
      return { done, sources, keys: overruled.map(({ key }) => key) }
    })
  }

  /**
   * Ends what the server does not have open, though it forgot how when it went back in time: others' facts were
   * reported again.
   */
  forgetOpen({ accountId, team }: TeamPlace, open: readonly string[]): void {
    this.#db
      .prepare(
        `UPDATE team_writes SET state = 'unsent' WHERE account_id = ? AND team = ? AND state IN ('sending', 'doubt')
           AND key NOT IN (SELECT value FROM json_each(?))`,
      )
      .run(accountId, team, JSON.stringify(open))
  }

  /**
   * Facts of other desks that a server may have forgotten when it went back in time. They are creates that were or may
   * have been sent, and changes in doubt or since `changedSince` (ISO 8601). In pages.
   */
  *toBring({ accountId, team }: TeamPlace, changedSince: string): Generator<readonly TeamWrite[]> {
    const page = new StrictQuery(
      writeSchema,
      `SELECT member, key, name, operation, fingerprint, stock_key AS stockKey, auto_id AS autoId, payload, before, state, at
       FROM team_writes
       WHERE account_id = :accountId AND team = :team AND (key, fingerprint) > (:key, :fingerprint)
         AND (state IN ('sending', 'doubt') OR state = 'done' AND (operation = 'create' OR at >= :changedSince))
       ORDER BY key, fingerprint LIMIT ${pageSize}`,
    )
    for (let last: Pick<TeamWrite, 'key' | 'fingerprint'> = { key: '', fingerprint: '' }; ;) {
      const { key, fingerprint } = last
      const rows = page.all(this.#db, { accountId, team, key, fingerprint, changedSince })
      if (rows.length === 0) return
      yield rows
      last = rows.at(-1) ?? last
    }
  }

  /** @returns whether it is done, and was not known to be */
  #foldWrite({ accountId, team }: TeamPlace, { payload, before, ...write }: TeamWrite): boolean {
    const { key, fingerprint } = write
    const isNew =
      write.state === 'done' &&
      isDoneStatement.of(this.#db).get(accountId, team, key, fingerprint) === undefined
    foldStatement.of(this.#db).run({
      ...write,
      accountId,
      team,
      payload: JSON.stringify(payload),
      before: JSON.stringify(before),
    })
    return isNew
  }

  /**
   * Notes the team that an account is planned and sent for: rows planned by now in any other team were planned in one
   * that was left.
   * @param team '' for none
   */
  noteMembership(accountId: string, team: string): void {
    if (!hasChangedStatement.of(this.#db).get({ accountId, team })) return
    inTransaction(this.#db, () => {
      this.#db
        .prepare(
          `UPDATE team_memberships SET last_batch = (SELECT coalesce(max(seq), 0) FROM batches)
           WHERE team <> ? AND last_batch IS NULL`,
        )
        .run(team)
      if (team === '') return
      this.#db
        .prepare(
          'INSERT INTO team_memberships VALUES (?, ?, NULL) ON CONFLICT DO UPDATE SET last_batch = NULL',
        )
        .run(accountId, team)
    })
  }

  /** True if a batch with creates was planned in a team other than this one, and no person let it go on. */
  isOfLeft(accountId: string, batchId: string, team: string): boolean {
    return isOfLeftStatement.of(this.#db).get({ accountId, batchId, team }) !== undefined
  }

  /** A person lets the batch go on outside of the team that it was planned in. */
  agreeLeft(batchId: string): void {
    this.#db.prepare('INSERT OR IGNORE INTO team_left_agreed VALUES (?)').run(batchId)
  }

  #savePlace({ accountId, team, url, user, cursor, head }: TeamPlace): void {
    this.#db
      .prepare(
        `INSERT INTO team_accounts (account_id, team, url, user, cursor, head) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET team = excluded.team, url = excluded.url, user = excluded.user, cursor = excluded.cursor,
           head = excluded.head`,
      )
      .run(accountId, team, url, user, cursor, head)
  }

  /** This desk heard of an entry of the log: a server that knows fewer went back in time. */
  noteHead(accountId: string, head: number): void {
    headStatement.of(this.#db).run(head, accountId, head)
  }

  /** Counts a permit, or a look at the log, that is about to be asked for. */
  raiseAsked(): void {
    this.#db.exec('UPDATE team_desk SET asked = asked + 1')
  }

  /** The server answered it: one that doesn't know of it went back in time. */
  noteAnswered(asked: number): void {
    this.#db.prepare('UPDATE team_desk SET answered = max(answered, ?)').run(asked)
  }

  /** Number of permits and looks at the log that this desk asked for. */
  get asked(): number {
    return this.#desk().asked
  }

  /** Facts that this desk gives a server, by which it is noticed that either of them went back in time. */
  witness(team: string) {
    const { asked, answered, ...joined } = this.#desk()
    return { asked, answered, epoch: joined.team === team ? joined.epoch : null }
  }

  /**
   * The desk has reported all its sends in an epoch of the team. @param asked how far the server counts its questions
   */
  join(team: string, epoch: string, asked: number): void {
    this.#db
      .prepare('UPDATE team_desk SET asked = max(asked, :asked), team = :team, epoch = :epoch')
      .run({ asked, team, epoch })
  }

  #desk(): z.infer<typeof deskSchema> {
    return new StrictQuery(deskSchema, 'SELECT asked, answered, team, epoch FROM team_desk').one(this.#db)
  }

  /** Creates of other desks that are not settled: they compete for the adverts that are found. */
  openCreates(accountId: string): TeamCreate[] {
    return new StrictQuery(
      createSchema,
      `SELECT member, key, payload, at FROM team_writes
         WHERE account_id = ? AND operation = 'create' AND state IN ('sending', 'doubt') ORDER BY at`,
    ).all(this.#db, accountId)
  }
}
