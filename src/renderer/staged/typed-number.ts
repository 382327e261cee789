import { type NumberKind, readFilterNumber } from '#shared/search/filter-number.ts'

/**
 * Number as people type it, in filters and with a sign before it or a percent sign behind it. NaN for anything else,
 * also for one that can be read in two ways.
 */
export function typedNumber(kind: NumberKind, text: string): number {
  const [, sign, bare = ''] = /^([-−–+]?)(.*)$/s.exec(text.trim()) ?? []
  const reading = readFilterNumber(kind, kind === 'number' ? bare.replace(/\s*%$/, '') : bare)
  if (typeof reading !== 'number') return Number.NaN
  return sign === '' || sign === '+' ? reading : -reading
}
