import { getLocale, languages } from '#shared/i18n/locale.ts'

/** A format costs more than what it writes: one for each language. */
const formats = new Map<string, Intl.NumberFormat>()

/** A number as a spreadsheet reads it: without groups, with the decimal mark of the language. */
export function plainNumber(value: number | null): string {
  if (value === null) return ''
  const { region } = languages[getLocale()]
  const format =
    formats.get(region) ?? new Intl.NumberFormat(region, { useGrouping: false, maximumFractionDigits: 6 })
  formats.set(region, format)
  return format.format(value)
}
