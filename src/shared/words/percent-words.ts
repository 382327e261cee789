import { numberWords } from '../i18n/locale.ts'

/** A number with its sign, and a minus as typesetters write it: `−2.3`, `+4`, `0`. */
export const signedWords = (value: number): string =>
  (value > 0 ? '+' : value < 0 ? '−' : '') + numberWords(Math.abs(value))

/** A change in percent with its sign, to a tenth: `−2 %`. */
export const percentWords = (change: number): string => `${signedWords(Math.round(change * 10) / 10)} %`
