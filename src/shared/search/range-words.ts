import { m } from '#shared/i18n/generated/messages.js'

/** A range of which either end may be blank: `2018–2020`, `from 2018`, `to 2020`, `2020`; '' if both are. */
export function rangeWords(from: string, to: string): string {
  if (from === to) return from
  if (from === '') return m.search_similar_to({ value: to })
  return to === '' ? m.search_similar_from({ value: from }) : `${from}–${to}`
}
