import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { DamagedFile, Row } from './damaged-file.ts'
import { setOut } from './last-stock-state.ts'
import { noSource } from './stock-refusals.ts'

/** Tables of stock files, those that others refer to first. The rows' own are copied before, but for the sources. */
export const stockTables = [
  'stock_files',
  'source_keys',
  'keyed_rows',
  'link_steps',
  'links',
  'link_fields',
  'apart',
  'outside',
  'renewed',
] as const
export type StockTable = 'stock_sources' | (typeof stockTables)[number]

const isStockTable = (table: string): table is StockTable =>
  table === 'stock_sources' || stockTables.some((each) => each === table)

/** What the damaged file knows is newer than its backup: it wins where both have something. */
const changed: Readonly<Partial<Record<StockTable, string>>> = {
  stock_sources: `ON CONFLICT (id) DO UPDATE SET key_column = excluded.key_column, choice = excluded.choice,
    looked = excluded.looked, recovered_at = excluded.recovered_at`,
  links: `ON CONFLICT (account_id, key) DO UPDATE SET auto_id = excluded.auto_id, state = excluded.state,
    ended_by = excluded.ended_by, marka = excluded.marka, model = excluded.model, base = excluded.base, equip = excluded.equip,
    source = excluded.source, origin = excluded.origin, row = excluded.row, out = excluded.out, out_sent = excluded.out_sent,
    lacked_seq = excluded.lacked_seq, at = excluded.at`,
  link_fields: `ON CONFLICT (account_id, key, field) DO UPDATE SET given = excluded.given, shown = excluded.shown,
    pinned = excluded.pinned`,
}

/** A create that is done and whose key has no link at all is its advert, unless a row of ours deleted that. */
const relink = `
  INSERT OR IGNORE INTO links (account_id, key, fold, auto_id, state, marka, model, base, equip, origin, row, at)
  SELECT keyed.account_id, keyed.key, keyed.fold, made.auto_id, 'live', ${['marka', 'model', 'base', 'equip']
    .map((part) => `coalesce(iif(json_valid(payload), payload ->> '$.${part}_id', 0), 0)`)
    .join(', ')}, 'created', made.id, coalesce(made.updated_at, '')
  FROM keyed_rows AS keyed CROSS JOIN rows AS made ON made.id = keyed.row
  WHERE made.operation = 'create' AND made.state = 'done'
    AND NOT EXISTS (SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.key = keyed.key)
    AND NOT EXISTS (SELECT 1 FROM rows WHERE rows.auto_id = made.auto_id AND rows.operation = 'delete' AND rows.state = 'done')
  ORDER BY made.id DESC
  RETURNING account_id AS accountId, key, auto_id AS autoId`

/** An answer that a link made needless may have been taken back since the backup. */
const settled = `
  DELETE FROM renewed WHERE EXISTS (SELECT 1 FROM links
    WHERE links.account_id = renewed.account_id AND links.key = renewed.key AND links.state = 'live');
  DELETE FROM outside WHERE EXISTS (SELECT 1 FROM links
    WHERE links.account_id = outside.account_id AND links.auto_id = outside.auto_id AND links.state = 'live');`

/** Of rows whose source can't be read: no file of it comes any more, and nobody looked at it. */
const lostSource = 0

/** If attempts are lost, later ones have lesser numbers: a link must not take them for earlier ones. */
const asLateAsKnown = `
  UPDATE links SET out_sent = (SELECT coalesce(max(id), 0) FROM attempts)
  WHERE out_sent > (SELECT coalesce(max(id), 0) FROM attempts)`

/** Puts what a damaged journal, or a backup, knows of stock files into another one. What its rules refuse is left out. */
export class StockCopier {
  readonly #into: DatabaseSync
  readonly #damaged: DamagedFile
  readonly #inserts = new Map<string, StatementSync>()
  #adverts: ReadonlyMap<string, number> | null = null

  constructor(into: DatabaseSync, damaged: DamagedFile) {
    this.#into = into
    this.#damaged = damaged
  }

  /** @param isTaken whether the row with that number was taken from the same file */
  copy(table: string, row: Row, isTaken: (row: number) => boolean): boolean {
    if (!isStockTable(table)) return false
    if (this.#isSound(table, row, isTaken)) this.#insert(table, this.#referring(table, row))
    return true
  }

  /** Makes the links that could not be read of what the rows say, and drops answers that links made needless. */
  finish(): void {
    const out = this.#into.prepare(setOut)
    for (const link of this.#into.prepare(relink).all()) out.run(link)
    this.#into.exec(settled)
    this.#into.exec(asLateAsKnown)
  }

  /** Whether anything is known of stock files: the sources may be what is lost. */
  get hasAny(): boolean {
    const known = ['stock_sources', 'keyed_rows', 'links'].map((table) => `EXISTS (SELECT 1 FROM ${table})`)
    return this.#into.prepare(`SELECT 1 WHERE ${known.join(' OR ')}`).get() !== undefined
  }

  /** A file whose planning did not end was not taken; a live link has the advert that its index has: a bit may be wrong. */
  #isSound(table: StockTable, row: Row, isTaken: (row: number) => boolean): boolean {
    if (table === 'stock_files') return row.taken_at !== null
    if (table === 'keyed_rows') return isTaken(Number(row.row))
    if (table !== 'links' || row.state !== 'live') return true
    this.#adverts ??= new Map(
      this.#damaged
        .readIndex('account_id, key, auto_id', 'links_of_adverts', 'links', `WHERE state = 'live'`)
        .map((each) => [`${String(each.account_id)} ${String(each.key)}`, Number(each.auto_id)]),
    )
    const indexed = this.#adverts.get(`${String(row.account_id)} ${String(row.key)}`)
    return indexed === undefined || indexed === row.auto_id
  }

  /** What it refers to may be lost. The next source has the number of a lost one, and must not be taken for it. */
  #referring(table: StockTable, row: Row): Row {
    const found = { ...row }
    const owners = {
      batch: 'batches WHERE seq',
      lacked_seq: 'stock_files WHERE seq',
      source: 'stock_sources WHERE id',
    } as const
    for (const [column, owner] of Object.entries(owners)) {
      const value = row[column] ?? null
      if (
        value !== null &&
        value !== noSource &&
        !this.#into.prepare(`SELECT 1 FROM ${owner} = ?`).get(value)
      )
        found[column] = table === 'keyed_rows' ? lostSource : null
    }
    return found
  }

  #insert(table: StockTable, row: Row): void {
    const names = Object.keys(row)
    const conflict = changed[table] ?? 'ON CONFLICT DO NOTHING'
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${conflict}`
    const insert = this.#inserts.get(sql) ?? this.#into.prepare(sql)
    this.#inserts.set(sql, insert)
    try {
      insert.run(...names.map((name): SQLInputValue => row[name] ?? null))
    } catch {
      // A link that is not as its rules want it: the next plan asks about the key.
    }
  }
}
