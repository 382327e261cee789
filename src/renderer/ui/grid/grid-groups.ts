import type { Span } from './selection.ts'

export interface GroupSum {
  readonly column: string
  readonly words: string
  /** Text of the tooltip; absent, the words. */
  readonly tip?: string
}

/** The head of a group of rows, which has the place of a row. */
export interface GroupHead {
  readonly title: string
  /** Number of rows, in words. */
  readonly note: string
  /** Sums, each below the header of its column; the first is in the note if that column is hidden. */
  readonly sums?: readonly GroupSum[]
  readonly folded: boolean
}

/** The groups that the rows of a grid are in. */
export interface GridGroups<Row> {
  /** Undefined if a row is at the place. */
  headAt(place: number): GroupHead | undefined
  /** From the head of the group that a place belongs to, to the last of its rows. */
  spanOf(place: number): Span
  /** Number of rows at these places: a head stands for none, or, if it is that of a folded group, for all of it. */
  countIn(spans: readonly Span[], withFolded: boolean): number
  /** The rows at these places, with those of folded groups; fewer if some could not be read. */
  rowsIn(spans: readonly Span[]): Promise<readonly Row[]>
  /** Folds the group of a place, or all of them, or unfolds it. @returns where what was selected, and the active row, are then */
  fold(
    which: number | 'all',
    yes: boolean,
    before: { readonly rows: readonly Span[]; readonly active: number },
  ): Promise<{ readonly rows: readonly Span[]; readonly active: number }>
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * True if a key folds the group of the active row, false if it unfolds it. Alt+Shift with an arrow works anywhere in
 * it, on its head the arrows alone and Enter. Undefined if the key is for something else.
 */
export function foldKey(event: Keys, head: GroupHead | undefined): boolean | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (ctrlKey || metaKey) return undefined
  const way = key === 'ArrowLeft' ? true : key === 'ArrowRight' ? false : undefined
  if (altKey && shiftKey) return way
  if (!head || altKey || shiftKey) return undefined
  return key === 'Enter' ? !head.folded : way
}
