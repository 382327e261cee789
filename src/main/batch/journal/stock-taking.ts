import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { RowQuery, StrictQuery, Statement } from '../../storage/row-query.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { StockRow } from '../../writes/planned-row.ts'
import type { StockFile } from '../../writes/stock-file.ts'
import { LinkAnswers } from './link-answers.ts'
import { noSource } from './stock-refusals.ts'
import { StockLinks } from './stock-links.ts'
import { StockSources } from './stock-sources.ts'
import { TeamStock } from './team-stock.ts'

/** A stock file of an account, by its content. */
export interface ComingFile {
  readonly accountId: string
  readonly fileSha256: string | null
  readonly stock: StockFile
}

/** A file whose rows are being planned: its place among those of its source. */
export interface BegunFile {
  readonly seq: number
  readonly accountId: string
  readonly source: number
}

/** The place of rows with keys that came from no stock file. */
export const noFile = { seq: 0, source: noSource } as const

const seqSchema = z.object({ seq: z.int().positive() })
const batchSchema = z.object({ seq: z.int(), id: z.string() })

/** Batches of older files that have rows to send. */
const olderSql = `
  SELECT DISTINCT batches.seq, batches.id FROM stock_files JOIN batches ON batches.seq = stock_files.batch
    JOIN batch_counts ON batch_counts.batch = batches.seq
  WHERE stock_files.source = ? AND stock_files.seq < ? AND batch_counts.state = 'planned' AND n > 0
    AND batches.state NOT IN ('planning', 'cancelled') ORDER BY batches.seq`

/** A row that an earlier attempt may have sent stays in doubt. */
const withdrawSql = `
  UPDATE rows SET state = iif(doubt, 'in-doubt', 'skipped'), error_code = 'newer-file', error_detail = NULL, updated_at = ?
  WHERE id IN (SELECT id FROM rows INDEXED BY rows_by_state CROSS JOIN keyed_rows AS keyed ON keyed.row = rows.id
    WHERE batch = ? AND state = 'planned' ORDER BY line LIMIT ?)`

/** Only what changes is written: of a file of each night nearly nothing. */
const presentSql = `
  UPDATE links SET source = :source, lacked_seq = NULL
  WHERE account_id = :accountId AND key IN (SELECT value FROM json_each(:keys))
    AND (source IS NOT :source OR lacked_seq IS NOT NULL)`
const lackingSql = `
  UPDATE links SET source = :source, lacked_seq = :seq
  WHERE account_id = :accountId AND key IN (SELECT value FROM json_each(:keys))
    AND (source IS NOT :source OR lacked_seq IS NULL)`

/** A file with rows that could not be identified says what is there, and nothing about what is missing. */
const forgetSql = `
  DELETE FROM source_keys WHERE source = :source AND key NOT IN (SELECT value FROM json_each(:keys))`
const keepSql = `
  INSERT INTO source_keys SELECT :source, value FROM json_each(:keys) WHERE TRUE ON CONFLICT DO NOTHING`

const olderQuery = new RowQuery(batchSchema, olderSql)

const addKeyStatement = new Statement('INSERT INTO keyed_rows VALUES (?, ?, ?, ?, ?, ?, ?)')

/** The taking of stock files: each begins before its rows are planned, and is taken in the transaction that publishes them. */
export class StockTaking {
  readonly #db: DatabaseSync
  readonly #links: StockLinks
  readonly #answers: LinkAnswers
  readonly #sources: StockSources
  readonly #team: TeamStock

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#links = new StockLinks(db)
    this.#answers = new LinkAnswers(db)
    this.#sources = new StockSources(db)
    this.#team = new TeamStock(db)
  }

  /**
   * From here on no row of an older file of the source is claimed.
   * @param batch the batch that is being planned of it
   * @throws Fault `plan-outdated` if the account's stock is not as it was when the plan was made
   */
  begin({ accountId, fileSha256, stock }: ComingFile, batch: number): BegunFile {
    this.refuseOutdated(accountId, stock)
    const { seq } = new StrictQuery(
      seqSchema,
      'INSERT INTO stock_files (source, sha256, as_of, rows, batch) VALUES (?, ?, ?, ?, ?) RETURNING seq',
    ).one(this.#db, stock.source, fileSha256 ?? '', stock.asOf, stock.rows, batch)
    this.#noteTeam(accountId, seq, stock)
    return { seq, accountId, source: stock.source }
  }

  /** @throws Fault `plan-outdated` */
  refuseOutdated(accountId: string, { source, revision }: StockFile): void {
    // A new journal does not know the source of a plan that was made before.
    const isKnown = this.#sources.get(source)?.accountId === accountId
    if (!isKnown || this.#links.revision(accountId) !== revision) throw new Fault('plan-outdated')
  }

  /** Batches of older files of the source that have rows to send. */
  olderBatches({ source, seq }: BegunFile): { readonly seq: number; readonly id: string }[] {
    return olderQuery.all(this.#db, source, seq)
  }

  /** Withdraws so many unsent rows of a batch of an older file. @returns whether there may be more */
  withdraw(batch: number, limit: number, at: string): boolean {
    const { changes } = this.#db.prepare(withdrawSql).run(at, batch, limit)
    return Number(changes) === limit
  }

  /** Keeps the key of a row. @throws Fault `plan-outdated` if another row is to create the key, or may have */
  addKey({ seq, accountId, source }: BegunFile, row: number, { key, fold, missing }: StockRow): void {
    try {
      addKeyStatement.of(this.#db).run(row, accountId, key, fold, source, seq, missing ? 1 : 0)
    } catch (error) {
      if (error instanceof Error && error.message.includes(createdOnce)) throw new Fault('plan-outdated')
      throw error
    }
  }

  /** The file's rows are all planned. In the transaction that publishes their batch. */
  take(begun: BegunFile, stock: StockFile, at: string): void {
    this.#db.prepare('UPDATE stock_files SET taken_at = ? WHERE seq = ?').run(at, begun.seq)
    this.#note(begun, stock, at)
  }

  /** Takes a file of which nothing is to be sent: it has no batch. @throws Fault `plan-outdated` */
  takeAlone({ accountId, fileSha256, stock }: ComingFile, at: string): BegunFile {
    return inTransaction(this.#db, () => {
      this.refuseOutdated(accountId, stock)
      const { seq } = new StrictQuery(
        seqSchema,
        'INSERT INTO stock_files (source, sha256, as_of, rows, taken_at) VALUES (?, ?, ?, ?, ?) RETURNING seq',
      ).one(this.#db, stock.source, fileSha256 ?? '', stock.asOf, stock.rows, at)
      this.#noteTeam(accountId, seq, stock)
      const begun = { seq, accountId, source: stock.source }
      this.#note(begun, stock, at)
      return begun
    })
  }

  #noteTeam(accountId: string, seq: number, { teamNo }: StockFile): void {
    if (teamNo !== null) this.#team.noteFile(accountId, seq, teamNo)
  }

  #note({ seq, accountId, source }: BegunFile, file: StockFile, at: string): void {
    const { present, lacking, isUnclear, ended, notes } = file
    const keys = JSON.stringify(present)
    for (const key of ended) this.#answers.endByFile(accountId, key, at)
    this.#db.prepare(presentSql).run({ accountId, source, keys })
    if (!isUnclear) this.#db.prepare(forgetSql).run({ source, keys })
    this.#db.prepare(keepSql).run({ source, keys })
    this.#db.prepare(lackingSql).run({ accountId, source, seq, keys: JSON.stringify(lacking) })
    this.#answers.note(accountId, notes)
  }
}

/** Message of `keyed_rows_created_once`. */
const createdOnce = 'a key is created once'
