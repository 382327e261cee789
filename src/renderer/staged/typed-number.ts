import { type NumberKind, readFilterNumber } from '#shared/search/filter-number.ts'

/**
 * A number as people type it, as in filters, and with a sign before it or one of percent behind it; NaN for anything else,
 * also for one that can be read in two ways.
 */
export function typedNumber(kind: NumberKind, text: string): number {
  const [, sign, bare = ''] = /^([-−–+]?)(.*)$/s.exec(text.trim()) ?? []
  const reading = readFilterNumber(kind, kind === 'number' ? bare.replace(/\s*%$/, '') : bare)
  if (typeof reading !== 'number') return Number.NaN
  return sign === '' || sign === '+' ? reading : -reading
}
