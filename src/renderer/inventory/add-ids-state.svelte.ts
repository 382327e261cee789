import type { Addition } from '#shared/inventory/inventory-calls.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { readIds, idColumns } from './id-list.ts'
import { type SyncState, syncOf } from './sync-state.svelte.ts'

/** The most ids that one call takes. */
const most = 10_000

/** Adverts to be added by their ids: what was pasted, what of it is no id, and what became of the last addition. */
export class AddIdsState {
  text = $state('')
  busy = $state(false)
  /**
   * Adverts that the last addition could not bring into the list; null if it brought everything, or before the first
   * one.
   */
  left = $state.raw<Pick<Addition, 'foreign' | 'missing'> | null>(null)
  /** The columns of a pasted table that may hold the ids; null if the text is no such table. */
  readonly table = $derived(idColumns(this.text))
  /**
   * Choice of the person: the place of a column among those of the table, or 'all' numbers; null takes the likely
   * one.
   */
  #chosen = $state<number | 'all' | null>(null)
  readonly column = $derived(this.#chosen ?? this.table?.likely ?? 'all')
  readonly #list = $derived(readIds(this.#source()))
  readonly #sync: SyncState

  constructor(sync: SyncState) {
    this.#sync = sync
  }

  choose(column: number | 'all' | null): void {
    this.#chosen = column
  }

  #source(): string {
    const column = this.column === 'all' ? undefined : this.table?.columns[this.column]
    return column ? column.cells.join('\n') : this.text
  }

  /** The ids that the next addition takes. */
  get ids(): readonly number[] {
    return this.#list.ids.slice(0, most)
  }

  /** Ids beyond what one addition takes: they stay in the text for the next one. */
  get waiting(): readonly number[] {
    return this.#list.ids.slice(most)
  }

  /** Parts of the text that look like a number and are no id. */
  get dropped(): readonly string[] {
    return this.#list.dropped
  }

  /** Adds the ids. Returns whether nothing is left to be shown or added. */
  async add(): Promise<boolean> {
    const { waiting } = this
    this.busy = true
    const added = await this.#sync.add(this.ids)
    this.busy = false
    if (!added) return false
    const { foreign, missing, failure, unread } = added
    this.left = foreign.length + missing.length > 0 ? { foreign, missing } : null
    if (failure) return false
    this.text = waiting.join('\n')
    return this.left === null && unread === null && waiting.length === 0
  }
}

/** Keeps a pasted text longer than the dialog and its page. */
export const addIdsOf = perWindow((app) => new AddIdsState(syncOf(app)))
