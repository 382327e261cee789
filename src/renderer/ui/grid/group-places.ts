import type { KeyedList } from './row-moves.ts'
import type { Span } from './selection.ts'

/** Rows of a list one after another that have the same value. */
export interface RowGroup {
  readonly value: string
  readonly count: number
}

/**
 * Places of a list in the grid: those of its rows, which have ids, and in a grouped list those of the groups' heads.
 */
export interface ListPlaces extends KeyedList {
  /** The id of the row at a place; undefined at a head, and behind the end. */
  idAt(place: number): number | undefined
  placeOf(id: number): number
  /** Place of the row that `rowKey` names; -1 if it is in no place. */
  placeOfKey(key: string | number): number
  /** The ids that places stand for: the head of a folded group for all of it, that of an open one for nothing. */
  idsAt(spans: readonly Span[]): Float64Array<ArrayBuffer>
}

export class PlainPlaces implements ListPlaces {
  readonly #ids: Float64Array

  constructor(ids: Float64Array) {
    this.#ids = ids
  }

  get count(): number {
    return this.#ids.length
  }

  idAt(place: number): number | undefined {
    return this.#ids[place]
  }

  rowKey(place: number): string | number {
    return this.#ids[place] ?? place
  }

  placeOf(id: number): number {
    return this.#ids.indexOf(id)
  }

  placeOfKey(key: string | number): number {
    return typeof key === 'number' ? this.placeOf(key) : -1
  }

  idsAt(spans: readonly Span[]): Float64Array<ArrayBuffer> {
    return joined(spans.map(({ first, last }) => this.#ids.subarray(first, last + 1)))
  }
}

/** A group as it lies in the list and in the grid. */
interface PlacedGroup<Group> {
  readonly group: Group
  readonly folded: boolean
  /** The place of its head. */
  readonly head: number
  /** Place where its rows begin among the ids. */
  readonly first: number
}

/** A list in groups: each has a head, and its rows below it unless it is folded. */
export class GroupPlaces<Group extends RowGroup = RowGroup> implements ListPlaces {
  readonly count: number
  readonly #ids: Float64Array
  readonly #groups: readonly PlacedGroup<Group>[]

  /** @param isFolded by the value of a group */
  constructor(ids: Float64Array, groups: readonly Group[], isFolded: (value: string) => boolean) {
    let head = 0
    let first = 0
    this.#ids = ids
    this.#groups = groups.map((group) => {
      const placed = { group, folded: isFolded(group.value), head, first }
      head += placed.folded ? 1 : group.count + 1
      first += group.count
      return placed
    })
    this.count = head
  }

  /** The group whose head is at the place. */
  headAt(place: number): Pick<PlacedGroup<Group>, 'group' | 'folded'> | undefined {
    const placed = this.#groupOf(place)
    return placed?.head === place ? placed : undefined
  }

  /** The head of the group that a place belongs to, and the last of its places. */
  spanOf(place: number): Span {
    const placed = this.#groupOf(place)
    return placed ? spanOf(placed) : { first: place, last: place }
  }

  idAt(place: number): number | undefined {
    const placed = this.#groupOf(place)
    if (!placed || placed.head === place || place > spanOf(placed).last) return undefined
    return this.#ids[placed.first + place - placed.head - 1]
  }

  rowKey(place: number): string | number {
    return this.idAt(place) ?? this.headAt(place)?.group.value ?? place
  }

  placeOf(id: number): number {
    const at = this.#ids.indexOf(id)
    const placed = this.#last(({ first }) => first <= at)
    return at < 0 || !placed || placed.folded ? -1 : placed.head + 1 + at - placed.first
  }

  placeOfKey(key: string | number): number {
    if (typeof key === 'number') return this.placeOf(key)
    return this.#groups.find(({ group }) => group.value === key)?.head ?? -1
  }

  idsAt(spans: readonly Span[]): Float64Array<ArrayBuffer> {
    return joined(spans.flatMap((span) => this.#parts(span, true)))
  }

  /** The values of the groups, in order. */
  get values(): readonly string[] {
    return this.#groups.map(({ group }) => group.value)
  }

  valueAt(place: number): string {
    return this.#groupOf(place)?.group.value ?? ''
  }

  /** Number of rows that the places stand for; without those of folded groups, how many are at them. */
  countIn(spans: readonly Span[], withFolded: boolean): number {
    const parts = spans.flatMap((span) => this.#parts(span, withFolded))
    return parts.reduce((sum, { length }) => sum + length, 0)
  }

  /** Place of the same entry in another fold of the same list; if it is in a folded group, of the head of that. */
  nearest(before: GroupPlaces, place: number): number {
    const id = before.idAt(place)
    const at = id === undefined ? -1 : this.placeOf(id)
    return at >= 0 ? at : Math.max(0, this.placeOfKey(before.valueAt(place)))
  }

  /** The places that stand for just these rows; a head if all of its group are among them. */
  spansOf(ids: ReadonlySet<number>): readonly Span[] {
    if (ids.size === 0) return []
    return this.#groups.flatMap((placed) => {
      const own = this.#ids.subarray(placed.first, placed.first + placed.group.count)
      if (own.every((id) => ids.has(id))) return [spanOf(placed)]
      if (placed.folded) return []
      return [...own].flatMap((id, at) => {
        const place = placed.head + 1 + at
        return ids.has(id) ? [{ first: place, last: place }] : []
      })
    })
  }

  #parts({ first, last }: Span, withFolded: boolean): Float64Array[] {
    const parts: Float64Array[] = []
    for (let place = first; place <= last;) {
      const placed = this.#groupOf(place)
      if (!placed) break
      const end = Math.min(last, spanOf(placed).last)
      const from = placed.folded ? 0 : Math.max(0, place - placed.head - 1)
      const to = !placed.folded ? end - placed.head : withFolded ? placed.group.count : 0
      parts.push(this.#ids.subarray(placed.first + from, placed.first + Math.max(from, to)))
      place = end + 1
    }
    return parts
  }

  #groupOf(place: number): PlacedGroup<Group> | undefined {
    return place < 0 || place >= this.count ? undefined : this.#last(({ head }) => head <= place)
  }

  /** By halving: the last group of those at the beginning that are so. */
  #last(isSo: (placed: PlacedGroup<Group>) => boolean): PlacedGroup<Group> | undefined {
    let from = 0
    let to = this.#groups.length
    while (from < to) {
      const middle = (from + to) >> 1
      const placed = this.#groups[middle]
      if (placed && isSo(placed)) from = middle + 1
      else to = middle
    }
    return this.#groups[from - 1]
  }
}

const spanOf = ({ head, folded, group }: PlacedGroup<RowGroup>): Span => ({
  first: head,
  last: folded ? head : head + group.count,
})

function joined(parts: readonly Float64Array[]): Float64Array<ArrayBuffer> {
  const ids = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    ids.set(part, at)
    at += part.length
  }
  return ids
}
