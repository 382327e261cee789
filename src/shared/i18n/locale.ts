import { baseLocale, getLocale, type locales as compiled, overwriteGetLocale } from './generated/runtime.js'

interface Language {
  /** In the language itself: that is how a person who looks for it reads it. */
  readonly name: string
  /** The region whose forms of dates, times and sums are used. */
  readonly region: string
  /** How a day is written; a moment is the day and the time, with this between them. */
  readonly day: Intl.DateTimeFormatOptions
  readonly beforeTime: string
}

/** The languages that the app speaks: those whose messages are compiled (project.inlang). */
export const languages = {
  // With the day before the month, as the readers are used to.
  en: {
    name: 'English',
    region: 'en-GB',
    day: { day: 'numeric', month: 'short', year: 'numeric' },
    beforeTime: ', ',
  },
  uk: {
    name: 'Українська',
    region: 'uk-UA',
    day: { day: '2-digit', month: '2-digit', year: 'numeric' },
    beforeTime: ' ',
  },
} as const satisfies Readonly<Record<(typeof compiled)[number], Language>>
export type Locale = keyof typeof languages

export const locales = Object.keys(languages) as readonly Locale[]

/**
 * The language that the app speaks: what the person chose, else that of the system if there are messages in it, else
 * English. `systemLocale` comes as the system names it: `uk`, `uk-UA`, `uk_UA.UTF-8`.
 */
export function resolveLocale(language: 'system' | Locale, systemLocale: string): Locale {
  if (language !== 'system') return language
  return locales.find((each) => new RegExp(`^${each}(?![a-z])`, 'i').test(systemLocale)) ?? baseLocale
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
