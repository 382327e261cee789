/** Spaces of any kind and apostrophes between groups of three digits: before the first there are three at most. */
const thousandMarks = /(?<=(?<!\d)\d{1,3}(?:[\s'’]\d{3})*)[\s'’](?=\d{3}(?!\d))/g

export const withoutThousandMarks = (text: string): string => text.replace(thousandMarks, '')

/**
 * A number without thousand marks, with a point before its decimals: `9 500`, `9,500.00`, `9500,5`. Null if it can be read
 * in two ways, in none, or has more than two decimals.
 * @param bare as `withoutThousandMarks` leaves it
 * @param decimalMark the mark that stands for decimals where both could
 */
export function decimalDigits(bare: string, decimalMark: '.' | ','): string | null {
  if (/^\d+$/.test(bare)) return bare
  const parts = /^(\d{1,3}(?:([.,])\d{3})+|\d+)(?:([.,])(\d{1,2}))?$/.exec(bare)
  if (!parts) return null
  const [, whole = '', groupMark, mark, decimals] = parts
  const joined = groupMark === undefined ? whole : whole.replaceAll(groupMark, '')
  const twoWays =
    groupMark !== undefined && (mark === undefined ? groupMark === decimalMark : groupMark === mark)
  if (twoWays || !/^\d+$/.test(joined)) return null
  return decimals === undefined ? joined : `${joined}.${decimals}`
}

/** True if three digits behind a mark may be thousands or decimals: `12.500`. */
export const isTwoWays = (bare: string): boolean => /^\d{1,3}[.,]\d{3}$/.test(bare)

/** Below zero, however the minus is written. */
export const isNegative = (bare: string): boolean => /^[-−–]\s*\d+(?:[.,]\d+)*$/.test(bare)

/** Words behind a number that it is short for: `20 тис.`, `20k`. */
export const scaleWords = 'тис|тыс|к|k|млн|mln'

export const scaleOf = (word: string | undefined): number =>
  word === undefined ? 1 : /^(?:млн|mln)$/i.test(word) ? 1_000_000 : 1_000
