import type { Values } from '../../writes/values.ts'
import type { CheckedRow } from '../check/checked-row.ts'
import {
  addStep,
  type Counted,
  type PriceSteps,
  type ProblemCount,
  type RepeatCount,
  type SentCount,
} from './staging-sums.ts'
import { isSentVerdict, isValidVerdict } from './verdict.ts'

interface FoundProblem extends ProblemCount {
  /** Where it was found last: a row counts once, however often it has the problem. */
  readonly lastLine: number
}

/** The sums of rows that are written one behind another: what a count of them would tell, without reading them again. */
export class WrittenSums {
  #count = 0
  #lastLine = -1
  #isWhole = true
  /** By twice the verdict, plus 1 for rows that are left out. */
  readonly #rows: number[] = []
  readonly #problems = new Map<string, FoundProblem>()
  readonly #jumps = new Map<number, number>()
  readonly #sent = new Map<string, SentCount>()
  readonly #repeats = new Map<RepeatCount['code'], number>()
  readonly #steps: PriceSteps = { down: 0, up: 0, sum: 0 }

  /** Whether each of so many rows was added once. */
  isOfAll(rows: number): boolean {
    return this.#isWhole && this.#count === rows
  }

  /** @param checked undefined if what was found of the row isn't known here: then these are no sums of all rows */
  add(line: number, verdict: number, leftOut: number, checked: CheckedRow | undefined): void {
    if (line <= this.#lastLine || !checked) this.#isWhole = false
    if (!this.#isWhole || !checked) return
    this.#lastLine = line
    this.#count += 1
    const key = verdict * 2 + leftOut
    this.#rows[key] = (this.#rows[key] ?? 0) + 1
    if (checked.problems.length > 0) this.#addFound(line, leftOut === 0 && isValidVerdict(verdict), checked)
    if (leftOut === 0 && isSentVerdict(verdict)) addStep(this.#steps, checked.comparison?.priceStep ?? null)
  }

  get counted(): Counted {
    const rows = this.#rows.flatMap((count, key) => ({ verdict: key >> 1, leftOut: key & 1, count }))
    const problems = Array.from(this.#problems.values(), ({ lastLine: _last, ...problem }) => problem)
    const jumps = Array.from(this.#jumps, ([percent, count]) => ({ percent, count }))
    const repeats = Array.from(this.#repeats, ([code, count]) => ({ code, count }))
    return { rows, problems, jumps, sent: [...this.#sent.values()], repeats, steps: this.#steps }
  }

  #addFound(line: number, isKept: boolean, { operation, problems }: CheckedRow): void {
    const isRepeat = isKept && operation === 'create' && !problems.some(({ code }) => code === 'sent-before')
    for (const { code, column, details } of problems) {
      this.#addProblem(code, column, line)
      if (isKept && code === 'price-jump') this.#addJump(Number(details.percent))
      if (isRepeat && (code === 'duplicate-row' || code === 'in-stock-already'))
        this.#repeats.set(code, (this.#repeats.get(code) ?? 0) + 1)
      if (isKept && code === 'sent-before' && operation === 'create') this.#addSent(details)
    }
  }

  #addProblem(code: ProblemCount['code'], column: string, line: number): void {
    const key = `${code} ${column}`
    const known = this.#problems.get(key)
    if (known?.lastLine === line) return
    const [count, firstLine] = [(known?.count ?? 0) + 1, known?.firstLine ?? line]
    this.#problems.set(key, { code, column, count, firstLine, lastLine: line })
  }

  #addJump(percent: number): void {
    this.#jumps.set(percent, (this.#jumps.get(percent) ?? 0) + 1)
  }

  #addSent({ batch, fileName, unreadable = 0 }: Values): void {
    const key = `${batch} ${unreadable}`
    const count = (this.#sent.get(key)?.count ?? 0) + 1
    const unread = typeof unreadable === 'number' ? unreadable : ''
    this.#sent.set(key, { id: String(batch), fileName: String(fileName), unreadable: unread, count })
  }
}
