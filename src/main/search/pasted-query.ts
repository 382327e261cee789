import type { Params } from '../service/params.ts'

/**
 * The parameters of an address or a query as a person pastes it: `https://…/search/?brand.id[0]=9`, `?a=1&b=2`, `a=1`.
 * A fragment is no part of a query, unless the query is in it, as some pages have it.
 */
export function pastedParams(pasted: string): Params {
  const text = pasted.trim()
  const [address, fragment = ''] = split(text, '#')
  const [path, query] = split(address, '?')
  if (query !== undefined) return pairsOf(query)
  if (/^[a-z]+:\/\//i.test(path) || path.startsWith('/')) return pairsOf(fragment.replace(/^!?\??/, ''))
  return pairsOf(path)
}

function split(text: string, mark: string): readonly [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

const pairsOf = (query: string): Params => [...new URLSearchParams(query)].filter(([name]) => name !== '')
