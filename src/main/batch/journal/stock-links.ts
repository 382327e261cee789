import { z } from 'zod'
import { RowQuery } from '../../storage/row-query.ts'
import { operations } from '#shared/batch/operation.ts'
import { foldOf } from '../../writes/stock-key.ts'
import { unsettledCount } from './batches-schema.ts'
import { flag } from './journal-row.ts'
import { refusalSql } from './stock-refusals.ts'
import { Table } from '../../storage/table.ts'

const numberSchema = z.object({ autoId: z.int(), key: z.string() })
const lastStepSchema = z.object({ step: z.int() })
const advertSchema = z.object({ autoId: z.int() })

const numbersSql = `SELECT auto_id AS autoId, key FROM links INDEXED BY links_of_adverts
  WHERE account_id = ? AND auto_id IN (SELECT value FROM json_each(?)) AND state = 'live'`

/** The adverts that the keys of newer steps have or had: a key that moved leaves an advert that no newer step names. */
const changedSql = `SELECT DISTINCT auto_id AS autoId FROM link_steps
  WHERE account_id = ?1 AND auto_id IS NOT NULL
    AND key IN (SELECT key FROM link_steps WHERE id > ?2 AND account_id = ?1)`

const numbersQuery = new RowQuery(numberSchema, numbersSql)
const lastQuery = new RowQuery(lastStepSchema, 'SELECT coalesce(max(id), 0) AS step FROM link_steps')
const changedQuery = new RowQuery(advertSchema, changedSql)
const anyQuery = new RowQuery(
  numberSchema,
  `SELECT auto_id AS autoId, key FROM links INDEXED BY links_of_adverts
       WHERE account_id = ? AND state = 'live' LIMIT 1`,
)

/** Live links as lists of adverts need them: the number of each advert, and which adverts' numbers changed since a step. */
export class StockNumbers extends Table {
  /** The keys of these adverts, by their ids; an advert without one is absent. */
  of(accountId: string, ids: readonly number[]): ReadonlyMap<number, string> {
    const rows = numbersQuery.all(this.db, accountId, JSON.stringify(ids))
    return new Map(rows.map(({ autoId, key }) => [autoId, key]))
  }

  /** True if any advert of the account has a key. */
  hasAny(accountId: string): boolean {
    return anyQuery.first(this.db, accountId) !== undefined
  }

  /** The number of the last step of any link; 0 if there was none. */
  get lastStep(): number {
    return lastQuery.one(this.db).step
  }

  /** Adverts whose key may be another one than at that step. */
  changedSince(accountId: string, step: number): number[] {
    return changedQuery.all(this.db, accountId, step).map(({ autoId }) => autoId)
  }
}

const id = z.int().positive()

/** Advert of a key, present or past. Ids of the vehicle are 0 if they are not known. */
const linkSchema = z.object({
  key: z.string(),
  fold: z.string(),
  autoId: id,
  state: z.enum(['live', 'ended']),
  endedBy: z.enum(['file', 'person']).nullable(),
  marka: z.int(),
  model: z.int(),
  base: z.int(),
  equip: z.int(),
  /** The source that last had the key. */
  source: id.nullable(),
  origin: z.enum(['created', 'column', 'matched', 'likeness', 'hand']),
  /** The create that made the advert. */
  row: id.nullable(),
  /** Last person or file that took the advert out of stock; null if it is in. */
  out: z.enum(['file', 'person']).nullable(),
  /** The first file of the source in a row that lacked the key: its content, and of when that is. */
  lackedSha256: z.string().nullable(),
  lackedAt: z.string().nullable(),
  at: z.string(),
})
export type StockLink = Readonly<z.infer<typeof linkSchema>>

const value = z.union([z.string(), z.number()]).nullable()
const fieldSchema = z.object({ key: z.string(), field: z.string(), given: value, shown: value, pinned: flag })
/**
 * Last value from the file, the advert's value after that (null: not read yet), and whether a person pinned the
 * field.
 */
export type LinkField = Readonly<Omit<z.infer<typeof fieldSchema>, 'key' | 'field'>>
/** Fields of linked adverts, by key and by field. */
export type LinkFields = ReadonlyMap<string, Readonly<Record<string, LinkField>>>

const heldSchema = z.object({
  key: z.string(),
  fold: z.string(),
  state: z.enum(['sending', 'in-doubt', 'conflict', 'planned']),
  operation: z.enum(operations),
  autoId: id.nullable(),
  marka: z.int(),
  model: z.int(),
  base: z.int(),
  equip: z.int(),
})
/** A key of which a row is not settled; `planned` is a create of another source. Ids of the vehicle are those of a create, else 0. */
export type HeldKey = Readonly<z.infer<typeof heldSchema>>

const stepSchema = z.object({
  step: z.string(),
  autoId: z.int().nullable(),
  detail: z.string().nullable(),
  at: z.string(),
})
export type LinkStep = Readonly<z.infer<typeof stepSchema>>

const refusalSchema = z.object({
  code: z.enum(['newer-file', 'key-linked', 'key-held', 'source-unlooked', 'link-changed']).nullable(),
})
/** Why a row with a key may not be sent any more. */
export type StockRefusal = NonNullable<z.infer<typeof refusalSchema>['code']>

const part = (name: string): string =>
  `iif(rows.operation = 'create' AND json_valid(payload), coalesce(payload ->> '$.${name}_id', 0), 0) AS ${name}`

/** Rows that wait are few among those with keys: they are found by the counts of their batches. */
const heldSql = `
  SELECT keyed.key, keyed.fold, rows.state, rows.operation, rows.auto_id AS autoId,
    ${['marka', 'model', 'base', 'equip'].map(part).join(', ')}
  FROM batch_counts INDEXED BY batch_counts_open CROSS JOIN batches ON batches.seq = batch_counts.batch
    CROSS JOIN rows INDEXED BY rows_by_state ON rows.batch = batch_counts.batch AND rows.state = batch_counts.state
    CROSS JOIN keyed_rows AS keyed ON keyed.row = rows.id
  WHERE ${unsettledCount} AND rows.state <> 'failed'
    AND batches.account_id = ?1 AND (rows.state <> 'planned'
      OR rows.operation = 'create' AND keyed.source IS NOT ?2
        AND batches.state NOT IN ('planning', 'cancelled', 'finished'))`

/** Keys of which another desk of the team has a row under way, or in doubt. */
const heldElsewhereSql = `
  SELECT stock_key AS key, '' AS fold, iif(state = 'doubt', 'in-doubt', state) AS state, operation, auto_id AS autoId,
    ${['marka', 'model', 'base', 'equip'].map((name) => `iif(operation = 'create', coalesce(payload ->> '$.${name}_id', 0), 0) AS ${name}`).join(', ')}
  FROM team_writes WHERE account_id = ? AND stock_key IS NOT NULL AND state IN ('sending', 'doubt')`

const linkColumns = `key, fold, auto_id AS autoId, state, ended_by AS endedBy, marka, model, base, equip, links.source, origin, row,
  out, file.sha256 AS lackedSha256, file.as_of AS lackedAt, at`
const fromLinks = `FROM links LEFT JOIN stock_files AS file ON file.seq = lacked_seq WHERE account_id = ?1`

const fieldsSql = 'SELECT key, field, given, shown, pinned FROM link_fields WHERE account_id = ?'

const keySchema = z.object({ key: z.string() })
const apartSchema = keySchema.extend({ other: z.string() })
const autoIdSchema = z.object({ autoId: id })
const revisionSchema = z.object({ n: z.int() })

const listQuery = new RowQuery(linkSchema, `SELECT ${linkColumns} ${fromLinks} ORDER BY key`)
const findQuery = new RowQuery(linkSchema, `SELECT ${linkColumns} ${fromLinks} AND key = ?2`)
const keyOfQuery = new RowQuery(
  keySchema,
  `SELECT key FROM links WHERE account_id = ? AND auto_id = ? AND state = 'live'`,
)
const fieldsQuery = new RowQuery(fieldSchema, fieldsSql)
const fieldsOfQuery = new RowQuery(fieldSchema, `${fieldsSql} AND key = ?`)
const heldQuery = new RowQuery(heldSchema, heldSql)
const heldElsewhereQuery = new RowQuery(heldSchema, heldElsewhereSql)
const stepsQuery = new RowQuery(
  stepSchema,
  'SELECT step, auto_id AS autoId, detail, at FROM link_steps WHERE account_id = ? AND key = ? ORDER BY id',
)
const apartQuery = new RowQuery(apartSchema, 'SELECT key, other FROM apart WHERE account_id = ?')
const outsideQuery = new RowQuery(autoIdSchema, 'SELECT auto_id AS autoId FROM outside WHERE account_id = ?')
const renewedQuery = new RowQuery(keySchema, 'SELECT key FROM renewed WHERE account_id = ?')
const revisionQuery = new RowQuery(
  revisionSchema,
  'SELECT coalesce(max(n), 0) AS n FROM stock_revision WHERE account_id = ?',
)
const refusalQuery = new RowQuery(refusalSchema, refusalSql)
const keyOfRowQuery = new RowQuery(keySchema, 'SELECT key FROM keyed_rows WHERE row = ?')
const advertOfRowQuery = new RowQuery(
  autoIdSchema,
  `SELECT auto_id AS autoId FROM keyed_rows AS keyed CROSS JOIN links
       WHERE keyed.row = ? AND links.account_id = keyed.account_id AND links.key = keyed.key AND links.state = 'live'`,
)
const unlookedQuery = new RowQuery(
  keySchema,
  `SELECT key FROM keyed_rows AS keyed JOIN stock_sources ON stock_sources.id = keyed.source
       WHERE keyed.row = ? AND NOT looked`,
)

/** Links between the dealer's own numbers and adverts, with what a person said about them. */
export class StockLinks extends Table {
  /** All links of the account, ended ones among them, by key. */
  list(accountId: string): StockLink[] {
    return listQuery.all(this.db, accountId)
  }

  find(accountId: string, key: string): StockLink | null {
    return findQuery.first(this.db, accountId, key) ?? null
  }

  /** The key of an advert; null if it has none. */
  keyOf(accountId: string, autoId: number): string | null {
    return keyOfQuery.first(this.db, accountId, autoId)?.key ?? null
  }

  /** The key of a row; null if it did not come from a stock file. */
  keyOfRow(row: number): string | null {
    return keyOfRowQuery.first(this.db, row)?.key ?? null
  }

  /** The advert that the key of a row has; null if it has none, or the row no key. */
  advertOfRow(row: number): number | null {
    return advertOfRowQuery.first(this.db, row)?.autoId ?? null
  }

  /** True if the row's source has had no plan looked at since the journal is as it is. */
  isOfUnlooked(row: number): boolean {
    return unlookedQuery.first(this.db, row) !== undefined
  }

  /** The fields of one key. */
  fieldsOf(accountId: string, key: string): Readonly<Record<string, LinkField>> {
    return Object.fromEntries(
      fieldsOfQuery.all(this.db, accountId, key).map(({ key: _key, field, ...known }) => [field, known]),
    )
  }

  fields(accountId: string): LinkFields {
    const fields = new Map<string, Record<string, LinkField>>()
    for (const { key, field, given, shown, pinned } of fieldsQuery.all(this.db, accountId)) {
      const known = fields.get(key)
      const fact = { given, shown, pinned }
      if (known) known[field] = fact
      else fields.set(key, { [field]: fact })
    }
    return fields
  }

  /**
   * Keys that wait: a row of theirs is being sent, in doubt or in conflict, here or at another desk, or another source
   * is to create them.
   * @param source the source that asks; its own unsent rows are withdrawn when its next file is planned
   */
  held(accountId: string, source: number | null): HeldKey[] {
    const elsewhere = heldElsewhereQuery
      .all(this.db, accountId)
      .map((held) => ({ ...held, fold: foldOf(held.key) }))
    return [...heldQuery.all(this.db, accountId, source), ...elsewhere]
  }

  /** Steps of a key, the oldest first. */
  steps(accountId: string, key: string): LinkStep[] {
    return stepsQuery.all(this.db, accountId, key)
  }

  /** Pairs of different cars: a key, and another key or `advert 123`. */
  apart(accountId: string): (readonly [key: string, other: string])[] {
    return apartQuery.all(this.db, accountId).map(({ key, other }) => [key, other])
  }

  /** Adverts that are in no file. */
  outside(accountId: string): number[] {
    return outsideQuery.all(this.db, accountId).map(({ autoId }) => autoId)
  }

  /** Keys that are to be created again. */
  renewed(accountId: string): string[] {
    return renewedQuery.all(this.db, accountId).map(({ key }) => key)
  }

  /** A number that goes up with whatever a plan of the account's stock depends on. */
  revision(accountId: string): number {
    return revisionQuery.one(this.db, accountId).n
  }

  /** Why a row may not be sent; null if it may, or has no key. */
  refusalOf(row: number): StockRefusal | null {
    return refusalQuery.first(this.db, row)?.code ?? null
  }
}
