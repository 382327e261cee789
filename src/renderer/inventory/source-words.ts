import { m } from '#shared/i18n/generated/messages.js'
import type { StockSource } from '#shared/inventory/stock-sources.ts'

const words: Readonly<Record<string, () => string>> = {
  account: m.inventory_sources_account,
  made: m.inventory_sources_made,
  added: m.inventory_sources_added,
  watched: m.inventory_sources_watched,
}

/** Name of a source on the screen. */
export const sourceWords = ({ source, name }: StockSource): string =>
  name === null ? (words[source]?.() ?? source) : m.inventory_sources_search({ name })
