import { untrack } from 'svelte'
import { nearestQuota } from '#shared/settings/quota-packages.ts'
import { localDay } from '#shared/time/sheet-time.ts'
import { accountsOf } from '../accounts/accounts-of.ts'
import { feedsOf } from '../feeds/feeds-state.svelte.ts'
import { importsOf } from '../import/import-of.svelte.ts'
import { inventoryOf } from '../inventory/inventory-state.svelte.ts'
import type { Shown } from '../inventory/overview/overview-bars.ts'
import { overviewStateOf } from '../inventory/overview/overview-state.svelte.ts'
import { syncOf } from '../inventory/sync-state.svelte.ts'
import { settingsOf } from '../settings/settings-state.svelte.ts'
import { stagedOf } from '../staged/staged-state.svelte.ts'
import { TodayMarks } from '../today/today-marks.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { frameOf } from './frame-state.svelte.ts'
import { todayLines, type TodayWays } from './today-lines.ts'
import { batchesOf } from '../batch/batch-list-state.svelte.ts'
import { ordersOf, toOrders } from '../orders/orders-state.svelte.ts'

/** Lines that need a person, with their marks; they are followed while other pages are open, too. */
class TodayState {
  readonly marks: TodayMarks
  readonly #app: AppContext

  constructor(app: AppContext) {
    this.#app = app
    const accounts = accountsOf(app)
    const settings = settingsOf(app)
    const overview = overviewStateOf(app)
    this.marks = new TodayMarks({
      day: () => localDay(new Date().toISOString()),
      save: (todayMarks) => void settings.change({ todayMarks }),
    })
    // What is saved of the marks is read once for an account: each of their own changes comes back as the settings' present state.
    const isRead = $derived(settings.current !== null)
    $effect(() => {
      const { activeId } = accounts
      if (activeId !== '' && isRead)
        untrack(() => this.marks.useAccount(activeId, settings.current?.todayMarks ?? []))
    })
    $effect(() => untrack(() => overview.follow()))
    $effect(() => {
      const { activeId } = accounts
      if (activeId === '') return
      untrack(() => {
        overview.useAccount(activeId)
        void feedsOf(app).useAccount()
        void ordersOf(app).load()
      })
    })
    $effect(() => {
      const { lines } = this
      untrack(() => this.marks.see(lines))
    })
  }

  readonly lines = $derived.by(() => {
    const app = this.#app
    const sync = syncOf(app)
    const frame = frameOf(app)
    const orders = ordersOf(app)
    const syncedAt = sync.current?.syncedAt ?? null
    return todayLines(
      {
        batches: batchesOf(app).own,
        openFiles: importsOf(app).files.map(({ wizard }) => wizard.fileName),
        edits: stagedOf(app).summary,
        unseenOrders: orders.unseen,
        troubledOrders: orders.troubled,
        statusDoubts: orders.inDoubt,
        callsWaiting: frame.facts?.callsWaiting ?? 0,
        overview: overviewStateOf(app).overview,
        read: syncedAt === null ? null : { at: syncedAt, calls: sync.cost?.adverts ?? null },
        quota: frame.facts && nearestQuota(frame.facts.quota),
        feeds: feedsOf(app).list,
      },
      waysOf(app),
      frame.now,
    )
  })

  /** Lines that are neither put off nor done. */
  readonly waiting = $derived(this.lines.filter((line) => this.marks.of(line) === null))

  /** True once what the lines are about was read. */
  get ready(): boolean {
    return overviewStateOf(this.#app).overview !== null && batchesOf(this.#app).loaded
  }
}

/** The inventory with this filter alone, so that it has as many adverts as the number says. */
export function toStock(app: AppContext, shown: Shown): void {
  app.search.text = ''
  inventoryOf(app).showOnly(shown)
  app.router.navigate('inventory')
}

function waysOf(app: AppContext): TodayWays {
  const { router } = app
  return {
    batch: (id, rows) => router.navigate('activity', { batch: id, ...(rows && { rows }) }),
    batches: () => router.navigate('activity', { kind: 'needs-you' }),
    imports: () => router.navigate('imports'),
    edits: () => router.navigate('edits'),
    orders: () => toOrders(app),
    troubledOrders: () => {
      const orders = ordersOf(app)
      toOrders(app)
      orders.filters.troubleOnly = true
      void orders.openDoubtful()
    },
    calls: () => router.navigate('calls', { show: 'waiting' }),
    stock: (shown) => toStock(app, shown),
    compare: (shown) => {
      toStock(app, shown)
      app.actions.runOnPage('inventory', 'positions')
    },
    refresh: () => void app.actions.run('refresh'),
    settings: () => router.navigate('settings'),
  }
}

export const todayOf = perWindow((app) => new TodayState(app))
