import { linkScheme, longestLink } from '#shared/settings/app-link.ts'
import type { PageName, Route } from '../ui/router.svelte.ts'

/**
 * Pages that an address from outside may open, each with the parameters that choose what it shows. None of them acts:
 * they fill no form, open no file and make no search.
 */
const openable: Partial<Record<PageName, readonly string[]>> = {
  today: [],
  inventory: ['id', 'text', 'list', 'view'],
  edits: [],
  imports: [],
  activity: ['batch', 'kind', 'rows'],
  orders: [],
  calls: ['show'],
  market: [],
  realty: [],
  settings: [],
  notices: [],
  guide: ['chapter'],
}

const form = new RegExp(`^${linkScheme}:(?://)?([a-z-]+)/?(?:\\?(.*))?$`, 'i')

/** `forecourt:inventory?id=5` → the page and its parameters; null for an address that leads nowhere. */
export function readAppLink(address: string): Route | null {
  if (address.length > longestLink) return null
  const [, name = '', query = ''] = form.exec(address) ?? []
  const page = name.toLowerCase() as PageName
  const known = Object.hasOwn(openable, page) ? openable[page] : undefined
  const params = Object.fromEntries(new URLSearchParams(query))
  return known && Object.keys(params).every((param) => known.includes(param)) ? { page, params } : null
}
