import { getLocale, overwriteGetLocale } from './generated/runtime.js'

export type Locale = 'en' | 'uk'

/**
 * The language that the app speaks: what the person chose, else Ukrainian on a Ukrainian system, else English.
 * `systemLocale` comes as the system names it: `uk`, `uk-UA`, `uk_UA.UTF-8`.
 */
export function resolveLocale(language: 'system' | Locale, systemLocale: string): Locale {
  if (language !== 'system') return language
  return /^uk(?![a-z])/i.test(systemLocale) ? 'uk' : 'en'
}

/**
 * Makes every message from now on speak `locale`, in main, on the command line and in the window. What is on the
 * screen already stays as it is until it is drawn again.
 */
export function applyLocale(locale: Locale): void {
  // Paraglide's own way reads the address of the document for each message, a hundred times in a frame of a scroll; and
  // its setLocale reloads the document, so that a half-filled form would be lost.
  overwriteGetLocale(() => locale)
}

const numberFormats = new Map<Locale, Intl.NumberFormat>()

/** A number in the form of the language. Its format is kept: to make it takes forty times as long as to use it. */
export function numberWords(value: number): string {
  const locale = getLocale()
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale)
  numberFormats.set(locale, format)
  return format.format(value)
}
