import type { Command, OptionValues } from '@commander-js/extra-typings'
import { operations } from '#shared/batch/operation.ts'
import { m } from '#shared/i18n/generated/messages.js'
import {
  byHandRules,
  type ByHandRule,
  missingRules,
  type MissingRule,
  sameTrimRules,
  type SameTrimRule,
  usualRules,
  usualSource,
} from '#shared/stock/stock-actions.ts'
import type { StockChoice, StockFilter } from '#shared/stock/stock-check.ts'
import { isAsOf } from '../stock/as-of.ts'
import { UsageError } from './usage-error.ts'
import { choiceOption, numberOption, typedOption } from './command-definition.ts'

/** Contents of a file: rows that do one thing, or the whole stock. */
export const fileOperations = [...operations, 'stock'] as const
export type FileOperation = (typeof fileOperations)[number]

const linkRules = ['certain', 'likely'] as const

/** Options for reading a file as the whole stock, as a person says it. */
export interface StockOptions {
  readonly key?: string
  readonly source?: string
  /** The column that says how many cars there are; '' for none, whatever was saved for the source. */
  readonly quantity?: string
  /** `Стан=Новий|Демо`; '' for every row, whatever was saved for the source. */
  readonly only?: string
  readonly missing?: MissingRule
  readonly maxMissing?: number
  readonly maxNew?: number
  readonly rows?: number
  readonly byHand?: ByHandRule
  readonly sameTrim?: SameTrimRule
  readonly link?: (typeof linkRules)[number]
  readonly asOf?: string
}

/** Adds what the rows of a file do, and how the file is read if it is the whole stock. */
export const withFileOperation = <Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) =>
  command
    .addOption(choiceOption('--operation <NAME>', m.cli_import_operation(), fileOperations))
    .option('--key <COLUMN>', m.stock_cli_key())
    .option('--source <NAME>', m.stock_cli_source())
    .option('--only <COLUMN=VALUES>', m.stock_cli_only())
    .option('--quantity <COLUMN>', m.stock_cli_quantity())
    .addOption(choiceOption('--missing <RULE>', m.stock_cli_missing(), missingRules))
    .addOption(numberOption('--max-missing <N>', m.stock_cli_max_missing(), 10_000_000))
    .addOption(numberOption('--max-new <N>', m.stock_cli_max_new(), 10_000_000))
    .addOption(numberOption('--rows <N>', m.stock_cli_rows(), 10_000_000))
    .addOption(choiceOption('--by-hand <RULE>', m.stock_cli_by_hand(), byHandRules))
    .addOption(choiceOption('--same-trim <RULE>', m.stock_cli_same_trim(), sameTrimRules))
    .addOption(choiceOption('--link <GRADE>', m.stock_cli_link(), linkRules))
    .option('--as-of <DATE>', m.stock_cli_as_of(), asOfOption)

/** @throws UsageError */
function asOfOption(value: string): string {
  if (!isAsOf(value)) throw new UsageError(m.stock_cli_as_of_form({ value }))
  return value
}

/** `Стан=Новий|Демо`; an empty text takes the filter away. @throws UsageError */
function filterOf(word: string): StockFilter | null {
  if (word.trim() === '') return null
  const [, column = '', list = ''] = /^([^=]+)=(.*)$/su.exec(word) ?? []
  const values = list.split('|').map((value) => value.trim())
  if (column.trim() === '' || values.includes(''))
    throw new UsageError(m.stock_cli_only_form({ value: word }))
  return { column: column.trim(), values }
}

/**
 * Choice of a person, completed by what was saved for the source.
 * @throws UsageError without a known column of keys, or with an invalid filter
 */
export function stockChoice(options: StockOptions, saved: Partial<StockChoice>): StockChoice {
  const { source = usualSource, maxMissing = null, maxNew = null, rows = null, link = 'none' } = options
  const key = options.key ?? saved.key
  if (key === undefined) throw new UsageError(m.stock_cli_key_needed())
  return {
    source,
    key,
    maxMissing,
    maxNew,
    rows,
    link,
    filter: options.only === undefined ? (saved.filter ?? null) : filterOf(options.only),
    quantity: (options.quantity ?? saved.quantity ?? '').trim() || null,
    missing: options.missing ?? saved.missing ?? usualRules.missing,
    missingNow: null,
    byHand: options.byHand ?? saved.byHand ?? usualRules.byHand,
    sameTrim: options.sameTrim ?? saved.sameTrim ?? usualRules.sameTrim,
  }
}

/** The options that are about the whole stock, in the order of the help. */
const stockOptions = [
  ...(['key', 'source', 'only', 'quantity', 'missing', 'maxMissing', 'maxNew', 'rows'] as const),
  ...(['byHand', 'sameTrim', 'link', 'asOf'] as const),
] satisfies (keyof StockOptions)[]

/** @throws UsageError if an option of the whole stock is given for another file */
export function refuseStockOptions(options: StockOptions): void {
  const given = stockOptions.find((name) => options[name] !== undefined)
  if (given === undefined) return
  throw new UsageError(m.cli_only_with({ option: typedOption(given), other: '--operation stock' }))
}
