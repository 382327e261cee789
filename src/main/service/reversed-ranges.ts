import type { Params } from './params.ts'

/** The upper end of each range, by its lower one. */
const ends: Readonly<Record<string, string>> = {
  price_ot: 'price_do',
  s_yers: 'po_yers',
  raceFrom: 'raceTo',
  engineVolumeFrom: 'engineVolumeTo',
  powerFrom: 'powerTo',
  created_after: 'created_before',
}

/** `s_yers[0]` → `po_yers[0]`, `characteristic[234][from]` → `characteristic[234][to]`; undefined if it begins no range. */
function endOf(name: string): string | undefined {
  const [, base = name, index = ''] = /^([^[]+)(\[\d*\])$/.exec(name) ?? []
  const end = ends[base]
  if (end !== undefined) return end + index
  return name.endsWith('[from]') ? name.replace(/\[from\]$/, '[to]') : undefined
}

/** A number; a moment, `2026-01-05 09:30`, by its digits. */
const rankOf = (value: string): number =>
  /^\d{4}-\d\d-\d\d/.test(value) ? Number(value.replaceAll(/\D/g, '').padEnd(14, '0')) : Number(value)

/** Ranges that end below their beginning: nothing is within, and the service doesn't say so. As an end 0 counts as none. */
export function reversedRanges(params: Params): { readonly name: string; readonly end: string }[] {
  const values = new Map(params.map(([name, value]) => [name, rankOf(String(value))]))
  return [...values].flatMap(([name, from]) => {
    const end = endOf(name)
    const to = values.get(end ?? '') ?? 0
    return end !== undefined && to > 0 && from > to ? [{ name, end }] : []
  })
}
