import { internalNotes } from '#shared/import/file-columns.ts'
import { foldName } from './name-folding.ts'

/** Names that spreadsheets and programs give if a column has no name: `Column 1`, `Стовпець2`, `Unnamed: 3`, `F4`. */
const generic = new RegExp(
  `^(?:${['column', 'col', 'field', 'unnamed', 'стовпець', 'стовпчик', 'колонка', 'поле', 'столбец', 'графа']
    .map(foldName)
    .join('|')}|[a-z])? ?\\d*$`,
)

/** True if a header says nothing of its column. */
export const isSilent = (header: string): boolean => generic.test(foldName(header))

/**
 * Beginnings of words that give a column a meaning outside of our fields: an old price is not the price, and a mileage
 * only looks like one.
 */
const otherMeanings = [
  'old, previous, purchase, discount, deposit, cost price, mileage, odometer, km, year, vin, phone, date, sold, vat, stock number',
  'стар, попередн, закуп, собіварт, знижк, аванс, завдат, пробіг, км, рік, він код, телефон, дата, продан, пдв, конкурент, мінімальн',
  'предыдущ, себестоим, скидк, залог, пробег, год, проданн, ндс, минимальн',
].flatMap((words) => foldName(words).split(', '))

/** True if a header means something that is none of our fields. */
export function meansSomethingElse(header: string): boolean {
  const folded = ` ${foldName(header)}`
  return (
    internalNotes.has(header.trim().toLowerCase()) ||
    otherMeanings.some((word) => folded.includes(` ${word}`))
  )
}
