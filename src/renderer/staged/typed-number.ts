/** A number as people type it, with a comma, a true minus, groups of digits or a sign of percent; NaN for anything else. */
export const typedNumber = (text: string): number => {
  const plain = text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.')
    .replace(/^[−–]/, '-')
    .replace(/%$/, '')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
