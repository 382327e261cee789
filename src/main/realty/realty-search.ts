import type { Params } from '../service/params.ts'
import type { RealtyApi } from './realty-api.ts'

/** One page of a search of real estate. */
export interface RealtyPage {
  readonly ids: readonly number[]
  /** All adverts that match, as the service counts them; null if it doesn't say. */
  readonly count: number | null
}

/** The first page, and the next ones by `page`, each with the ids that no earlier page had; ends with one that brings none. */
export async function* realtyPages(
  api: RealtyApi,
  params: Params,
  signal?: AbortSignal,
): AsyncGenerator<RealtyPage, void> {
  const filters = params.filter(([name]) => name !== 'page')
  const seen = new Set<number>()
  for (let page = 0; ; page += 1) {
    const { items, count } = await api.find(page === 0 ? filters : [...filters, ['page', page]], signal)
    const ids = [...new Set(items)].filter((id) => !seen.has(id))
    if (ids.length === 0 && page > 0) return
    for (const id of ids) seen.add(id)
    yield { ids, count }
    if (ids.length === 0) return
  }
}
