import type { GridHandle } from '../ui/grid/grid-props.ts'
import type { InventoryState } from './inventory-state.svelte.ts'

/** Where the list of an entry of the history was left. */
interface Kept {
  /** What the first row on the screen shows: an advert, or the head of a group. '' at the top, where one sees what is first. */
  readonly key: string | number
  /** How far the list was scrolled, in rows: behind the point, the part of the first one that was above the screen. */
  readonly rows: number
  /** The groups that were folded, by their values. */
  readonly folded: readonly string[]
}

interface PlaceParts {
  readonly inventory: Pick<InventoryState, 'places' | 'folded' | 'loaded' | 'version'>
  readonly grid: () => Pick<GridHandle, 'scrolled' | 'scrollTo'> | undefined
}

/**
 * Keeps with each entry of the history where its list is scrolled to and which of its groups are folded: back, forward and a
 * reload come back to that, as a browser does.
 */
export class ListPlace {
  readonly #parts: PlaceParts
  /** What an entry has kept, as long as its list is not there. */
  #sought: Kept | null = null
  /** The version of the list that is not the entry's. */
  #before = 0

  constructor(parts: PlaceParts) {
    this.#parts = parts
  }

  /** Another entry is shown. @param reads whether its list is read for that */
  arrive(reads: boolean): void {
    const { inventory } = this.#parts
    const kept = keptOf(history.state)
    this.#sought = kept
    if (kept === null) return
    const isThere = !reads && inventory.loaded
    if (!isThere) inventory.folded = new Set(kept.folded)
    this.#before = isThere ? inventory.version - 1 : inventory.version
    this.#restore()
  }

  /** To be called when there is another list, or the same one anew. */
  follow(): void {
    this.#restore()
    this.keep()
  }

  /** Scrolls to where the list was left once it is there. */
  #restore(): void {
    const { inventory, grid } = this.#parts
    const sought = this.#sought
    const shown = grid()
    if (sought === null || !shown || !inventory.loaded || inventory.version <= this.#before) return
    this.#sought = null
    const place = sought.rows === 0 ? 0 : inventory.places.placeOfKey(sought.key)
    // What was there may be gone.
    shown.scrollTo(place < 0 ? sought.rows : place + (sought.rows % 1))
  }

  /** Writes into the entry where the list is now. */
  keep(): void {
    const { inventory, grid } = this.#parts
    const rows = grid()?.scrolled()
    if (rows === undefined) return
    const key = rows === 0 ? '' : inventory.places.keyAt(Math.floor(rows))
    const now: Kept = { key, rows, folded: [...inventory.folded] }
    const kept = this.#sought ?? now
    if (JSON.stringify(kept) !== JSON.stringify(history.state)) history.replaceState(kept, '')
  }
}

/** The state of an entry may be of another page, or of another version of the app. */
function keptOf(state: unknown): Kept | null {
  if (typeof state !== 'object' || state === null) return null
  const { key, rows, folded } = state as Partial<Record<keyof Kept, unknown>>
  const isKey = typeof key === 'string' || typeof key === 'number'
  const isList = Array.isArray(folded) && folded.every((value) => typeof value === 'string')
  return isKey && typeof rows === 'number' && rows >= 0 && isList ? { key, rows, folded } : null
}
