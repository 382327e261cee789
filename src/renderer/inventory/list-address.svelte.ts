import { untrack } from 'svelte'
import { m } from '#shared/i18n/generated/messages.js'
import type { AppContext } from '../ui/app-context.ts'
import type { GridColumns } from '../ui/grid/grid-state.svelte.ts'
import type { InventoryState } from './inventory-state.svelte.ts'
import type { ListPlace } from './list-place.ts'
import type { ViewsState } from './views-state.svelte.ts'
import { readShownList, type ShownList } from '#shared/inventory/shown-list.ts'
import type { RouteParams } from '../ui/router.svelte.ts'
import { plainFilters } from './open-view.svelte.ts'
import { newestFirst } from './stock-filters.svelte.ts'

/**
 * A search, or a walk along the rows, rests after this long without input, ms: an entry for each letter would be no way
 * back.
 */
const rest = 500

interface AddressParts {
  readonly app: Pick<AppContext, 'router' | 'search' | 'toasts'>
  readonly inventory: InventoryState
  readonly views: ViewsState
  readonly grid: () => GridColumns | undefined
  /** Place where its list is scrolled to. */
  readonly place: Pick<ListPlace, 'arrive' | 'keep'>
}

type Entry = 'push' | 'replace'

/** Keeps the list of the inventory in the page's address: back and forward go between lists, and a reload comes back to the same one. */
export class ListAddress {
  readonly #parts: AddressParts
  #pause: ReturnType<typeof setTimeout> | undefined
  #waiting: Entry | undefined

  constructor(parts: AddressParts) {
    this.#parts = parts
  }

  /** To be called while the page is open; returns the function that ends it. */
  follow(): () => void {
    const { router } = this.#parts.app
    router.leaving = () => this.#leave()
    return () => {
      this.#forget()
      router.leaving = undefined
    }
  }

  /** Shows what the address asks for. @returns whether the list is read for that */
  arrive(): boolean {
    const { params } = this.#parts.app.router
    const isByRail = params.list === undefined && params.id === undefined
    const reads = this.#arrive()
    this.#parts.place.arrive(reads, isByRail)
    return reads
  }

  #arrive(): boolean {
    const { router, search, toasts } = this.#parts.app
    const { params } = router
    if (params.list === undefined) return this.#take(params.id, params.text)
    const { address, incomplete } = readStockParams(params)
    // The box was emptied when the page was left, the list was not.
    search.text = address.text
    const reads = addressKey(address) !== addressKey(this.#shown) && this.#show(address)
    if (incomplete) {
      toasts.show(m.inventory_address_incomplete(), { tone: 'warning' })
      this.#put('replace')
    }
    return reads
  }

  /** Writes what is shown into the address; an effect follows all of that. */
  write(): void {
    const shown = this.#shown
    untrack(() => this.#write(shown))
  }

  #write(shown: StockAddress): void {
    const { router } = this.#parts.app
    if (router.page !== 'inventory') return
    if (router.params.list === undefined) this.#put('replace')
    else {
      const { address } = readStockParams(router.params)
      const isLike = (same: Partial<StockAddress>): boolean =>
        addressKey({ ...address, ...same }) === addressKey(shown)
      if (isLike({})) this.#forget()
      else if (isLike({ text: shown.text })) this.#putSoon('push')
      else if (address.openId !== null && shown.openId !== null && isLike({ openId: shown.openId }))
        this.#putSoon('replace')
      else this.#put('push')
    }
  }

  /** Writes at once what waits for a rest. */
  flush(): void {
    if (this.#waiting) this.#put(this.#waiting)
  }

  #leave(): void {
    this.flush()
    this.#parts.place.keep()
  }

  get #shown(): StockAddress {
    const { inventory, views } = this.#parts
    const { sort, filters, states, edited, marked, watched, group, query, openId } = inventory
    const list = { sort, filters: [...filters], states: [...states], edited, marked, watched, group }
    return { list, text: query.text, viewId: views.openId, openId }
  }

  /** An advert to open, or words to search for, which another page asks for: the rest stays as it is. The rail asks for nothing. */
  #take(id: string | undefined, text: string | undefined): boolean {
    const { inventory, app } = this.#parts
    const opened = advertOf(id ?? '')
    if (opened !== null) inventory.openId = opened
    if (text !== undefined) app.search.text = text
    // The box was emptied when the page was left; words that were typed since are searched for.
    else if (id === undefined && app.search.text === '') app.search.text = inventory.text
    if (app.search.text.trim() === inventory.query.text) return false
    inventory.text = app.search.text
    void inventory.load()
    return true
  }

  #show({ list, text, viewId, openId }: StockAddress): boolean {
    const { inventory, views, grid } = this.#parts
    const before = this.#shown
    inventory.openId = openId
    inventory.text = text
    if (viewId !== views.openId) {
      views.openId = viewId
      // After a reload the columns are as they were left.
      if (inventory.loaded) grid()?.restore(views.open?.view.columns)
    }
    if (addressKey({ ...before, openId, viewId }) === addressKey({ list, text, viewId, openId })) return false
    inventory.applyView(list)
    return true
  }

  #putSoon(how: Entry): void {
    clearTimeout(this.#pause)
    // What is to have an entry of its own has it, whatever else waits.
    this.#waiting = this.#waiting === 'push' ? 'push' : how
    this.#pause = setTimeout(() => this.flush(), rest)
  }

  #put(how: Entry): void {
    this.#forget()
    this.#parts.app.router.show(stockParams(this.#shown), how)
    this.#parts.place.keep()
  }

  #forget(): void {
    clearTimeout(this.#pause)
    this.#waiting = undefined
  }
}

/** Contents of an inventory address: the list, the words that are searched for, the chosen view and the open advert. */
export interface StockAddress {
  readonly list: ShownList
  readonly text: string
  /** '' if none was chosen. */
  readonly viewId: string
  readonly openId: number | null
}

const plainList: ShownList = { sort: newestFirst, ...plainFilters }

/** The parameters of an address; `list` has what is not as it is at first. */
export function stockParams({ list, text, viewId, openId }: StockAddress): RouteParams {
  const isPlain = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(value) === JSON.stringify(plainList[name as keyof ShownList])
  const changed = Object.entries(list).filter((entry) => !isPlain(entry))
  return {
    list: changed.length === 0 ? '' : JSON.stringify(Object.fromEntries(changed)),
    ...(text !== '' && { text }),
    ...(viewId !== '' && { view: viewId }),
    ...(openId !== null && { id: String(openId) }),
  }
}

const mostText = 200
const shownText = (text: string): string => text.trim().slice(0, mostText)

/**
 * Reads the parameters of an address, which a person may have written.
 * @returns what they say, and whether parts of it are not known here and were left out
 */
export function readStockParams({ list = '', text = '', view = '', id = '' }: RouteParams): {
  readonly address: StockAddress
  readonly incomplete?: true
} {
  const read = readShownList(listOf(list))
  const openId = advertOf(id)
  return {
    address: { list: read.list, text: shownText(text), viewId: view, openId },
    ...((read.incomplete ?? (id !== '' && openId === null)) && { incomplete: true }),
  }
}

export function advertOf(id: string): number | null {
  const number = Number(id)
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

function listOf(text: string): unknown {
  if (text === '') return plainList
  try {
    const list: unknown = JSON.parse(text)
    if (typeof list === 'object' && list !== null && !Array.isArray(list)) return { ...plainList, ...list }
  } catch {
    // What is no list at all is left out as a whole.
  }
  return { ...plainList, filters: null }
}

/** A text that is the same for addresses that show the same: a list that is read has its parts in one order. */
export function addressKey({ list, text, viewId, openId }: StockAddress): string {
  const whole = { ...list, marked: list.marked ?? null, group: list.group ?? null }
  return JSON.stringify([readShownList(whole).list, shownText(text), viewId, openId])
}
