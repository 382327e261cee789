import type { UnknownName } from '#shared/import/unknown-names.ts'
import { formatMoney } from '../../ui/format-money.ts'

/** Variants that have a button, and a key: 1 to 3. */
export const mostButtons = 3

type Candidate = UnknownName['candidates'][number]

/** The variants that have buttons; the answer is among them. */
export function buttonsOf({ candidates }: UnknownName, answer: number | undefined): readonly Candidate[] {
  const first = candidates.slice(0, mostButtons)
  const chosen = candidates.find(({ id }) => id === answer)
  return !chosen || first.includes(chosen) ? first : [...first.slice(0, mostButtons - 1), chosen]
}

/** The make or model, by its name or as the file has it; '' while it is asked for what stands before it. */
export const makeOf = ({ names, field, value }: UnknownName): string =>
  names.marka_id ?? (field === 'marka_id' ? value : '')
export const modelOf = ({ names, field, value }: UnknownName): string =>
  names.model_id ?? (field === 'model_id' ? value : '')

/** `2021`, `2021–2024`. */
export const yearsOf = ({ years }: UnknownName): string => (years ? [...new Set(years)].join('–') : '')

export function pricesOf({ prices }: UnknownName): string {
  if (!prices) return ''
  const { least, most, currency } = prices
  return [...new Set([least, most])].map((price) => formatMoney(price, currency)).join('–')
}

/** Number of lines that are named one by one. */
const mostLines = 3

/** `4, 11`, `4, 11, 12…`. */
export const linesOf = ({ lines, rows }: UnknownName): string =>
  lines.slice(0, mostLines).join(', ') + (rows > mostLines ? '…' : '')
