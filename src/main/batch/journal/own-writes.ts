import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { SentSince } from '../../writes/sent-since.ts'
import type { Values } from '../../writes/values.ts'
import { flag, jsonValues } from './columns.ts'
import { tellUnreadable } from '../../storage/row-query.ts'
import { orTold, readParts, readStored, unreadableRecord } from '../../storage/stored-record.ts'

/** Of a row that can't be read nothing is known: what the advert has now is compared as if nothing had been written. */
const values = (part: string) => orTold(part, jsonValues, {})
const writtenSchema = z.object({ payload: values('payload'), before: values('before') })
const freshSchema = writtenSchema.extend({ done: flag })

/** A write of this app: what it sent, the values that the advert had before, and whether it is known to be done. */
export type OwnWrite = Readonly<z.infer<typeof freshSchema>>
const writtenToSchema = z.object({
  ...{ autoId: z.int(), payload: values('payload'), at: z.string(), who: z.string() },
})
const createdSchema = z.object({ id: z.int() })
const newerSchema = z.object({ batch: z.string() })

/**
 * The writes to an advert, those of the team's other desks between the rows before and after which they came to be known.
 * `sent` is the number of a row's last sending: what was written after what follows from the
 * journal's own numbers, because the clock may have been changed in between. Those of other desks that came to be known at once are told
 * apart by `at`, which is by the server's clock.
 */
const written = `SELECT rows.id, rows.state, rows.operation, doubt, payload, before, rows.updated_at AS at, batches.id AS batch,
    coalesce((SELECT max(id) FROM attempts WHERE attempts.row = rows.id AND kind = 'send'), 0) AS sent,
    (SELECT service_at FROM attempts WHERE attempts.row = rows.id AND kind = 'send' ORDER BY id DESC) AS serviceAt
  FROM rows JOIN batches ON batches.seq = rows.batch
  WHERE rows.auto_id = :autoId AND account_id = :accountId
  UNION ALL
  SELECT after_row + 0.5, iif(state = 'doubt', 'in-doubt', state), operation, state = 'doubt', payload, before, at, name,
    after_attempt + 0.5, NULL
  FROM team_writes WHERE auto_id = :autoId AND account_id = :accountId AND state IN ('sending', 'doubt', 'done')`

/** What was written to each of many adverts, oldest first: found advert by advert, and nothing is read of rows that did not write. */
const writtenOfMany = `SELECT autoId, payload, at, who FROM (
    SELECT rows.auto_id AS autoId, rows.id, payload, rows.updated_at AS at, '' AS who,
      coalesce((SELECT max(id) FROM attempts WHERE attempts.row = rows.id AND kind = 'send'), 0) AS sent
    FROM json_each(:autoIds) CROSS JOIN rows ON rows.auto_id = json_each.value
      JOIN batches ON batches.seq = rows.batch
    WHERE rows.state = 'done' AND rows.operation <> 'delete' AND account_id = :accountId
    UNION ALL
    SELECT team.auto_id, after_row + 0.5, payload, at, name, after_attempt + 0.5
    FROM json_each(:autoIds) CROSS JOIN team_writes AS team ON team.auto_id = json_each.value
    WHERE team.state = 'done' AND operation <> 'delete' AND account_id = :accountId
  ) WHERE at > :since ORDER BY autoId, sent, id, at`

/** The row whose create made an advert. Nothing of its sendings is looked up: it is asked for all adverts that a sync reads. */
const createdBy = `SELECT rows.id FROM rows JOIN batches ON batches.seq = rows.batch
    WHERE rows.auto_id = :autoId AND account_id = :accountId AND rows.state = 'done' AND rows.operation = 'create'`

const createdAmong = `SELECT value AS id FROM json_each(:autoIds)
  WHERE EXISTS (${createdBy.replaceAll(':autoId', 'value')})`

/** Creates have an index of their own; whether a row deleted the advert is found by the advert. */
const createdIds = `SELECT id FROM (
    SELECT auto_id AS id FROM rows INDEXED BY rows_of_creates JOIN batches ON batches.seq = rows.batch
      WHERE account_id = :accountId AND rows.state = 'done' AND rows.operation = 'create'
    UNION SELECT auto_id FROM team_writes
      WHERE account_id = :accountId AND state = 'done' AND operation = 'create' AND auto_id IS NOT NULL
  ) AS created
  WHERE NOT EXISTS (SELECT 1 FROM rows JOIN batches ON batches.seq = rows.batch
      WHERE rows.auto_id = created.id AND account_id = :accountId AND rows.state = 'done' AND rows.operation = 'delete')
    AND NOT EXISTS (SELECT 1 FROM team_writes
      WHERE auto_id = created.id AND account_id = :accountId AND state = 'done' AND operation = 'delete')`

/** The number of the last sending of the row that asks. */
const sentOfRow = `(SELECT coalesce(max(id), 0) FROM attempts WHERE attempts.row = :row AND kind = 'send')`

/** Another desk's writes have their places between two rows. */
const isOfThisDesk = 'id = CAST(id AS INTEGER)'

/** By the service's clock if both moments are known by it: this computer's may have been set in between. */
const isSince = `iif(serviceAt IS NOT NULL AND :serviceFrom IS NOT NULL, serviceAt >= :serviceFrom, at >= :from)`

/** When a person last said that the row that asks wins over other values. */
const answeredAt = `(SELECT coalesce(max(id), 0) FROM attempts
  WHERE attempts.row = :row AND kind = 'person' AND json_extract(answer, '$.kind') = 'overwrite')`

/** So many of them are enough: names are a help. */
const mostVehicles = 20_000

const createdVehicles = `SELECT DISTINCT payload ->> 'marka_id' AS marka_id, payload ->> 'model_id' AS model_id,
    payload ->> 'base_id' AS base_id, payload ->> 'equip_id' AS equip_id, payload ->> 'version' AS version
  FROM rows INDEXED BY rows_of_creates JOIN batches ON batches.seq = rows.batch
  WHERE rows.operation = 'create' AND rows.state = 'done' AND account_id = :accountId LIMIT ${mostVehicles}`

const vehicleSchema = z
  .object({ marka_id: z.number(), model_id: z.number(), base_id: z.number(), equip_id: z.number() })
  .extend({
    version: z
      .string()
      .nullable()
      .transform((text) => text ?? undefined),
  })
type CreatedVehicle = z.infer<typeof vehicleSchema>

/** A moment by this computer's clock, and by the service's if that is known. ISO 8601. */
export interface Since {
  readonly from: string
  readonly serviceFrom: string | null
}

/**
 * What this app wrote to an advert, folded from the journal's done rows. It is the only record of the fields that
 * /auto/info doesn't show. Source: docs/service/practice.md, "write reach".
 */
export class OwnWrites {
  readonly #db: DatabaseSync
  readonly #done: StatementSync
  readonly #ofMany: StatementSync
  readonly #before: StatementSync
  readonly #after: StatementSync
  readonly #fresh: StatementSync
  readonly #newer: StatementSync
  readonly #created: StatementSync
  readonly #createdAmong: StatementSync
  readonly #vehicles: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    const query = (columns: string, filter: string): StatementSync =>
      db.prepare(`SELECT ${columns} FROM (${written}) WHERE ${filter} ORDER BY sent, id, at`)
    const values = `state = 'done' AND operation <> 'delete'`
    this.#done = query('payload, before', values)
    this.#ofMany = db.prepare(writtenOfMany)
    this.#before = query('payload, before', `${values} AND (sent, id) < (${sentOfRow}, :row)`)
    this.#after = query('payload, before', `${values} AND (sent, id) > (${sentOfRow}, :row)`)
    this.#fresh = query(
      `payload, before, state = 'done' AS done`,
      // What another desk wrote excuses nothing: nobody at this one need have seen it.
      `(state = 'done' OR doubt) AND operation <> 'delete' AND id < :row AND ${isSince} AND ${isOfThisDesk}`,
    )
    this.#created = db.prepare(createdBy)
    this.#createdAmong = db.prepare(createdAmong)
    this.#vehicles = db.prepare(createdVehicles)
    this.#newer = query(
      'batch',
      // What another desk wrote is no batch of this journal: it is asked for by itself.
      `(state IN ('done', 'sending') OR doubt) AND id > :row AND sent > ${answeredAt} AND ${isOfThisDesk}`,
    )
  }

  /** The last value of each field that this app wrote. */
  values(accountId: string, autoId: number): Values {
    return this.#fold(this.#done.all({ accountId, autoId }))
  }

  /** The same for many adverts in one statement, without those that this app never wrote to. */
  valuesOfMany(accountId: string, autoIds: readonly number[]): ReadonlyMap<number, Values> {
    return new Map(
      [...this.sentSince(accountId, autoIds, '')].map(([autoId, { values }]) => [autoId, values]),
    )
  }

  /** The same of what was sent since a moment (ISO 8601), with who sent last. */
  sentSince(accountId: string, autoIds: readonly number[], since: string): ReadonlyMap<number, SentSince> {
    const sent = new Map<number, SentSince>()
    for (const row of this.#ofMany.all({ accountId, autoIds: JSON.stringify(autoIds), since })) {
      const { autoId, payload, at, who } = this.#read(writtenToSchema, row)
      sent.set(autoId, { values: { ...sent.get(autoId)?.values, ...payload }, at, who })
    }
    return sent
  }

  /** The last value of each field that this app wrote before it sent the row `row`. */
  valuesBefore(accountId: string, autoId: number, row: number): Values {
    return this.#fold(this.#before.all({ accountId, autoId, row }))
  }

  /**
   * What rows that were planned before `row` wrote since then, in doubt or not, the oldest first: for a while a read may
   * show it, or the values before it. What a row that was planned later wrote is none of them: when `row` was planned,
   * nobody had seen it. Source: docs/service/practice.md, "freshness".
   */
  freshWrites(accountId: string, autoId: number, { from, serviceFrom }: Since, row: number): OwnWrite[] {
    const found = this.#fresh.all({ accountId, autoId, from, serviceFrom, row })
    return found.map((each) => this.#read(freshSchema, each))
  }

  /** The row whose create made the advert; null if no row of ours did. */
  createdBy(accountId: string, autoId: number): number | null {
    const found = this.#created.get({ accountId, autoId })
    return found ? readStored(createdSchema, found, 'journal.db, rows').id : null
  }

  /** Those of the adverts that rows of ours created. */
  createdAmong(accountId: string, autoIds: readonly number[]): ReadonlySet<number> {
    const found = this.#createdAmong.all({ accountId, autoIds: JSON.stringify(autoIds) })
    return new Set(found.map((row) => readStored(createdSchema, row, 'journal.db, rows').id))
  }

  /** Adverts that rows of ours created and none deleted since. Reads all creates: for a sync without any list. */
  createdIds(accountId: string): number[] {
    const found = this.#db.prepare(createdIds).all({ accountId })
    return found.map((row) => readStored(createdSchema, row, 'journal.db, rows').id)
  }

  /** The different vehicles of the account's creates that were done, each once. */
  createdVehicles(accountId: string): CreatedVehicle[] {
    return this.#vehicles.all({ accountId }).map((row) => readStored(vehicleSchema, row, 'journal.db, rows'))
  }

  /** Whether another row was sent to the advert after this one: an older write must not win over it. */
  wroteAfter(accountId: string, autoId: number, row: number): boolean {
    return this.#after.get({ accountId, autoId, row }) !== undefined
  }

  /**
   * The batch of a row that was planned after this one and was sent, or may have been, since a person last said that
   * this one wins; null if there is none.
   */
  newerBatch(accountId: string, autoId: number, row: number): string | null {
    const found = this.#newer.get({ accountId, autoId, row })
    return found ? readStored(newerSchema, found, 'journal.db, batches').batch : null
  }

  #fold(rows: readonly unknown[]): Values {
    return Object.fromEntries(rows.flatMap((row) => Object.entries(this.#read(writtenSchema, row).payload)))
  }

  /** Values that can't be read are reported: what was written is then compared as if it had not been. */
  #read<Schema extends z.ZodType>(schema: Schema, row: unknown): z.output<Schema> {
    const read = readParts(schema, row)
    if (read instanceof z.ZodError) throw unreadableRecord('journal.db, rows', read)
    if (read.missed.length > 0)
      tellUnreadable(this.#db, { table: 'rows', leftOut: false, query: 'written', cells: row })
    return read.record
  }
}
