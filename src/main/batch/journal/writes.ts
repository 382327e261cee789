import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { AdvertEdit } from '#shared/batch/advert-edit.ts'
import type { SentBefore } from '../../writes/sent-before.ts'
import type { SentSince } from '../../writes/sent-since.ts'
import type { Values } from '../../writes/values.ts'
import { StrictQuery } from '../../storage/row-query.ts'
import { orTold } from '../../storage/stored-record.ts'
import { storedNumbers } from '../../storage/stored-json.ts'
import { flag, jsonValues } from './columns.ts'
import { noSource } from './stock-refusals.ts'

/** Of a row that can't be read nothing is known: what the advert has now is compared as if nothing had been written. */
const values = (part: string) => orTold(part, jsonValues, {})
const payloadSchema = z.object({ payload: values('payload') })
const freshSchema = payloadSchema.extend({ before: values('before'), done: flag })
const sinceSchema = payloadSchema.extend({ autoId: z.int(), at: z.string(), who: z.string() })
const editSchema = freshSchema.pick({ payload: true, before: true }).extend({ at: z.string().nullable() })
const idsSchema = z.object({ ids: storedNumbers })
const rowSchema = z.object({ row: z.int() })
const foundSchema = z.object({ found: flag })
const keySchema = z.object({ key: z.string() })
const countSchema = z.object({ n: z.int() })
const whoSchema = z.object({ who: z.string(), at: z.string(), isOpen: flag })
const newerSchema = whoSchema.extend({ batch: z.string(), at: z.string().nullable() })
const elsewhereSchema = whoSchema.extend({ payload: jsonValues })
const momentSchema = z.object({ autoId: z.int(), at: z.string() })
const sentSchema = z.object({ fingerprint: z.string(), batch: z.string(), fileName: z.string(), open: flag })
const vehicleSchema = z.object({
  marka_id: z.number(),
  model_id: z.number(),
  base_id: z.number(),
  equip_id: z.number(),
  version: z
    .string()
    .nullable()
    .transform((text) => text ?? undefined),
})
type CreatedVehicle = z.infer<typeof vehicleSchema>

/** A write of this app: what it sent, the values that the advert had before, and whether it is known to be done. */
export type OwnWrite = Readonly<z.infer<typeof freshSchema>>
/** A write of another desk, and when; while it `isOpen`, it isn't known whether it came to anything. */
type ElsewhereWrite = Readonly<z.infer<typeof elsewhereSchema>>
/** A write that came after another: `who` is '' for this desk. */
type NewerWrite = Readonly<z.infer<typeof newerSchema>>

/** A moment by this computer's clock, and by the service's if that is known. ISO 8601. */
export interface Since {
  readonly from: string
  readonly serviceFrom: string | null
}

/** More edits than are made to an advert in a year. */
const mostEdits = 500
/** So many vehicles are enough: names are a help. */
const mostVehicles = 20_000

const ofAdvert = 'auto_id = :autoId AND account_id = :accountId'
const among = 'auto_id IN (SELECT value FROM json_each(:autoIds))'
const mayBeSent = `state IN ('sending', 'in-doubt', 'done')`
const changed = `state = 'done' AND operation <> 'delete'`
const created = `state = 'done' AND operation = 'create'`
const waits = `state = 'planned' AND is_open`
const elsewhere = 'member IS NOT NULL'
const inOrder = 'ORDER BY sent, place, at'

/** The number of the last sending of the row that asks. */
const sentOfRow = `(SELECT coalesce(max(id), 0) FROM attempts WHERE attempts.row = :row AND kind = 'send')`
/** When a person last said that the row that asks wins over other values. */
const answered = `(SELECT coalesce(max(id), 0) FROM attempts
  WHERE attempts.row = :row AND kind = 'person' AND json_extract(answer, '$.kind') = 'overwrite')`
/** This desk's last sending to the advert: what others wrote before it was known then. */
const lastOwn = `(SELECT coalesce(max(attempts.id), 0) FROM rows JOIN attempts ON attempts.row = rows.id
  WHERE rows.auto_id = :autoId AND rows.state = 'done' AND kind = 'send')`
/** By the service's clock if both moments are known by it: this computer's may have been set in between. */
const isSince = `iif(service_began IS NOT NULL AND :serviceFrom IS NOT NULL, service_began >= :serviceFrom, at >= :from)`
/** Rows of the batch of the row that asks which came to nothing because another desk sent their equal. */
const stoodFor = `SELECT other.id FROM rows AS other JOIN rows AS own ON own.id = :row
  WHERE other.fingerprint = :fingerprint AND +other.batch = own.batch
    AND other.error_code IN ('sent-elsewhere', 'under-way-elsewhere')`
/** A person was asked about the equal create of another desk: by the file, or for a car of a stock file by its number and by the advert. */
const wasAsked = `iif(keyed.key IS NULL, place < :row,
  EXISTS (SELECT 1 FROM renewed WHERE account_id = :accountId AND key = keyed.key)
  OR EXISTS (SELECT 1 FROM outside WHERE account_id = :accountId AND auto_id = writes.auto_id)
  OR EXISTS (SELECT 1 FROM apart WHERE account_id = :accountId AND key = keyed.key AND other = 'advert ' || writes.auto_id))`

/** A prepared question of each kind. */
const queries = (db: DatabaseSync) => {
  const query = <Row extends z.ZodType>(schema: Row, text: string): StrictQuery<Row> =>
    new StrictQuery(db, schema, text)
  return {
    done: query(payloadSchema, `SELECT payload FROM writes WHERE ${ofAdvert} AND ${changed} ${inOrder}`),
    before: query(
      payloadSchema,
      `SELECT payload FROM writes WHERE ${ofAdvert} AND ${changed} AND (sent, place) < (${sentOfRow}, :row) ${inOrder}`,
    ),
    since: query(
      sinceSchema,
      `SELECT auto_id AS autoId, payload, at, who FROM writes
      WHERE ${among} AND account_id = :accountId AND ${changed} AND at > :since ORDER BY auto_id, sent, place, at`,
    ),
    fresh: query(
      freshSchema,
      `SELECT payload, before, state = 'done' AS done FROM writes
      WHERE ${ofAdvert} AND (state = 'done' OR doubt) AND operation <> 'delete' AND place < :row AND ${isSince}
        AND member IS NULL ${inOrder}`,
    ),
    isAfter: query(
      foundSchema,
      `SELECT 1 AS found FROM writes WHERE ${ofAdvert} AND ${changed} AND (sent, place) > (${sentOfRow}, :row) LIMIT 1`,
    ),
    newer: query(
      newerSchema,
      `SELECT batch, who, at, state <> 'done' AS isOpen FROM writes
      WHERE ${ofAdvert} AND (${mayBeSent} OR doubt) AND operation <> 'create' AND place > :row AND sent > ${answered}
      ORDER BY place DESC, at DESC LIMIT 1`,
    ),
    elsewhere: query(
      elsewhereSchema,
      `SELECT who, at, state <> 'done' AS isOpen, payload FROM writes
      WHERE ${ofAdvert} AND ${mayBeSent} AND ${elsewhere} AND operation <> 'create' AND at >= :from
        AND sent > ${answered} AND sent > ${lastOwn} ORDER BY at DESC`,
    ),
    elsewhereLast: query(
      momentSchema,
      `SELECT auto_id AS autoId, max(at) AS at FROM writes
      WHERE account_id = :accountId AND auto_id IS NOT NULL AND state = 'done' AND ${elsewhere} GROUP BY auto_id`,
    ),
    edits: query(
      editSchema,
      `SELECT coalesce(began, at) AS at, payload, before FROM writes
      WHERE ${ofAdvert} AND state = 'done' AND operation = 'edit' ORDER BY 1 DESC LIMIT ${mostEdits}`,
    ),
    createdBy: query(rowSchema, `SELECT row FROM writes WHERE ${ofAdvert} AND ${created} AND member IS NULL`),
    isCreated: query(
      foundSchema,
      `SELECT 1 AS found FROM writes WHERE ${ofAdvert} AND ${created} AND ${elsewhere}`,
    ),
    createdAmong: query(
      idsSchema,
      `SELECT json_group_array(DISTINCT auto_id) AS ids FROM writes
      WHERE ${among} AND account_id = :accountId AND ${created} AND member IS NULL`,
    ),
    allCreated: query(
      idsSchema,
      `SELECT json_group_array(DISTINCT auto_id) AS ids FROM writes WHERE account_id = :accountId AND ${created}`,
    ),
    deleted: query(
      idsSchema,
      `SELECT json_group_array(DISTINCT auto_id) AS ids FROM writes
      WHERE ${among} AND account_id = :accountId AND state = 'done' AND operation = 'delete'`,
    ),
    vehicles: query(
      vehicleSchema,
      `SELECT DISTINCT payload ->> 'marka_id' AS marka_id, payload ->> 'model_id' AS model_id,
        payload ->> 'base_id' AS base_id, payload ->> 'equip_id' AS equip_id, payload ->> 'version' AS version
      FROM writes WHERE account_id = :accountId AND ${created} AND member IS NULL LIMIT ${mostVehicles}`,
    ),
    known: query(idsSchema, `SELECT json_group_array(DISTINCT auto_id) AS ids FROM writes WHERE ${among}`),
    names: query(
      foundSchema,
      `SELECT 1 AS found FROM writes WHERE ${ofAdvert} AND row IS NOT :butRow LIMIT 1`,
    ),
    sentBefore: query(
      sentSchema,
      `SELECT fingerprint, batch, file_name AS fileName, is_open AS open FROM writes
      WHERE fingerprint IN (SELECT value FROM json_each(:fingerprints)) AND account_id = :accountId AND seq IS NOT :butBatch
        AND (${mayBeSent} OR ${waits}) ORDER BY is_open, seq`,
    ),
    equalHeard: query(
      keySchema,
      `SELECT key FROM writes WHERE fingerprint = :fingerprint AND account_id = :accountId AND member = :member
      AND place > :row AND ${mayBeSent}`,
    ),
    equalAnswered: query(
      keySchema,
      `SELECT writes.key FROM writes LEFT JOIN keyed_rows AS keyed ON keyed.row = :row AND keyed.source <> ${noSource}
      WHERE fingerprint IN (SELECT value FROM json_each(:fingerprints)) AND writes.account_id = :accountId AND operation = 'create'
        AND ${elsewhere} AND ${mayBeSent} AND ${wasAsked}`,
    ),
    copies: query(
      countSchema,
      `SELECT count(*) AS n FROM writes
      WHERE fingerprint = :fingerprint AND account_id = :accountId AND operation = 'create' AND place < :row
        AND (${mayBeSent} OR ${waits} OR row IN (${stoodFor}))`,
    ),
  }
}

/**
 * What was written to adverts, by this desk and the others of its team. It is the only record of the fields that /auto/info doesn't
 * show. Source: docs/service/practice.md, "write reach".
 */
export class Writes {
  readonly #queries: ReturnType<typeof queries>

  constructor(db: DatabaseSync) {
    this.#queries = queries(db)
  }

  /** The last value of each field that was written. */
  values(accountId: string, autoId: number): Values {
    return folded(this.#queries.done.all({ accountId, autoId }))
  }

  /** The same for many adverts in one statement, without those that nothing was written to. */
  valuesOfMany(accountId: string, autoIds: readonly number[]): ReadonlyMap<number, Values> {
    const sent = this.sentSince(accountId, autoIds, '')
    return new Map([...sent].map(([autoId, written]) => [autoId, written.values]))
  }

  /** The same of what was sent since a moment (ISO 8601), with who sent last. */
  sentSince(accountId: string, autoIds: readonly number[], since: string): ReadonlyMap<number, SentSince> {
    const sent = new Map<number, SentSince>()
    for (const row of this.#queries.since.all({ accountId, autoIds: JSON.stringify(autoIds), since })) {
      const { autoId, payload, at, who } = row
      sent.set(autoId, { values: { ...sent.get(autoId)?.values, ...payload }, at, who })
    }
    return sent
  }

  /** The last value of each field that was written before the row `row` was sent. */
  valuesBefore(accountId: string, autoId: number, row: number): Values {
    return folded(this.#queries.before.all({ accountId, autoId, row }))
  }

  /**
   * What rows that were planned before `row` wrote since then, in doubt or not, the oldest first: for a while a read may
   * show it, or the values before it. What was planned later, or another desk wrote, is none of them: when `row` was planned,
   * the person hadn't seen it. Source: docs/service/practice.md, "freshness".
   */
  fresh(accountId: string, autoId: number, since: Since, row: number): OwnWrite[] {
    return this.#queries.fresh.all({ accountId, autoId, ...since, row })
  }

  /** Whether another row was sent to the advert after this one: an older write must not win over it. */
  wroteAfter(accountId: string, autoId: number, row: number): boolean {
    return this.#queries.isAfter.first({ accountId, autoId, row }) !== undefined
  }

  /**
   * The last write to the advert that was planned after this row, or that came to be known after it was planned, and was sent, or may
   * have been, since a person last said that the row wins; null if there is none.
   */
  newer(accountId: string, autoId: number, row: number): NewerWrite | null {
    return this.#queries.newer.first({ accountId, autoId, row }) ?? null
  }

  /**
   * What other desks wrote to the advert since then, the last first, no matter when this row was planned: a file, and the saved
   * stock, may show the values before it.
   */
  elsewhereSince(accountId: string, autoId: number, from: string, row: number): ElsewhereWrite[] {
    return this.#queries.elsewhere.all({ accountId, autoId, from, row })
  }

  /** When other desks of the team last wrote adverts, by their ids, ISO 8601. */
  lastElsewhere(accountId: string): ReadonlyMap<number, string> {
    return new Map(this.#queries.elsewhereLast.all({ accountId }).map(({ autoId, at }) => [autoId, at]))
  }

  /** The edits of an advert that are done, the newest first. */
  edits(accountId: string, autoId: number): AdvertEdit[] {
    return this.#queries.edits.all({ accountId, autoId }).flatMap(({ at, payload, before }) => {
      if (at === null) return []
      const isKnown = Object.keys(before).length > 0
      const fields = Object.keys(payload).filter(
        (field) => field !== 'auto_id' && payload[field] !== before[field],
      )
      return [{ at, fields: isKnown ? fields : [] }]
    })
  }

  /** The row whose create made the advert; null if no row of ours did. Nothing of its sendings is looked up. */
  createdBy(accountId: string, autoId: number): number | null {
    return this.#queries.createdBy.first({ accountId, autoId })?.row ?? null
  }

  /** Whether a create of another desk made the advert. */
  isCreatedElsewhere(accountId: string, autoId: number): boolean {
    return this.#queries.isCreated.first({ accountId, autoId }) !== undefined
  }

  /** Those of the adverts that rows of ours created. */
  createdAmong(accountId: string, autoIds: readonly number[]): ReadonlySet<number> {
    return new Set(this.#queries.createdAmong.one({ accountId, autoIds: JSON.stringify(autoIds) }).ids)
  }

  /** Adverts that were created and not deleted since. Reads all creates: for a sync without any list. */
  createdIds(accountId: string): number[] {
    const { ids } = this.#queries.allCreated.one({ accountId })
    const deleted = new Set(this.#queries.deleted.one({ accountId, autoIds: JSON.stringify(ids) }).ids)
    return ids.filter((id) => !deleted.has(id))
  }

  /** The different vehicles of the account's creates that were done, each once. */
  createdVehicles(accountId: string): CreatedVehicle[] {
    return this.#queries.vehicles.all({ accountId })
  }

  /** Which of these adverts there are rows about, of whatever account. */
  known(autoIds: readonly number[]): ReadonlySet<number> {
    return new Set(this.#queries.known.one({ autoIds: JSON.stringify(autoIds) }).ids)
  }

  /** Whether a row of the account other than `butRow` is about the advert, in whatever state. */
  names(accountId: string, autoId: number, butRow: number): boolean {
    return this.#queries.names.first({ accountId, autoId, butRow }) !== undefined
  }

  /**
   * Which of these fingerprints were sent to the account, or wait to be in an open batch, with the newest such batch, or
   * the newest that is still open; `butBatch` doesn't count.
   */
  sentBefore(
    accountId: string,
    fingerprints: readonly string[],
    butBatch = -1,
  ): ReadonlyMap<string, SentBefore> {
    const asked = { accountId, fingerprints: JSON.stringify(fingerprints), butBatch }
    return new Map(this.#queries.sentBefore.all(asked).map(({ fingerprint, ...sent }) => [fingerprint, sent]))
  }

  /**
   * Which of equal creates the row is: one more than those that were sent or planned before it here, or that another desk sent, or has under way, in
   * the place of an earlier row of the same file, and those of other desks that were known when it was planned. Two desks that
   * both send again "one more" mean the same one.
   */
  copyOf(accountId: string, row: number, fingerprint: string): number {
    return 1 + this.#queries.copies.one({ accountId, row, fingerprint }).n
  }

  /** Keys of equal rows that the team's log has of a desk, and that came to be known after this row was planned. */
  equalHeardSince(accountId: string, row: number, fingerprint: string, member: number): string[] {
    return this.#queries.equalHeard.all({ accountId, row, fingerprint, member }).map(({ key }) => key)
  }

  /** Keys of equal creates of other desks that a person was asked about before the row was planned. */
  equalAnswered(accountId: string, row: number, fingerprints: readonly string[]): string[] {
    const asked = { accountId, row, fingerprints: JSON.stringify(fingerprints) }
    return this.#queries.equalAnswered.all(asked).map(({ key }) => key)
  }
}

const folded = (written: readonly { payload: Values }[]): Values =>
  Object.fromEntries(written.flatMap(({ payload }) => Object.entries(payload)))
