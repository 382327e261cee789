import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { RowQuery } from '../../storage/row-query.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { StockKey } from '../../writes/stock-key.ts'
import type { StockNote } from '../../writes/stock-file.ts'
import { StockLinks, type StockLink } from './stock-links.ts'

/** An advert that a key is linked to, and the evidence for it. */
export interface NewLink extends StockKey {
  readonly autoId: number
  readonly origin: Exclude<StockLink['origin'], 'created'>
  /** Ids of the vehicle, 0 if they are not known. */
  readonly vehicle?: readonly [marka: number, model: number, base: number, equip: number] | null
  readonly source?: number | null
}

const heldSchema = z.object({ batch: z.string(), line: z.int() })

/** The create of a key that may have made an advert: it takes its own, and no other is linked meanwhile. */
const heldBy = `
  SELECT batches.id AS batch, rows.line FROM keyed_rows AS keyed INDEXED BY keyed_rows_by_key
    CROSS JOIN rows ON rows.id = keyed.row JOIN batches ON batches.seq = rows.batch
  WHERE keyed.account_id = ? AND keyed.key = ? AND rows.operation = 'create' AND rows.state IN ('sending', 'in-doubt')`

const setLink = `
  INSERT INTO links (account_id, key, fold, auto_id, state, marka, model, base, equip, source, origin, at)
  VALUES (?, ?, ?, ?, 'live', ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (account_id, key) DO UPDATE SET
    auto_id = excluded.auto_id, state = 'live', ended_by = NULL, marka = excluded.marka, model = excluded.model,
    base = excluded.base, equip = excluded.equip, source = coalesce(excluded.source, links.source),
    origin = excluded.origin, row = NULL, out = NULL, out_sent = 0, lacked_seq = NULL, at = excluded.at`

const forgetStock = `DELETE FROM link_fields WHERE account_id = ? AND key = ? AND field = 'in_stock' AND NOT pinned`

const setNote = `
  INSERT INTO link_fields (account_id, key, field, given, shown) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (account_id, key, field) DO UPDATE SET given = excluded.given, shown = excluded.shown`

/** Unproven links stay unproven: rows that were left out are no evidence. */
const keepOut = `
  UPDATE links SET (out, out_sent) = (SELECT out, out_sent FROM links WHERE account_id = ?1 AND key = ?2)
  WHERE account_id = ?1 AND key = ?3`

/** Records who took the advert of a new link out of stock last, as if the link had been there already. */
const setOut = `
  UPDATE links SET (out, out_sent) = (
    SELECT iif(payload ->> '$.in_stock' = 0, iif(EXISTS (SELECT 1 FROM keyed_rows WHERE keyed_rows.row = writes.row), 'file', 'person'), NULL),
      coalesce(max(sent), 0)
    FROM writes WHERE auto_id = :autoId AND writes.account_id = :accountId AND row IS NOT NULL AND writes.state = 'done' AND operation = 'edit'
      AND iif(json_valid(payload), payload ->> '$.in_stock', NULL) IS NOT NULL)
  WHERE account_id = :accountId AND key = :key`

const heldByQuery = new RowQuery(heldSchema, heldBy)

/** Answers of a person about keys and adverts. Each method is one transaction, with a step that is kept. */
export class LinkAnswers {
  readonly #db: DatabaseSync
  readonly #links: StockLinks

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#links = new StockLinks(db)
  }

  /**
   * Links a key to an advert, instead of the one that it may have.
   * @throws Fault `usage`: `linked` if the advert is another key's, `key-held` if a create of the key may have made one
   */
  set(accountId: string, link: NewLink, at: string): void {
    const { key, fold, autoId, origin, source = null } = link
    inTransaction(this.#db, () => {
      const other = this.#links.keyOf(accountId, autoId)
      if (other === key) {
        this.#confirm(accountId, key, autoId, at)
        return
      }
      if (other !== null) throw new Fault('usage', { reason: 'linked', autoId, value: other })
      this.#refuseHeld(accountId, key)
      const values = [...(link.vehicle ?? [0, 0, 0, 0]), source, origin, at]
      this.#run(setLink, accountId, key, fold, autoId, ...values)
      this.#db.prepare(setOut).run({ accountId, key, autoId })
      // No read shows whether the advert is in stock: what was said of an earlier link is no sign of it.
      if (origin === 'hand') this.#run(forgetStock, accountId, key)
      this.#run('DELETE FROM renewed WHERE account_id = ? AND key = ?', accountId, key)
      this.#run('DELETE FROM outside WHERE account_id = ? AND auto_id = ?', accountId, autoId)
      this.#step(accountId, key, 'linked', at, autoId, origin)
    })
  }

  /**
   * The car has another number now: its advert goes from the old key to the new one, with its pinned fields and who
   * took it out of stock.
   * @param to its source is the one whose file has the new key, if that is known: the car may be another salon's now
   * @throws Fault `usage`: `not-linked` if the old key has no advert, `key-held` if a create of the new one may have made one
   */
  move(accountId: string, from: string, to: StockKey & Pick<NewLink, 'source'>, at: string): void {
    inTransaction(this.#db, () => {
      const link = this.#links.find(accountId, from)
      if (link?.state !== 'live') throw notLinked(from)
      const { autoId, marka, model, base, equip } = link
      // A car that comes under the old number again is another one.
      this.#end(accountId, from, at, 'file')
      const source = to.source ?? link.source
      this.set(accountId, { ...to, autoId, origin: 'hand', vehicle: [marka, model, base, equip], source }, at)
      // After that: what was known of another advert of the new key is forgotten with it.
      this.#run(
        'UPDATE OR REPLACE link_fields SET key = ? WHERE account_id = ? AND key = ?',
        to.key,
        accountId,
        from,
      )
      this.#run(keepOut, accountId, from, to.key)
    })
  }

  /** The file's value of a field is sent with the next plan, whatever was changed by hand or pinned. @throws Fault `usage` (`not-linked`) */
  takeFile(accountId: string, key: string, field: string, at: string): void {
    inTransaction(this.#db, () => {
      if (this.#links.find(accountId, key)?.state !== 'live') throw notLinked(key)
      this.#run(
        'DELETE FROM link_fields WHERE account_id = ? AND key = ? AND field = ?',
        accountId,
        key,
        field,
      )
      // A touch raises the revision: a plan that was made before is outdated.
      this.#run('UPDATE links SET at = at WHERE account_id = ? AND key = ?', accountId, key)
      this.#step(accountId, key, 'file-taken', at, null, field)
    })
  }

  /** The key has no advert any more. @throws Fault `usage` (`not-linked`) */
  cut(accountId: string, key: string, at: string): void {
    inTransaction(this.#db, () => {
      if (!this.#end(accountId, key, at)) throw notLinked(key)
    })
  }

  /**
   * The next file that has the key creates an advert for it; a link that it has ends.
   * @throws Fault `usage` (`key-held`) if a create of the key may have made one
   */
  renew(accountId: string, key: string, at: string): void {
    inTransaction(this.#db, () => {
      this.#refuseHeld(accountId, key)
      this.#end(accountId, key, at)
      this.#run('INSERT OR IGNORE INTO renewed VALUES (?, ?)', accountId, key)
      this.#step(accountId, key, 'renewed', at)
    })
  }

  /** They are other cars. @param others keys, or adverts as `advert 123` */
  apart(accountId: string, key: string, others: readonly string[], at: string): void {
    inTransaction(this.#db, () => {
      for (const other of others) {
        this.#run('INSERT OR IGNORE INTO apart VALUES (?, ?, ?)', accountId, key, other)
        this.#step(accountId, key, 'apart', at, null, other)
      }
    })
  }

  /** The advert is in no file, or may be after all. @throws Fault `usage` (`linked`) if it is a key's */
  outside(accountId: string, autoId: number, isOutside: boolean, at: string): void {
    inTransaction(this.#db, () => {
      const key = this.#links.keyOf(accountId, autoId)
      if (key !== null && isOutside) throw new Fault('usage', { reason: 'linked', autoId, value: key })
      const change = isOutside
        ? 'INSERT OR IGNORE INTO outside VALUES (?, ?)'
        : 'DELETE FROM outside WHERE account_id = ? AND auto_id = ?'
      this.#run(change, accountId, autoId)
      this.#step(accountId, '', isOutside ? 'outside' : 'not-outside', at, autoId)
    })
  }

  /** The file changes the field no more, or does again. @throws Fault `usage` (`not-linked`) */
  pin(accountId: string, key: string, field: string, isPinned: boolean, at: string): void {
    inTransaction(this.#db, () => {
      if (this.#links.find(accountId, key)?.state !== 'live') throw notLinked(key)
      this.#run(
        `INSERT INTO link_fields (account_id, key, field, pinned) VALUES (?, ?, ?, ?)
         ON CONFLICT (account_id, key, field) DO UPDATE SET pinned = excluded.pinned`,
        accountId,
        key,
        field,
        isPinned ? 1 : 0,
      )
      this.#step(accountId, key, isPinned ? 'pinned' : 'unpinned', at, null, field)
    })
  }

  /** The car left for sure, and nothing is sent about its advert: the next file that has the key creates one. */
  endByFile(accountId: string, key: string, at: string): void {
    this.#end(accountId, key, at, 'file')
  }

  /** Notes what adverts of keys show of their file's values: no answer, and no step. */
  note(accountId: string, notes: readonly StockNote[]): void {
    inTransaction(this.#db, () => {
      const set = this.#db.prepare(setNote)
      for (const { key, field, given, shown } of notes) set.run(accountId, key, field, given, shown)
    })
  }

  /** A person says of a link that was made by likeness that it is right. */
  #confirm(accountId: string, key: string, autoId: number, at: string): void {
    const confirm = this.#db.prepare(
      `UPDATE links SET origin = 'hand' WHERE account_id = ? AND key = ? AND origin = 'likeness'`,
    )
    if (confirm.run(accountId, key).changes > 0) this.#step(accountId, key, 'linked', at, autoId, 'hand')
  }

  #refuseHeld(accountId: string, key: string): void {
    const held = heldByQuery.first(this.#db, accountId, key)
    if (held) throw new Fault('usage', { reason: 'key-held', value: key, ...held })
  }

  /** @returns whether there was a link */
  #end(accountId: string, key: string, at: string, by: 'file' | 'person' = 'person'): boolean {
    const link = this.#links.find(accountId, key)
    if (link?.state !== 'live') return false
    this.#run(
      `UPDATE links SET state = 'ended', ended_by = ?, at = ? WHERE account_id = ? AND key = ?`,
      by,
      at,
      accountId,
      key,
    )
    this.#step(accountId, key, 'ended', at, link.autoId, by)
    return true
  }

  #step(
    accountId: string,
    key: string,
    step: string,
    at: string,
    autoId: number | null = null,
    detail: string | null = null,
  ): void {
    this.#run(
      'INSERT INTO link_steps (account_id, key, step, auto_id, detail, at) VALUES (?, ?, ?, ?, ?, ?)',
      accountId,
      key,
      step,
      autoId,
      detail,
      at,
    )
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#db.prepare(sql).run(...values)
  }
}

const notLinked = (key: string): Fault => new Fault('usage', { reason: 'not-linked', value: key })
