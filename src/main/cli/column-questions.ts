import { meaningsOf } from '#shared/import/column-values.ts'
import type { Check, ColumnMapping, Inspection } from '#shared/import/draft.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { StockChoice } from '#shared/stock/stock-check.ts'
import type { CheckChoice } from '../import/worker/draft-source.ts'
import { nameOf } from './column-options.ts'
import type { ImportRun } from './import-run.ts'

/** A column that seems to say what rows do, with some of its cells. */
export interface ActionColumn {
  readonly header: string
  readonly cells: readonly string[]
}

const mostCells = 4

/** The columns that seem to say what rows do and of which the person said nothing. */
export function openActions(
  { header, actions, sample }: Pick<Inspection, 'header' | 'actions' | 'sample'>,
  mapping: ColumnMapping,
  told: readonly string[],
): ActionColumn[] {
  const known = new Set(told.map((title) => title.trim().toLowerCase()))
  return actions
    .filter((index) => mapping[index] === null && !known.has(header[index]?.trim().toLowerCase() ?? ''))
    .map((index) => {
      const cells = sample.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '')
      return { header: nameOf(header, index), cells: [...new Set(cells)].slice(0, mostCells) }
    })
}

/** Columns that are not used, without those that are asked about. */
export const withoutActions = (unused: readonly string[], actions: readonly ActionColumn[]): string[] =>
  unused.filter((name) => !actions.some(({ header }) => header === name))

/** A question about the columns that only a person can answer, whatever else is confirmed; null if none. */
export function actionQuestion(
  actions: readonly ActionColumn[],
  choice: Pick<StockChoice, 'key' | 'quantity' | 'filter'> | null = null,
): string | null {
  const named = choice ? [choice.key, choice.quantity, choice.filter?.column] : []
  const isNamed = (header: string): boolean =>
    named.some((name) => name?.trim().toLowerCase() === header.trim().toLowerCase())
  const open = actions.filter(({ header }) => !isNamed(header))
  if (open.length === 0) return null
  const words = choice ? m.cli_columns_action_stock : m.cli_columns_action
  return open.map(({ header, cells }) => words({ column: header, values: cells.join(', ') })).join('\n')
}

/** Codes of cells that are no known word of a short list. */
const wordCodes: ReadonlySet<ProblemCode> = new Set(['not-a-flag', 'not-a-currency', 'not-an-operation'])

/** Values that mean nothing, each once with its count, and how they are taught. */
export async function sayUnknownValues(
  { draftId, forecourt: { drafts }, output }: ImportRun,
  { problems }: Pick<Check, 'problems'>,
  { shape, mapping, values: taught = [] }: Pick<CheckChoice, 'shape' | 'mapping' | 'values'>,
): Promise<void> {
  const fields = new Set(problems.flatMap(({ code, column }) => (wordCodes.has(code) ? [column] : [])))
  const columns = (mapping ?? []).flatMap((field, column) =>
    field !== null && fields.has(field) ? [{ column, field }] : [],
  )
  if (columns.length === 0) return
  const { header } = await drafts.inspect(draftId, shape)
  for (const { column, values } of await drafts.values(draftId, shape, columns)) {
    const words = taught.find((each) => each.column === column)?.words ?? {}
    const open = values.filter(({ text, means }) => means === null && !Object.hasOwn(words, text))
    const title = header[column]?.trim() ?? ''
    const meanings = meaningsOf(mapping?.[column] ?? null) ?? []
    const [first] = open
    if (!first || title === '') continue
    output.say(
      m.cli_values_unknown({
        column: title,
        values: open
          .map(({ text, count }) => `${m.import_file_sign({ sign: text })} (${m.word_row_count({ count })})`)
          .join(', '),
        example: JSON.stringify({ [title]: { [first.text]: meanings[1] } }),
        known: meanings.map((each) => JSON.stringify(each)).join(', '),
      }),
    )
  }
}
