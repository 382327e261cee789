import { m } from '#shared/i18n/generated/messages.js'
import type { Decider, UnknownName } from '#shared/import/unknown-names.ts'
import { formatMoney } from '../../ui/format-money.ts'
import { formatNumber } from '../../ui/format.ts'
import { factWords } from './decided-words.ts'

/** Variants that have a button, and a key: 1 to 3. */
export const mostButtons = 3

type Candidate = UnknownName['candidates'][number]

/** The variants that have buttons; the answer is among them. */
export function buttonsOf({ candidates }: UnknownName, answer: number | undefined): readonly Candidate[] {
  const first = candidates.slice(0, mostButtons)
  const chosen = candidates.find(({ id }) => id === answer)
  return !chosen || first.includes(chosen) ? first : [...first.slice(0, mostButtons - 1), chosen]
}

/**
 * A variant on its button, as dealers write it: `2.5 Бензин Механіка 222` for `2.5 Бензин Ручна / Механіка (222 к.с.)`.
 * Names of the service that are not of this form stay as they are.
 */
export const buttonWords = ({ short }: Pick<Candidate, 'short'>): string =>
  short.replace(/Ручна \/ (?=Механіка)/u, '').replace(/\((\d+) [кл]\.\s?с\.?\)/u, '$1')

/** The make or model, by its name or as the file has it; '' while it is asked for what stands before it. */
export const makeOf = ({ names, field, value }: UnknownName): string =>
  names.marka_id ?? (field === 'marka_id' ? value : '')
export const modelOf = ({ names, field, value }: UnknownName): string =>
  names.model_id ?? (field === 'model_id' ? value : '')

/** `2021`, `2021–2024`. */
export const yearsOf = ({ years }: UnknownName): string => (years ? [...new Set(years)].join('–') : '')

/** `$30,900–31,100`, `30 900–31 100 $`. */
export function pricesOf({ prices }: UnknownName): string {
  if (!prices) return ''
  const { least, most, currency } = prices
  const first = formatMoney(least, currency)
  const last = formatMoney(most, currency)
  if (least === most) return last
  // The currency once, on the side where the language has it.
  return /^\d/.test(last) ? `${formatNumber(least)}–${last}` : `${first}–${formatNumber(most)}`
}

/** Number of lines that are named one by one. */
const mostLines = 3

/** `4, 11`, `4, 11, 12…`. */
export const linesOf = ({ lines, rows }: UnknownName): string =>
  lines.slice(0, mostLines).join(', ') + (rows > mostLines ? '…' : '')

/** A fact of the variants beside each other, the first three; `apart` where the years of the rows are not its years. */
interface ComparedFact {
  readonly label: string
  readonly values: readonly { readonly text: string; readonly apart: boolean }[]
}

const compared: readonly (readonly [label: () => string, by: readonly Decider[]])[] = [
  [m.search_group_engine, ['volume', 'fuel']],
  [m.import_names_power, ['power']],
  [m.word_gearbox, ['gearbox']],
  [m.import_names_drive, ['drive']],
]

/** Facts that any of the variants tells; the generation with its years last. */
export function comparedFacts({ years }: UnknownName, variants: readonly Candidate[]): ComparedFact[] {
  const rows = compared.map(([label, by]) => ({
    label: label(),
    values: variants.map(({ says }) => ({
      text: by.flatMap((each) => says.filter((said) => said.by === each).map(factWords)).join(' '),
      apart: false,
    })),
  }))
  const bodies = new Set(variants.map(({ about }) => about.split(', ')[1]))
  const made = variants.map(({ about }) => ({
    // A body that all of them have decides nothing.
    text: (bodies.size > 1 ? about : about.split(', ')[0]) ?? '',
    apart: years !== null && isApart(about, years),
  }))
  return [...rows, { label: m.import_names_made(), values: made }].filter(({ values }) =>
    values.some(({ text }) => text !== ''),
  )
}

/** True if a generation such as `II 2016–2020, SUV` ended before the years, or began after them. */
function isApart(about: string, [least, most]: readonly [number, number]): boolean {
  const [, from, to] = /(?<!\d)((?:19|20)\d\d)(?:–((?:19|20)\d\d)?)?/.exec(about) ?? []
  if (from === undefined) return false
  const end = about.includes('–') ? Number(to ?? Infinity) : Number(from)
  return most < Number(from) || least > end
}
