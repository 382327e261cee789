import { numberWords } from '../i18n/locale.ts'

/** A number with its sign, and a minus as typesetters write it: `−2.3`, `+4`, `0`. */
const signedWords = (value: number): string =>
  (value > 0 ? '+' : value < 0 ? '−' : '') + numberWords(Math.abs(value))

/** A change in percent with its sign, to a tenth, or from a hundred on to a whole one: `−2.5 %`, `+405 %`. */
export function percentWords(change: number): string {
  const parts = Math.abs(change) < 100 ? 10 : 1
  return `${signedWords(Math.round(change * parts) / parts)} %`
}
