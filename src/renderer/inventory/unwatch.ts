import { m } from '#shared/i18n/generated/messages.js'
import type { Toasts } from '../ui/toasts.svelte.ts'
import type { InventoryState } from './inventory-state.svelte.ts'
import type { SourcesState } from './sources-state.svelte.ts'

interface UnwatchParts {
  readonly inventory: InventoryState
  readonly sources: SourcesState
  readonly toasts: Toasts
}

/** The advert leaves the watched ones; what was read of it stays, and one click brings it back. */
export async function unwatch(id: number, { inventory, sources, toasts }: UnwatchParts): Promise<void> {
  /** @returns whether that was kept; if not, it is said why */
  const watch = async (watched: boolean): Promise<boolean> => {
    const failure = await sources.watch([id], watched)
    if (failure) toasts.show(failure.words, { tone: 'conflict' })
    return failure === null
  }
  const again = async (): Promise<void> => {
    if (await watch(true)) await inventory.load()
  }
  if (!(await watch(false))) return
  inventory.openId = null
  await inventory.load()
  toasts.show(m.inventory_unwatched({ id }), {
    action: { label: m.inventory_watch_again(), run: () => void again() },
  })
}
