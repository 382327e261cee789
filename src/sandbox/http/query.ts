/** One `name[index]=value` of a query. The index is null if there are no brackets, '' if they are empty. */
export interface QueryPair {
  readonly name: string
  readonly index: string | null
  readonly value: string
  /** The parameter as it was written. */
  readonly raw: string
}

export function readPairs(query: URLSearchParams): QueryPair[] {
  const pairs: QueryPair[] = []
  for (const [raw, value] of query) {
    if (raw === 'api_key') continue
    const match = /^([^[\]]+)(?:\[([^[\]]*)\])?$/.exec(raw)
    pairs.push({ name: match?.[1] ?? raw, index: match?.[2] ?? null, value: value.trim(), raw })
  }
  return pairs
}

/** A whole number as the contract means it; undefined for anything else, the empty string included. */
export function wholeNumber(text: string | null | undefined): number | undefined {
  if (text == null || !/^[+-]?\d{1,15}$/.test(text.trim())) return undefined
  return Number(text)
}

/** A number with a decimal point; undefined for anything else. */
export function decimalNumber(text: string | null | undefined): number | undefined {
  if (text == null || !/^[+-]?\d{1,12}(\.\d{1,6})?$/.test(text.trim())) return undefined
  return Number(text)
}
