import { readShownList, type ShownList } from '#shared/inventory/shown-list.ts'
import type { RouteParams } from '../ui/router.svelte.ts'
import { plainFilters } from './open-view.svelte.ts'
import { newestFirst } from './stock-filters.svelte.ts'

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
