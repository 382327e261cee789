import type { KeptMark } from '#shared/settings/settings.ts'

export type MarkKind = KeptMark['kind']

interface Marked {
  readonly id: string
  readonly count: number
  readonly lessIsWorse?: boolean
}

interface MarkPorts {
  /** The date now, `2026-11-25`, in the person's time zone. */
  readonly day: () => string
  readonly save: (marks: KeptMark[]) => void
}

/** Marks of today's lines, put off or done, for each account. Both count until the day ends. */
export class TodayMarks {
  #marks = $state.raw<readonly KeptMark[]>([])
  #account = ''
  /** The lines that were there since the account is shown. */
  #seen = new Set<string>()
  /** Earlier marks, the last one last. */
  #before: readonly (readonly KeptMark[])[] = []
  readonly #ports: MarkPorts

  constructor(ports: MarkPorts) {
    this.#ports = ports
  }

  /** @param kept those of all accounts, as they were saved */
  useAccount(account: string, kept: readonly KeptMark[]): void {
    this.#account = account
    this.#before = []
    this.#seen = new Set()
    const today = this.#ports.day()
    this.#marks = kept.filter(({ day }) => day === today)
  }

  /** Mark of the line: put off or done; null if it waits. A worse number than the one that was done brings it back. */
  of({ id, count, lessIsWorse = false }: Marked): MarkKind | null {
    const mark = this.#marks.find((each) => this.#isOf(each, id))
    if (mark?.day !== this.#ports.day()) return null
    const isWorse = lessIsWorse ? count < mark.count : count > mark.count
    if (mark.kind === 'done' && isWorse) return null
    return mark.kind
  }

  /** Compares with the current lines: a line that was done and got better is new trouble when it grows again. */
  see(lines: readonly Marked[]): void {
    const now = new Map(lines.map((line) => [line.id, line]))
    const marks = this.#marks.flatMap((mark) => {
      if (mark.kind !== 'done' || mark.account !== this.#account) return [mark]
      const line = now.get(mark.line)
      // One that was never there may be read yet.
      if (!line) return this.#seen.has(mark.line) ? [] : [mark]
      const better = line.lessIsWorse ? Math.max : Math.min
      return [{ ...mark, count: better(line.count, mark.count) }]
    })
    for (const { id } of lines) this.#seen.add(id)
    const same = (mark: KeptMark, place: number): boolean => mark.count === this.#marks[place]?.count
    if (marks.length < this.#marks.length || !marks.every(same)) this.#keep(marks)
  }

  mark({ id, count }: Marked, kind: MarkKind): void {
    const mark = { account: this.#account, line: id, kind, count, day: this.#ports.day() }
    this.#change([...this.#without(id), mark])
  }

  /** The line waits again. */
  clear({ id }: Marked): void {
    this.#change(this.#without(id))
  }

  /** Takes back what was marked last. @returns whether anything was */
  takeBack(): boolean {
    const last = this.#before.at(-1)
    if (!last) return false
    this.#before = this.#before.slice(0, -1)
    this.#keep(last)
    return true
  }

  #change(marks: readonly KeptMark[]): void {
    this.#before = [...this.#before, this.#marks]
    this.#keep(marks)
  }

  #keep(marks: readonly KeptMark[]): void {
    this.#marks = marks
    this.#ports.save([...marks])
  }

  #isOf({ account, line }: KeptMark, id: string): boolean {
    return account === this.#account && line === id
  }

  #without(id: string): KeptMark[] {
    return this.#marks.filter((each) => !this.#isOf(each, id))
  }
}
