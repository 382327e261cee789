import type { Quirks } from '../control/quirks.ts'
import type { SearchPage } from './search-page.ts'
import type { VehicleFacts } from './vehicle.ts'

type Fields = Record<string, unknown>

/** The record of an advert with what the quirks change in it. */
export function advertWithQuirks(quirks: Quirks, record: Fields, facts: VehicleFacts): Fields {
  let { autoData, ...rest } = record as Fields & { autoData: Fields }
  if (quirks.has('string-numbers')) {
    autoData = { ...autoData, year: String(autoData.year), categoryId: String(autoData.categoryId) }
  }
  if (quirks.has('entities')) {
    autoData = { ...autoData, description: withTags(String(autoData.description), facts.note !== null) }
    rest = { ...rest, badges: ['Перевірений VIN &amp; історія'] }
  }
  if (quirks.has('nulls')) {
    if (facts.id % 3 === 0) rest = { ...rest, ...withoutCity(record) }
    if (facts.id % 4 === 0) autoData = without(autoData, 'raceInt')
  }
  return { ...rest, autoData }
}

/** The answer of a search with what the quirks change in it; `promoted` is the advert that a promotion would show. */
export function searchWithQuirks(
  quirks: Quirks,
  { answer, applied }: SearchPage,
  promoted: string | undefined,
): unknown {
  const found = answer.result.search_result
  const { lang_id, page } = answer.additional_params
  const ids = quirks.has('promotion') && promoted !== undefined ? [promoted, ...found.ids] : found.ids
  const count = quirks.has('wrong-count') ? found.count + 3 : found.count
  const isEchoed = answer.result.additional !== undefined
  const echo =
    quirks.has('filter-echo') && !isEchoed ? { additional: { search_params: { cleaned: applied } } } : {}
  const strings = quirks.has('string-numbers') ? { lang_id: String(lang_id), page: String(page) } : {}
  return {
    additional_params: { ...answer.additional_params, ...strings },
    result: { ...answer.result, search_result: { ...found, ids, count }, ...echo },
  }
}

function withTags(text: string, written: boolean): string {
  if (!written) return `<p>${text.replace('. ', '.<br />')}</p>`
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const withoutCity = (record: Fields): Fields => ({
  locationCityName: null,
  stateData: { ...(record.stateData as Fields), name: null },
})

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
