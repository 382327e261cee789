interface Language {
  /** In the language itself: that is how a person who looks for it reads it. */
  readonly name: string
  /** The region whose forms of dates, times and sums are used. */
  readonly region: string
  /** Format of a day; a moment is the day and the time, with this between them. */
  readonly day: Intl.DateTimeFormatOptions
  readonly beforeTime: string
}

/** The languages that the app speaks: those in which there are messages. */
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
} as const satisfies Readonly<Record<string, Language>>
export type Locale = keyof typeof languages

export const locales = Object.keys(languages) as readonly Locale[]

/**
 * The language that the app speaks: what the person chose, else that of the system if there are messages in it, else
 * English. `systemLocale` comes as the system names it: `uk`, `uk-UA`, `uk_UA.UTF-8`.
 */
export function resolveLocale(language: 'system' | Locale, systemLocale: string): Locale {
  if (language !== 'system') return language
  return locales.find((each) => new RegExp(`^${each}(?![a-z])`, 'i').test(systemLocale)) ?? 'en'
}

let current: Locale = 'en'

/** The language that the app speaks now. */
export const getLocale = (): Locale => current

/**
 * Makes every message from now on speak `locale`, in main, on the command line and in the window. What is on the
 * screen already stays as it is until it is drawn again.
 */
export function applyLocale(locale: Locale): void {
  current = locale
}

const numberFormats = new Map<Locale, Intl.NumberFormat>()

/** A number in the form of the language. Its format is kept: to make it takes forty times as long as to use it. */
export function numberWords(value: number, locale = current): string {
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale)
  numberFormats.set(locale, format)
  return format.format(value)
}

/** A value that a message shows as it is. @public to compiled messages */
export type Shown = string | number

/** The language of one message, where it isn't that of the app. */
export interface MessageOptions {
  readonly locale?: Locale
}

/** The language in which a message is wanted. @public to compiled messages */
export const localeOf = (options: MessageOptions | undefined): Locale => options?.locale ?? getLocale()

const pluralRules = new Map<Locale, Intl.PluralRules>()

function pluralForm(locale: Locale, count: number): string {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale)
  pluralRules.set(locale, rules)
  return rules.select(count)
}

/** Words for a count, which goes in as the language writes numbers. Every message has the form `other`. */
type PluralForms = { readonly other: (count: string) => string } & Readonly<
  Record<string, ((count: string) => string) | undefined>
>

/** Words of a count in its plural form (CLDR), or those of exactly this count (`=0`). @public to compiled messages */
export function plural(locale: Locale, count: number, forms: PluralForms): string {
  const words = forms[`=${count}`] ?? forms[pluralForm(locale, count)] ?? forms.other
  return words(numberWords(count, locale))
}

/** A message within a sentence: its first letter is small, unless it begins with an abbreviation. */
export const lowered = (text: string): string =>
  /^\p{Lu}\p{Lu}/u.test(text) ? text : `${text.charAt(0).toLocaleLowerCase()}${text.slice(1)}`
