import { stemOf } from '#shared/files/file-stem.ts'
import { guardCell } from '#shared/files/spreadsheet-text.ts'
import type { Delimiter, DraftRow } from '#shared/import/draft.ts'
import { csvText } from '../files/csv-text.ts'
import { type FileBytes, wholeOf } from '../files/file-bytes.ts'
import { inReachOf, textBytes } from '../files/text-bytes.ts'
import type { DraftPlan } from './draft/draft-plan.ts'

/** The columns that such a file has beyond the source's own. */
export const errorColumns: readonly string[] = ['error_code', 'error_message']

/** Form of the rows: as Excel opens a CSV on this computer, or as a workbook; null is the form of their file. */
export type ProblemRowsForm = { readonly separator: Delimiter } | 'xlsx' | null

/**
 * Rows with problems, in the source's own encoding, delimiter, headers and column order, followed by two error columns.
 * They can be fixed and imported again. A file that has the error columns already keeps one pair of them.
 * @throws Fault `usage` for more rows than a sheet holds, if they are to be a workbook
 */
export async function problemRows(
  { fileName, header, shape, bom }: Pick<DraftPlan, 'fileName' | 'header' | 'shape' | 'bom'>,
  rows: readonly DraftRow[],
  asked: ProblemRowsForm = null,
): Promise<FileBytes> {
  const kept = header.flatMap((name, index) => (errorColumns.includes(name.trim()) ? [] : [index]))
  const own = (cells: readonly string[]): string[] => kept.map((index) => cells[index] ?? '')
  const columns = [...own(header), ...errorColumns]
  const lines = rows.map(({ cells, problems }) => {
    const errors = problems.filter(({ severity }) => severity === 'error')
    return [...own(cells), errors[0]?.code ?? '', errors.map(({ message }) => message).join(' ')]
  })
  const stem = `${stemOf(fileName)}-problems`
  if (asked === 'xlsx') {
    // What writes workbooks is loaded when one is asked for: a check of a file has no need of it.
    const { rowsWorkbook } = await import('../files/xlsx/rows-workbook.ts')
    return { fileName: `${stem}.xlsx`, text: await wholeOf(rowsWorkbook(columns, lines)) }
  }
  // Excel takes a CSV for UTF-8 only if it begins with the mark of it.
  const form =
    asked === null
      ? { ...shape, bom }
      : ({ encoding: 'utf-8', delimiter: asked.separator, bom: true } as const)
  const written = lines.map((line) => [...line.slice(0, -1), inReachOf(form.encoding, line.at(-1) ?? '')])
  const text = csvText([columns, ...written], { delimiter: form.delimiter, guard: guardCell })
  return { fileName: `${stem}.csv`, text: textBytes(text, form.encoding, form.bom) }
}
