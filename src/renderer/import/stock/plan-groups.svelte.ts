import type { DraftRow } from '#shared/import/draft.ts'
import { planOrder, type StockAction } from '#shared/stock/stock-actions.ts'
import type { StockCheck } from '#shared/stock/stock-check.ts'
import type { GridSource } from '../../ui/grid/columns.ts'
import { formatNumber } from '../../ui/format.ts'
import type { GridGroups } from '../../ui/grid/grid-groups.ts'
import { GroupPlaces } from '../../ui/grid/group-places.ts'
import type { Span } from '../../ui/grid/selection.ts'
import { actionsWords } from './plan-words.ts'

/** The rows of a whole plan under a head for each action, in the order of danger. What stays as it is is folded at first. */
export class PlanGroups implements GridGroups<DraftRow> {
  #folded = $state.raw<ReadonlySet<string>>(new Set(['unchanged']))
  readonly #rows: GridSource<DraftRow>
  readonly #places: GroupPlaces

  constructor(rows: GridSource<DraftRow>, counts: StockCheck['counts']) {
    this.#rows = rows
    this.#places = $derived.by(() => {
      const groups = planOrder.map((action) => ({ value: action, count: counts[action] }))
      const numbers = Float64Array.from({ length: rows.count }, (_, at) => at)
      return new GroupPlaces(
        numbers,
        groups.filter(({ count }) => count > 0),
        (action) => this.#folded.has(action),
      )
    })
  }

  /** The rows with the heads among them. */
  get source(): GridSource<DraftRow> {
    const places = this.#places
    return {
      count: places.count,
      rowAt: (place) => {
        const at = places.idAt(place)
        return at === undefined ? undefined : this.#rows.rowAt(at)
      },
      rowKey: (place) => places.rowKey(place),
      want: (first, end) => {
        const wanted = this.#between({ first, last: end - 1 })
        if (wanted) this.#rows.want?.(wanted.first, wanted.last + 1)
      },
      rows: (first, end) => this.rowsIn([{ first, last: end - 1 }]),
    }
  }

  headAt(place: number) {
    const head = this.#places.headAt(place)
    return (
      head && {
        title: actionsWords[head.group.value as StockAction](),
        note: formatNumber(head.group.count),
        folded: head.folded,
      }
    )
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
