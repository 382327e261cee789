import { stemOf } from '#shared/files/file-stem.ts'
import type { DraftRow } from '#shared/import/draft.ts'
import { csvText } from '../../files/csv-text.ts'
import { errorRowsForm, type ExcelForm } from '../../files/error-rows.ts'
import { type FileBytes, wholeOf } from '../../files/file-bytes.ts'
import { textBytes } from '../../files/text-bytes.ts'
import type { DraftPlan } from './draft-plan.ts'

/**
 * Rows with problems as a file that can be fixed and imported again.
 * @param excel null for the form of their file
 * @throws Fault `usage` for more rows than a sheet holds, if they are to be a workbook
 */
export async function problemRows(
  { fileName, header, shape, bom }: Pick<DraftPlan, 'fileName' | 'header' | 'shape' | 'bom'>,
  rows: readonly DraftRow[],
  excel: ExcelForm | null,
): Promise<FileBytes> {
  const { columns, lineOf, ...form } = errorRowsForm({ ...shape, header, bom }, excel)
  const lines = rows.map(({ cells, problems }) => {
    const errors = problems.filter(({ severity }) => severity === 'error')
    return lineOf(cells, errors[0]?.code ?? '', errors.map(({ message }) => message).join(' '))
  })
  const stem = `${stemOf(fileName)}-problems`
  if (excel?.format === 'xlsx') {
    // What writes workbooks is loaded when one is asked for: a check of a file has no need of it.
    const { rowsWorkbook } = await import('../../files/xlsx/rows-workbook.ts')
    return { fileName: `${stem}.xlsx`, text: await wholeOf(rowsWorkbook(columns, lines)) }
  }
  const text = csvText([columns, ...lines], form.csv)
  return { fileName: `${stem}.csv`, text: textBytes(text, form.encoding, form.bom) }
}
