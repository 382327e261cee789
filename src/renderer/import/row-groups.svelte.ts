import type { DraftRow } from '#shared/import/draft.ts'
import type { RowGroup } from '#shared/stock/stock-actions.ts'
import type { GridSource } from '../ui/grid/columns.ts'
import { formatNumber } from '../ui/format.ts'
import type { GridGroups } from '../ui/grid/grid-groups.ts'
import { GroupPlaces } from '../ui/grid/group-places.ts'
import type { Span } from '../ui/grid/selection.ts'
import type { CheckState } from './check-state.svelte.ts'
import { groupNote, groupWords } from './group-words.ts'

/** Number of rows in a group. */
export const countIn = ({ grouped }: CheckState, group: RowGroup): number =>
  grouped?.groups.find(({ value }) => value === group)?.count ?? 0

/** Place of a line among the rows of a group; -1 if it isn't there. */
export function placeIn(check: CheckState, group: RowGroup, line: number): number {
  const { lines, groups = [] } = check.grouped ?? {}
  const place = groups.findIndex(({ value }) => value === group)
  const first = groups.slice(0, place).reduce((sum, { count }) => sum + count, 0)
  return lines?.subarray(first, first + countIn(check, group)).indexOf(line) ?? -1
}

/** The rows of a check under a head for each group, in the order of danger. What stays as it is is folded at first. */
export class RowGroups implements GridGroups<DraftRow> {
  #folded = $state.raw<ReadonlySet<string>>(new Set(['unchanged']))
  readonly #check: () => CheckState
  /** The places of the rows, which are numbered in the order in which main has them. */
  readonly #places = $derived.by(() => {
    const { lines, groups = [] } = this.#check().grouped ?? {}
    const numbers = Float64Array.from({ length: lines?.length ?? 0 }, (_, at) => at)
    return new GroupPlaces(numbers, groups, (group) => this.#folded.has(group))
  })

  constructor(check: () => CheckState) {
    this.#check = check
  }

  /** These groups if all rows are shown, and in several groups; those of a single one need no head. */
  get ifAny(): this | undefined {
    const { grouped, narrowed } = this.#check()
    const { lines, groups = [] } = grouped ?? {}
    return !narrowed && groups.length > 1 && lines?.length === this.#rows.count ? this : undefined
  }

  get #rows(): GridSource<DraftRow> {
    return this.#check().rows.source
  }

  /** The rows with the heads among them. */
  get source(): GridSource<DraftRow> {
    const places = this.#places
    const rows = this.#rows
    const lines = this.#check().grouped?.lines
    const lineAt = (place: number): number | undefined => lines?.[places.idAt(place) ?? -1]
    return {
      count: places.count,
      rowAt: (place) => {
        const row = rows.rowAt(places.idAt(place) ?? -1)
        // Rows of before are still here while those of the new order are read.
        return row && row.line === lineAt(place) ? row : undefined
      },
      // A row that changes its group leaves its place to the next one, as it would with a filter.
      rowKey: (place) => `${places.valueAt(place)} ${lineAt(place) ?? ''}`,
      want: (first, end) => {
        const wanted = this.#between({ first, last: end - 1 })
        if (wanted) rows.want?.(wanted.first, wanted.last + 1)
      },
      rows: (first, end) => this.rowsIn([{ first, last: end - 1 }]),
    }
  }

  /** The place of a row to look at: behind the head of an open group. */
  rowPlace(place: number): number {
    return this.#places.headAt(place)?.folded === false ? place + 1 : place
  }

  headAt(place: number) {
    const head = this.#places.headAt(place)
    if (!head) return undefined
    const { value, count } = head.group
    const notes = [formatNumber(count), groupNote(this.#check(), value)]
    return {
      title: groupWords[value](),
      note: notes.filter(Boolean).join(' · '),
      folded: head.folded,
    }
  }

  spanOf(place: number): Span {
    return this.#places.spanOf(place)
  }

  countIn(spans: readonly Span[], withFolded: boolean): number {
    return this.#places.countIn(spans, withFolded)
  }

  async rowsIn(spans: readonly Span[]): Promise<readonly DraftRow[]> {
    const parts = spans.flatMap((span) => this.#between(span) ?? [])
    return (await Promise.all(parts.map(({ first, last }) => this.#rows.rows(first, last + 1)))).flat()
  }

  fold(
    which: number | 'all',
    yes: boolean,
    { rows, active }: { readonly rows: readonly Span[]; readonly active: number },
  ): Promise<{ readonly rows: readonly Span[]; readonly active: number }> {
    const before = this.#places
    const selected = new Set(before.idsAt(rows))
    const folded = new Set(this.#folded)
    for (const value of which === 'all' ? before.values : [before.valueAt(which)])
      if (yes) folded.add(value)
      else folded.delete(value)
    this.#folded = folded
    const now = this.#places
    return Promise.resolve({ rows: now.spansOf(selected), active: now.nearest(before, active) })
  }

  /** The first and the last row that these places stand for; their rows are one after another. */
  #between(span: Span): Span | undefined {
    const numbers = this.#places.idsAt([span])
    const [first] = numbers
    return first === undefined ? undefined : { first, last: numbers.at(-1) ?? first }
  }
}
