import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { problemCodes } from '#shared/batch/row.ts'
import type { Check } from '#shared/import/draft.ts'
import { createNumber } from './verdict.ts'
import { readStored } from '../../storage/stored-record.ts'
import { draftPlace } from './draft-place.ts'

type ProblemCount = Check['problems'][number]

type RowCount = z.infer<typeof rowsSchema>

/** Creates that a batch of the journal has already. */
export interface SentCount {
  readonly id: string
  readonly fileName: string
  /** When the journal was recovered, if they may be some of the sends that are unknown since; '' if they were found. */
  readonly recovered: string
  /** How many sends are unknown; '' if that isn't known either. */
  readonly sends: number | ''
  readonly count: number
}

/** Creates that an earlier row of the file, or the stock, has already, and that were not sent before; or that have an unusual price. */
type RepeatCount = z.infer<typeof repeatsSchema>

/** Prices that fall and rise among the rows that are sent; `sum` is that of their steps (writes/price-jump.ts). */
export interface PriceSteps {
  down: number
  up: number
  sum: number
}

const rowsSchema = z.object({ verdict: z.int(), leftOut: z.int(), count: z.int() })
const problemSchema = z.object({
  code: z.enum(problemCodes),
  column: z.string(),
  count: z.int(),
  firstLine: z.int(),
})
const jumpsSchema = z.object({ percent: z.number(), count: z.int() })
const sentSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  recovered: z.string(),
  sends: z.union([z.int(), z.literal('')]),
  count: z.int(),
})
const repeatsSchema = z.object({
  code: z.enum(['duplicate-row', 'in-stock-already', 'price-unusual']),
  count: z.int(),
})
const stepsSchema = z.object({ down: z.int(), up: z.int(), sum: z.int() })
const firstSchema = z.object({ firstLine: z.int() })

/** Rows that go to the service. */
const kept = 'valid AND NOT left_out AND NOT unchanged'
const countRows = 'SELECT verdict, left_out AS leftOut, count(*) AS count FROM records'
const countProblems = `SELECT code, column, count(DISTINCT line) AS count, min(line) AS firstLine FROM findings`
const countJumps = `SELECT json_extract(details, '$.percent') AS percent, count(*) AS count
  FROM findings JOIN records USING (line) WHERE ${kept}`
const countSent = `SELECT json_extract(details, '$.batch') AS id, json_extract(details, '$.fileName') AS fileName,
    coalesce(json_extract(details, '$.recovered'), '') AS recovered, coalesce(json_extract(details, '$.sends'), '') AS sends,
    count(*) AS count
  FROM findings JOIN records USING (line)
  WHERE operation = ${createNumber} AND ${kept}`

/** A row that was sent before is asked about as such, and for its price. */
const countRepeats = `SELECT code, count(*) AS count FROM findings JOIN records USING (line)
  WHERE operation = ${createNumber} AND ${kept}
    AND (code = 'price-unusual'
      OR NOT EXISTS (SELECT 1 FROM findings AS other WHERE other.line = findings.line AND other.code = 'sent-before'))`

const countSteps = `SELECT count(*) FILTER (WHERE price_step < 0) AS down, count(*) FILTER (WHERE price_step > 0) AS up,
    coalesce(sum(price_step), 0) AS sum
  FROM adverts JOIN records USING (line) WHERE price_step IS NOT NULL AND ${kept}`

/** What the summary of a check is made of, counted for some rows. */
interface Counted {
  readonly rows: readonly RowCount[]
  readonly problems: readonly ProblemCount[]
  readonly jumps: readonly z.infer<typeof jumpsSchema>[]
  readonly sent: readonly SentCount[]
  readonly repeats: readonly RepeatCount[]
  readonly steps: PriceSteps
}

/**
 * The sums of a draft's rows. Counted once, and then changed with the rows: to count 100,000 rows again takes longer than
 * a person who fixes one cell after another wants to wait.
 */
export class StagingSums {
  readonly #ofLines: Counter
  readonly #firstLine: StatementSync
  /** By verdict, and whether the rows were left out. */
  readonly #rows = new Map<string, RowCount>()
  readonly #problems = new Map<string, ProblemCount>()
  readonly #jumps = new Map<number, number>()
  readonly #sent = new Map<string, SentCount>()
  readonly #repeats = new Map<RepeatCount['code'], number>()
  readonly #steps: PriceSteps = { down: 0, up: 0, sum: 0 }

  /** @param written how many rows have each verdict, if none was left out; null if they have to be counted */
  constructor(db: DatabaseSync, written: readonly number[] | null = null) {
    this.#ofLines = new Counter(db, 'some')
    this.#firstLine = db.prepare('SELECT min(line) AS firstLine FROM findings WHERE code = ? AND column = ?')
    this.#add(
      new Counter(db, 'all').count(
        {},
        written?.map((count, verdict) => ({ verdict, leftOut: 0, count })),
      ),
      1,
    )
  }

  /** Changes these rows by `work`, and the sums with them. */
  change(lines: readonly number[], work: () => void): void {
    const named = { lines: JSON.stringify(lines) }
    this.#add(this.#ofLines.count(named), -1)
    try {
      work()
    } finally {
      this.#add(this.#ofLines.count(named), 1)
      this.#findFirstLines(lines)
    }
  }

  /** How many rows are as `wanted` says. */
  rows(wanted: (verdict: number, leftOut: boolean) => boolean): number {
    let sum = 0
    for (const { verdict, leftOut, count } of this.#rows.values())
      if (wanted(verdict, leftOut === 1)) sum += count
    return sum
  }

  /** Rows with each problem, the problem of the earliest line first. */
  get problems(): ProblemCount[] {
    return [...this.#problems.values()].sort(
      (one, other) =>
        one.firstLine - other.firstLine || compare(one.code, other.code) || compare(one.column, other.column),
    )
  }

  /** Prices that are kept and move far, and by how many percent the farthest one. */
  get jumps(): { count: number; percent: number } {
    const jumps = { count: 0, percent: 0 }
    for (const [percent, rows] of this.#jumps) {
      jumps.count += rows
      jumps.percent = Math.max(jumps.percent, percent)
    }
    return jumps
  }

  /** Creates that are kept and were sent before, by their batch, the latest day first: an id begins with it. */
  get sent(): SentCount[] {
    return [...this.#sent.values()].sort((one, other) => compare(other.id, one.id))
  }

  /** Creates that are kept and have this problem; second adverts that were sent before are counted as such. */
  repeats(code: RepeatCount['code']): number {
    return this.#repeats.get(code) ?? 0
  }

  /** How the prices of rows that are sent move. */
  get steps(): Readonly<PriceSteps> {
    return this.#steps
  }

  #add({ rows, problems, jumps, sent, repeats, steps }: Counted, sign: 1 | -1): void {
    for (const { code, count } of repeats) addTo(this.#repeats, code, sign * count)
    for (const each of ['down', 'up', 'sum'] as const) this.#steps[each] += sign * steps[each]
    for (const each of rows) addCount(this.#rows, `${each.verdict} ${each.leftOut}`, each, sign)
    for (const each of problems) this.#addProblem(each, sign)
    for (const { percent, count } of jumps) addTo(this.#jumps, percent, sign * count)
    for (const each of sent) addCount(this.#sent, `${each.id} ${each.recovered}`, each, sign)
  }

  #addProblem(each: ProblemCount, sign: 1 | -1): void {
    const key = `${each.code} ${each.column}`
    const known = this.#problems.get(key)
    const count = (known?.count ?? 0) + sign * each.count
    const firstLine = Math.min(known?.firstLine ?? each.firstLine, each.firstLine)
    if (count === 0) this.#problems.delete(key)
    else this.#problems.set(key, { ...each, count, firstLine })
  }

  /** A problem whose first line was changed may begin at a later one now. */
  #findFirstLines(lines: readonly number[]): void {
    const changed = new Set(lines)
    for (const [key, problem] of this.#problems)
      if (changed.has(problem.firstLine)) {
        const { firstLine } = readStored(
          firstSchema,
          this.#firstLine.get(problem.code, problem.column),
          draftPlace('records'),
        )
        this.#problems.set(key, { ...problem, firstLine })
      }
  }
}

/** Counts all rows, or those of the lines in the JSON array `lines`. */
class Counter {
  readonly #rows: StatementSync
  readonly #problems: StatementSync
  readonly #jumps: StatementSync
  readonly #sent: StatementSync
  readonly #repeats: StatementSync
  readonly #steps: StatementSync

  constructor(db: DatabaseSync, rows: 'all' | 'some') {
    const condition = rows === 'all' ? '' : 'AND line IN (SELECT value FROM json_each(:lines))'
    // The plus keeps SQLite from reading every row that has the problem, in search of the lines.
    const code = rows === 'all' ? 'code' : '+code'
    this.#rows = db.prepare(`${countRows} WHERE 1 ${condition} GROUP BY 1, 2`)
    this.#problems = db.prepare(`${countProblems} WHERE 1 ${condition} GROUP BY 1, 2`)
    this.#jumps = db.prepare(`${countJumps} AND ${code} = 'price-jump' ${condition} GROUP BY 1`)
    this.#steps = db.prepare(`${countSteps} ${condition}`)
    this.#repeats = db.prepare(
      `${countRepeats} AND ${code} IN ('duplicate-row', 'in-stock-already', 'price-unusual') ${condition} GROUP BY 1`,
    )
    this.#sent = db.prepare(`${countSent} AND ${code} = 'sent-before' ${condition} GROUP BY 1, 2, 3, 4`)
  }

  count(
    values: Readonly<Record<string, string>>,
    rows: readonly RowCount[] = this.#countRows(values),
  ): Counted {
    return {
      rows,
      steps: readStored(stepsSchema, this.#steps.get(values), draftPlace('records')),
      problems: this.#problems
        .all(values)
        .map((row) => readStored(problemSchema, row, draftPlace('records'))),
      jumps: this.#jumps.all(values).map((row) => readStored(jumpsSchema, row, draftPlace('records'))),
      repeats: this.#repeats.all(values).map((row) => readStored(repeatsSchema, row, draftPlace('records'))),
      sent: this.#sent.all(values).map((row) => readStored(sentSchema, row, draftPlace('records'))),
    }
  }

  #countRows(values: Readonly<Record<string, string>>): RowCount[] {
    return this.#rows.all(values).map((row) => readStored(rowsSchema, row, draftPlace('records')))
  }
}

function addTo<Key>(sums: Map<Key, number>, key: Key, count: number): void {
  const sum = (sums.get(key) ?? 0) + count
  if (sum === 0) sums.delete(key)
  else sums.set(key, sum)
}

function addCount<Counted extends { readonly count: number }>(
  sums: Map<string, Counted>,
  key: string,
  counted: Counted,
  sign: 1 | -1,
): void {
  const count = (sums.get(key)?.count ?? 0) + sign * counted.count
  if (count === 0) sums.delete(key)
  else sums.set(key, { ...counted, count })
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
