import { z } from 'zod'
import { loadLook, saveLook } from '../ui/saved-look.ts'

/** `later`: it is put off. `done`: a person saw to it, at that count: with a higher one it comes back. */
const markSchema = z.object({ kind: z.enum(['later', 'done']), count: z.int(), day: z.string() })
type Mark = z.infer<typeof markSchema>
export type MarkKind = Mark['kind']
const marksSchema = z.record(z.string(), markSchema)
type Marks = Readonly<Record<string, Mark>>

interface Marked {
  readonly id: string
  readonly count: number
}

/** What a person put off or did of today's lines, for each account. Both count until the day ends. */
export class TodayMarks {
  #marks = $state.raw<Marks>({})
  #key = ''
  /** What was marked, the last one last: it is taken back first. */
  #taken: readonly { readonly id: string; readonly before: Mark | undefined }[] = []
  readonly #day: () => string

  /** @param day the date now, `2026-11-25`, in the person's time zone */
  constructor(day: () => string) {
    this.#day = day
  }

  useAccount(accountId: string): void {
    this.#key = `today:${accountId}`
    this.#taken = []
    const read = marksSchema.safeParse(loadLook(this.#key))
    const today = this.#day()
    this.#marks = Object.fromEntries(
      Object.entries(read.success ? read.data : {}).filter(([, { day }]) => day === today),
    )
  }

  /** Whether the line is put off or done; null if it waits. */
  of({ id, count }: Marked): MarkKind | null {
    const mark = this.#marks[id]
    if (!mark || mark.day !== this.#day() || (mark.kind === 'done' && count > mark.count)) return null
    return mark.kind
  }

  mark({ id, count }: Marked, kind: MarkKind): void {
    this.#taken = [...this.#taken, { id, before: this.#marks[id] }]
    this.#keep({ ...this.#marks, [id]: { kind, count, day: this.#day() } })
  }

  /** The line waits again. */
  clear({ id }: Marked): void {
    this.#keep(without(this.#marks, id))
  }

  /** Takes back what was marked last. @returns whether anything was */
  takeBack(): boolean {
    const last = this.#taken.at(-1)
    if (!last) return false
    this.#taken = this.#taken.slice(0, -1)
    this.#keep(last.before ? { ...this.#marks, [last.id]: last.before } : without(this.#marks, last.id))
    return true
  }

  #keep(marks: Marks): void {
    this.#marks = marks
    saveLook(this.#key, marks)
  }
}

const without = (marks: Marks, id: string): Marks =>
  Object.fromEntries(Object.entries(marks).filter(([key]) => key !== id))
