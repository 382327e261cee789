import type { GridHandle } from '../ui/grid/grid-props.ts'
import type { InventoryState } from './inventory-state.svelte.ts'

/** Place where the list of an entry of the history was left. */
interface Kept {
  /** Row at the top of the screen: an advert, or the head of a group. '' at the top, where one sees what is first. */
  readonly key: string | number
  /** Scroll position of the list, in rows: behind the point, the part of the first one that was above the screen. */
  readonly rows: number
  /** The groups that were folded, by their values. */
  readonly folded: readonly string[]
  /** The advert and the column of the active cell; absent without one. */
  readonly cell?: KeptCell
}

interface KeptCell {
  readonly id: number
  readonly column: string
}

interface PlaceParts {
  readonly inventory: Pick<InventoryState, 'places' | 'folded' | 'loaded' | 'version' | 'openId' | 'leftAt'>
  readonly grid: () => Pick<GridHandle, 'scrolled' | 'scrollTo' | 'activeCell' | 'selectCell'> | undefined
}

/**
 * Keeps with each entry of the history the scroll position of its list, its active cell and its folded groups. Back,
 * forward and a reload return to them, as a browser does. The rail comes back to where the list was left last.
 */
export class ListPlace {
  readonly #parts: PlaceParts
  /** Place that an entry has kept, as long as its list is not there. */
  #sought: Kept | null = null
  /** The version of the list that is not the entry's. */
  #before = 0

  constructor(parts: PlaceParts) {
    this.#parts = parts
  }

  /**
   * Another entry is shown.
   * @param reads whether its list is read for that
   * @param asLeft it names no list and no advert: the page was come to by the rail
   */
  arrive(reads: boolean, asLeft = false): void {
    const { inventory } = this.#parts
    const isThere = !reads && inventory.loaded
    const kept = keptOf(history.state) ?? (asLeft && isThere ? keptOf(inventory.leftAt) : null)
    this.#sought = kept
    if (kept === null) return
    if (!isThere) inventory.folded = new Set(kept.folded)
    this.#before = isThere ? inventory.version - 1 : inventory.version
    this.#restore()
  }

  /** To be called when there is another list, or the same one again. */
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
    const to = place < 0 ? sought.rows : place + (sought.rows % 1)
    this.#restoreCell(shown, sought.cell)
    // A new grid is at its top: to say so again would have the whole page laid out before it is ready.
    if (to !== shown.scrolled()) shown.scrollTo(to)
  }

  /** In a grid that is new with its page; what a person has selected in one that stays is not touched. */
  #restoreCell(grid: Pick<GridHandle, 'activeCell' | 'selectCell'>, cell: KeptCell | undefined): void {
    const { places, openId } = this.#parts.inventory
    if (!cell || grid.activeCell() || (openId !== null && openId !== cell.id)) return
    const at = places.placeOf(cell.id)
    if (at >= 0) grid.selectCell(at, cell.column, false)
  }

  /** Writes into the entry where the list is now. */
  keep(): void {
    const { inventory, grid } = this.#parts
    const shown = grid()
    if (!shown) return
    const rows = shown.scrolled()
    const key = rows === 0 ? '' : inventory.places.rowKey(Math.floor(rows))
    const active = shown.activeCell()
    const id = active && inventory.places.idAt(active.row)
    const cell = active && id !== undefined && { cell: { id, column: active.column } }
    const now: Kept = { key, rows, folded: [...inventory.folded], ...cell }
    const kept = this.#sought ?? now
    inventory.leftAt = kept
    if (JSON.stringify(kept) !== JSON.stringify(history.state)) history.replaceState(kept, '')
  }
}

/** The state of an entry may be of another page. */
function keptOf(state: unknown): Kept | null {
  if (typeof state !== 'object' || state === null) return null
  const { key, rows, folded, cell } = state as Partial<Record<keyof Kept, unknown>>
  const isKey = typeof key === 'string' || typeof key === 'number'
  const isList = Array.isArray(folded) && folded.every((value) => typeof value === 'string')
  if (!isKey || typeof rows !== 'number' || rows < 0 || !isList) return null
  return { key, rows, folded, ...(isCell(cell) && { cell }) }
}

function isCell(value: unknown): value is KeptCell {
  if (typeof value !== 'object' || value === null) return false
  const { id, column } = value as Partial<Record<keyof KeptCell, unknown>>
  return typeof id === 'number' && typeof column === 'string'
}
