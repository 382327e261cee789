import { z } from 'zod'
import { StrictQuery, withDefault, storedNumbers } from '../../storage/row-query.ts'
import { flag, jsonValues } from './journal-row.ts'
import { noSource } from './stock-refusals.ts'

/**
 * Values that were written to adverts, may have been, or wait to be: rows of this journal, and what the team's log has
 * of other desks. Every question of what was sent, by whom and when is asked of this view.
 *
 * - `row`: the journal's row; NULL if another desk wrote it
 * - `place`: its order among the rows. Another desk's write lies between the rows before and after which it came to be known
 * - `sent`: the number of the last sending in the same order, 0 if it was never sent. What was written after what follows from the
 *   journal's own numbers, because a clock may have been changed in between. Writes of other desks that came to be known at
 *   once are told apart by `at`, which is by the server's clock
 * - `began`, `service_began`: the moment of that sending by this computer's clock and by the service's, if it is known
 * - `is_open`: its batch goes on, and has rows to send
 * - `who`, `member`: the other desk; '' and NULL for this one
 *
 * The account of other desks' writes is an expression so that they are found by the advert or the fingerprint.
 */
export const writesView = `
CREATE VIEW writes AS
  SELECT rows.id AS row, rows.id AS place,
    coalesce((SELECT max(id) FROM attempts WHERE attempts.row = rows.id AND kind = 'send'), 0) AS sent,
    (SELECT started_at FROM attempts WHERE attempts.row = rows.id AND kind = 'send' ORDER BY id DESC) AS began,
    (SELECT service_at FROM attempts WHERE attempts.row = rows.id AND kind = 'send' ORDER BY id DESC) AS service_began,
    account_id, rows.operation, rows.state, doubt, auto_id, fingerprint, payload, before, updated_at AS at,
    batches.id AS batch, seq, file_name, '' AS who, NULL AS member, NULL AS key,
    preview = 0 AND batches.state IN ('ready', 'running', 'waiting', 'paused') AND EXISTS (
      SELECT 1 FROM batch_counts WHERE batch_counts.batch = seq AND batch_counts.state = 'planned' AND n > 0) AS is_open
  FROM rows CROSS JOIN batches ON batches.seq = rows.batch
  UNION ALL
  SELECT NULL, after_row + 0.5, after_attempt + 0.5, at, NULL,
    +account_id, operation, iif(state = 'doubt', 'in-doubt', state), state = 'doubt', auto_id, fingerprint, payload, before, at,
    name || ', ' || substr(key, 1, instr(key, '/') - 1), NULL, name, name, member, key, 0
  FROM team_writes;`

/** Nothing is known of a row that can't be read: what the advert has now is compared as if nothing had been written. */
const values = (part: string) => withDefault(part, jsonValues, {})
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
export type CreatedVehicle = z.infer<typeof vehicleSchema>

/** A write of this app: what it sent, the values that the advert had before, and whether it is known to be done. */
export type OwnWrite = Readonly<z.infer<typeof freshSchema>>
/** A write of another desk, and when; while it `isOpen`, it isn't known whether it came to anything. */
export type ElsewhereWrite = Readonly<z.infer<typeof elsewhereSchema>>
/** A write that came after another: `who` is '' for this desk. */
export type NewerWrite = Readonly<z.infer<typeof newerSchema>>

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
/** Attempt by which a person last said that the row that asks wins over other values. */
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

/** A question of each kind. */
export const writesQueries = {
  done: new StrictQuery(
    payloadSchema,
    `SELECT payload FROM writes WHERE ${ofAdvert} AND ${changed} ${inOrder}`,
  ),
  before: new StrictQuery(
    payloadSchema,
    `SELECT payload FROM writes WHERE ${ofAdvert} AND ${changed} AND (sent, place) < (${sentOfRow}, :row) ${inOrder}`,
  ),
  since: new StrictQuery(
    sinceSchema,
    `SELECT auto_id AS autoId, payload, at, who FROM writes
      WHERE ${among} AND account_id = :accountId AND ${changed} AND at > :since ORDER BY auto_id, sent, place, at`,
  ),
  fresh: new StrictQuery(
    freshSchema,
    `SELECT payload, before, state = 'done' AS done FROM writes
      WHERE ${ofAdvert} AND (state = 'done' OR doubt) AND operation <> 'delete' AND place < :row AND ${isSince}
        AND member IS NULL ${inOrder}`,
  ),
  isAfter: new StrictQuery(
    foundSchema,
    `SELECT 1 AS found FROM writes WHERE ${ofAdvert} AND ${changed} AND (sent, place) > (${sentOfRow}, :row) LIMIT 1`,
  ),
  newer: new StrictQuery(
    newerSchema,
    `SELECT batch, who, at, state <> 'done' AS isOpen FROM writes
      WHERE ${ofAdvert} AND (${mayBeSent} OR doubt) AND operation <> 'create' AND place > :row AND sent > ${answered}
      ORDER BY place DESC, at DESC LIMIT 1`,
  ),
  elsewhere: new StrictQuery(
    elsewhereSchema,
    `SELECT who, at, state <> 'done' AS isOpen, payload FROM writes
      WHERE ${ofAdvert} AND ${mayBeSent} AND ${elsewhere} AND operation <> 'create' AND at >= :from
        AND sent > ${answered} AND sent > ${lastOwn} ORDER BY at DESC`,
  ),
  elsewhereLast: new StrictQuery(
    momentSchema,
    `SELECT auto_id AS autoId, max(at) AS at FROM writes
      WHERE account_id = :accountId AND auto_id IS NOT NULL AND state = 'done' AND ${elsewhere} GROUP BY auto_id`,
  ),
  edits: new StrictQuery(
    editSchema,
    `SELECT coalesce(began, at) AS at, payload, before FROM writes
      WHERE ${ofAdvert} AND state = 'done' AND operation = 'edit' ORDER BY 1 DESC LIMIT ${mostEdits}`,
  ),
  createdBy: new StrictQuery(
    rowSchema,
    `SELECT row FROM writes WHERE ${ofAdvert} AND ${created} AND member IS NULL`,
  ),
  isCreated: new StrictQuery(
    foundSchema,
    `SELECT 1 AS found FROM writes WHERE ${ofAdvert} AND ${created} AND ${elsewhere}`,
  ),
  createdAmong: new StrictQuery(
    idsSchema,
    `SELECT json_group_array(DISTINCT auto_id) AS ids FROM writes
      WHERE ${among} AND account_id = :accountId AND ${created} AND member IS NULL`,
  ),
  allCreated: new StrictQuery(
    idsSchema,
    `SELECT json_group_array(DISTINCT auto_id) AS ids FROM writes WHERE account_id = :accountId AND ${created}`,
  ),
  deleted: new StrictQuery(
    idsSchema,
    `SELECT json_group_array(DISTINCT auto_id) AS ids FROM writes
      WHERE ${among} AND account_id = :accountId AND state = 'done' AND operation = 'delete'`,
  ),
  vehicles: new StrictQuery(
    vehicleSchema,
    `SELECT DISTINCT payload ->> 'marka_id' AS marka_id, payload ->> 'model_id' AS model_id,
        payload ->> 'base_id' AS base_id, payload ->> 'equip_id' AS equip_id, payload ->> 'version' AS version
      FROM writes WHERE account_id = :accountId AND ${created} AND member IS NULL LIMIT ${mostVehicles}`,
  ),
  known: new StrictQuery(
    idsSchema,
    `SELECT json_group_array(DISTINCT auto_id) AS ids FROM writes WHERE ${among}`,
  ),
  names: new StrictQuery(
    foundSchema,
    `SELECT 1 AS found FROM writes WHERE ${ofAdvert} AND row IS NOT :butRow LIMIT 1`,
  ),
  sentBefore: new StrictQuery(
    sentSchema,
    `SELECT fingerprint, batch, file_name AS fileName, is_open AS open FROM writes
      WHERE fingerprint IN (SELECT value FROM json_each(:fingerprints)) AND account_id = :accountId AND seq IS NOT :butBatch
        AND (${mayBeSent} OR ${waits}) ORDER BY is_open, seq`,
  ),
  equalHeard: new StrictQuery(
    keySchema,
    `SELECT key FROM writes WHERE fingerprint = :fingerprint AND account_id = :accountId AND member = :member
      AND place > :row AND ${mayBeSent}`,
  ),
  equalAnswered: new StrictQuery(
    keySchema,
    `SELECT writes.key FROM writes LEFT JOIN keyed_rows AS keyed ON keyed.row = :row AND keyed.source <> ${noSource}
      WHERE fingerprint IN (SELECT value FROM json_each(:fingerprints)) AND writes.account_id = :accountId AND operation = 'create'
        AND ${elsewhere} AND ${mayBeSent} AND ${wasAsked}`,
  ),
  copies: new StrictQuery(
    countSchema,
    `SELECT count(*) AS n FROM writes
      WHERE fingerprint = :fingerprint AND account_id = :accountId AND operation = 'create' AND place < :row
        AND (${mayBeSent} OR ${waits} OR row IN (${stoodFor}))`,
  ),
}
