import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import {
  brakeSchema,
  candidateSchema,
  type CarDecision,
  missingCluesSchema,
} from '#shared/stock/stock-check.ts'
import {
  type CandidateGrade,
  candidateGrades,
  stockActions,
  stockReasons,
  type StockAction,
} from '#shared/stock/stock-actions.ts'
import { storedJson } from '../../storage/stored-json.ts'
import { readStored } from '../../storage/stored-record.ts'
import { BulkInsert } from '../staging/bulk-insert.ts'
import { draftPlace } from '../staging/draft-place.ts'
import type { Decisions } from './decisions.ts'
import { keyedVehicleSchema } from './stock-facts.ts'

/** What is decided about a car, as it is staged beside its row. */
export interface StagedCar extends CarDecision {
  readonly line: number
}

/** A value of the file that the advert has already: it is remembered as given, without a request. */
export interface StockNote {
  readonly key: string
  readonly field: string
  readonly given: string | number | null
  readonly shown: string | number | null
}

const detailSchema = z.object({
  autoId: z.int().nullable(),
  other: z.string().nullable(),
  candidates: z.array(candidateSchema),
})
const carRowSchema = z
  .object({
    key: z.string(),
    action: z.enum(stockActions),
    reason: z.enum(stockReasons).nullable(),
    missing: z.int().transform((bit) => bit === 1),
    detail: storedJson.pipe(detailSchema),
  })
  .transform(({ detail, ...car }) => ({ ...car, ...detail }))
const foundSchema = z.object({ grade: z.enum(candidateGrades), count: z.int() })
const linkSchema = z.object({ key: z.string(), autoId: z.int(), grade: z.enum(candidateGrades) })
/** The best advert for a car without a link. */
export type FoundAdvert = z.infer<typeof linkSchema>
const withdrawnSchema = z.object({ count: z.int() })
const countSchema = z.object({ action: z.enum(stockActions), count: z.int() })
const value = z.union([z.string(), z.number()]).nullable()
const noteSchema = z.object({ key: z.string(), field: z.string(), given: value, shown: value })

const nothing = JSON.stringify({ autoId: null, other: null, candidates: [] })

/** Most cars have none. */
const detailOf = ({ autoId, other, candidates }: z.infer<typeof detailSchema>): string =>
  autoId === null && other === null && candidates.length === 0
    ? nothing
    : JSON.stringify({ autoId, other, candidates })

const keptSchema = z.object({
  /** Rows of the file. */
  rows: z.int(),
  /** Rows that the filter of the source left out, which are not among them. */
  filtered: z.int(),
  /** Cars that are created beside another one of the same make, model, modification and equipment. */
  twins: z.int(),
  /** Numbers that lack only the zeros in front of known ones. */
  lostZeros: z.int(),
  present: z.array(z.string()),
  lacking: z.array(z.string()),
  isUnclear: z.boolean(),
  /** Names of sources that had no file for long. */
  silent: z.array(z.string()),
  brake: brakeSchema.nullable(),
  clues: missingCluesSchema,
  /** Keys whose link ends without a request: the advert is gone, and the car left. */
  ended: z.array(z.string()),
  /** Cars without an advert that get none yet. */
  open: z.array(keyedVehicleSchema),
})
/** What of the decisions is kept beside the rows: the keys that the file has and lacks, and what becomes of links. */
export type KeptDecisions = z.infer<typeof keptSchema>
const storedKeptSchema = z.object({ json: storedJson.pipe(keptSchema) })

/** The decisions about the cars of a staged draft. */
export class StockStaging {
  readonly #db: DatabaseSync
  readonly #find: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#find = db.prepare('SELECT key, action, reason, missing, detail FROM stock_rows WHERE line = ?')
  }

  write(cars: readonly StagedCar[]): void {
    const insert = new BulkInsert(this.#db, 'INSERT INTO stock_rows', 6)
    insert.write(
      cars.flatMap(({ line, key, action, reason, missing, ...detail }) => [
        line,
        key,
        action,
        reason,
        detailOf(detail),
        missing ? 1 : 0,
      ]),
    )
  }

  note(notes: readonly StockNote[]): void {
    const insert = new BulkInsert(this.#db, 'INSERT INTO stock_notes', 4)
    insert.write(notes.flatMap(({ key, field, given, shown }) => [key, field, given, shown]))
  }

  /** The car of a row; undefined if the file is not the whole stock. */
  find(line: number): CarDecision | undefined {
    const row = this.#find.get(line)
    return row && readStored(carRowSchema, row, draftPlace('stock_rows'))
  }

  /** How many cars have each action, without rows that the dealer left out. */
  counts(): Record<StockAction, number> {
    const counts = Object.fromEntries(stockActions.map((action) => [action, 0])) as Record<
      StockAction,
      number
    >
    const rows = this.#db
      .prepare(
        `SELECT action, count(*) AS count FROM stock_rows JOIN record_places USING (line) WHERE NOT left_out GROUP BY action`,
      )
      .all()
    for (const row of rows) {
      const { action, count } = readStored(countSchema, row, draftPlace('stock_rows'))
      counts[action] = count
    }
    return counts
  }

  /** How many missing cars have their adverts changed or deleted: the others stay, each for its reason. */
  withdrawn(): number {
    const row = this.#db
      .prepare(
        `SELECT count(*) AS count FROM stock_rows JOIN records USING (line)
         WHERE missing AND action = 'missing' AND valid AND NOT unchanged AND NOT left_out`,
      )
      .get()
    return readStored(withdrawnSchema, row, draftPlace('stock_rows')).count
  }

  /** For how many cars without a link adverts were found, by the grade of the best one. */
  found(): Record<CandidateGrade, number> {
    const found = Object.fromEntries(candidateGrades.map((grade) => [grade, 0])) as Record<
      CandidateGrade,
      number
    >
    const rows = this.#db
      .prepare(
        `SELECT detail ->> '$.candidates[0].grade' AS grade, count(*) AS count FROM stock_rows
         WHERE action = 'asked' AND detail ->> '$.candidates[0].grade' IS NOT NULL GROUP BY 1`,
      )
      .all()
    for (const row of rows) {
      const { grade, count } = readStored(foundSchema, row, draftPlace('stock_rows'))
      found[grade] = count
    }
    return found
  }

  /** The asked cars with an advert of these grades, and the best advert of each. */
  links(grades: readonly CandidateGrade[]): FoundAdvert[] {
    return this.#db
      .prepare(
        `SELECT key, detail ->> '$.candidates[0].autoId' AS autoId, detail ->> '$.candidates[0].grade' AS grade FROM stock_rows
         WHERE action = 'asked' AND detail ->> '$.candidates[0].grade' IN (SELECT value FROM json_each(?))`,
      )
      .all(JSON.stringify(grades))
      .map((row) => readStored(linkSchema, row, draftPlace('stock_rows')))
  }

  keep(kept: Omit<KeptDecisions, 'present' | 'lacking'> & Pick<Decisions, 'present' | 'lacking'>): void {
    this.#db.prepare('INSERT INTO stock_plan VALUES (?)').run(JSON.stringify(kept))
  }

  kept(): KeptDecisions {
    const row = this.#db.prepare('SELECT json FROM stock_plan').get()
    return readStored(storedKeptSchema, row, draftPlace('stock_plan')).json
  }

  notes(): StockNote[] {
    return this.#db
      .prepare('SELECT key, field, given, shown FROM stock_notes')
      .all()
      .map((row) => readStored(noteSchema, row, draftPlace('stock_notes')))
  }
}
