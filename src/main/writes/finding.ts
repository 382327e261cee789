import type { ProblemCode } from '#shared/batch/row.ts'

/** A problem before it has words: what a check found, with the numbers for its words. */
export interface Finding {
  /** The contract's name of the column, or the file's own header, or '' for the whole row. */
  readonly column: string
  readonly code: ProblemCode
  readonly severity: 'error' | 'warning'
  /** The cell as it is in the file, at most 80 characters; '' if there is none to show. */
  readonly value: string
  readonly details: Readonly<Record<string, string | number>>
}

const warnings: ReadonlySet<ProblemCode> = new Set([
  'url-long',
  'duplicate-row',
  'duplicate-target',
  'equal-row',
  'sent-before',
  'sent-since',
  'edit-unsent',
  'in-stock-already',
  'unused-cell',
  'name-learned',
  'name-years',
  'other-vehicle-named',
  'name-uncompared',
  'short-row',
  'currency-of-price',
  'value-assumed',
  'advert-not-cached',
  'advert-not-shown',
  'advert-gone',
  'no-value',
  'text-cleaned',
  'text-html',
  'price-jump',
  'price-unusual',
  'car-state',
  'car-used',
  'changed-since',
  'old-value-unknown',
  'text-without-tags',
  'kept-by-hand',
  'kept-pinned',
  'stays-out-of-stock',
])

const shownLength = 80

/** A text as findings quote it. */
export const shortened = (text: string): string =>
  text.length > shownLength ? `${text.slice(0, shownLength - 1).toWellFormed()}…` : text

/** A finding whose severity is the usual one of its code. */
export const finding = (
  column: string,
  code: ProblemCode,
  value = '',
  details: Finding['details'] = {},
): Finding => ({
  column,
  code,
  severity: warnings.has(code) ? 'warning' : 'error',
  value: shortened(value),
  details,
})
