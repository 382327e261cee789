import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { AdvertEdit } from '#shared/batch/advert-edit.ts'
import { RowQuery } from '../../storage/row-query.ts'
import { jsonValues } from './columns.ts'

/** More than are done to an advert in a year. */
const most = 500

const editSchema = z.object({ at: z.string().nullable(), payload: jsonValues, before: jsonValues })

const edits = `SELECT at, payload, before FROM (
    SELECT coalesce((SELECT max(started_at) FROM attempts WHERE attempts.row = rows.id AND kind = 'send'), updated_at) AS at,
      payload, before
    FROM rows JOIN batches ON batches.seq = rows.batch
    WHERE rows.auto_id = ?1 AND account_id = ?2 AND rows.state = 'done' AND rows.operation = 'edit'
    UNION ALL
    SELECT at, payload, before FROM team_writes
    WHERE auto_id = ?1 AND account_id = ?2 AND state = 'done' AND operation = 'edit'
  ) ORDER BY at DESC LIMIT ${most}`

/** The edits of an advert that are done, those of the team's other desks among them, the newest first. */
export const editsOfAdvert = (db: DatabaseSync, accountId: string, autoId: number): AdvertEdit[] =>
  new RowQuery(db, editSchema, edits).all(autoId, accountId).flatMap(({ at, payload, before }) => {
    if (at === null) return []
    const isKnown = Object.keys(before).length > 0
    const changed = Object.keys(payload).filter(
      (field) => field !== 'auto_id' && payload[field] !== before[field],
    )
    return [{ at, fields: isKnown ? changed : [] }]
  })
