import { guardCell } from '#shared/files/spreadsheet-text.ts'
import type { Delimiter, DraftRow } from '#shared/import/draft.ts'
import { csvText } from '../files/csv-text.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { inReachOf, textBytes } from '../files/text-bytes.ts'
import type { StagedPlan } from './staging/staged-plan.ts'

/** The columns that such a file has beyond the source's own. */
const errorColumns: readonly string[] = ['error_code', 'error_message']

/**
 * Rows with problems, in the source's own encoding, delimiter, headers and column order, followed by two error columns:
 * ready to be fixed and imported again. A file that has the error columns already keeps one pair of them.
 * @param separator what stands between the cells if the file is for Excel and not in the form of the source
 */
export function problemRows(
  { fileName, header, shape, bom }: Pick<StagedPlan, 'fileName' | 'header' | 'shape' | 'bom'>,
  rows: readonly DraftRow[],
  separator: Delimiter | null = null,
): FileBytes {
  // Excel takes a CSV for UTF-8 only if it begins with the mark of it.
  const form =
    separator === null ? { ...shape, bom } : ({ encoding: 'utf-8', delimiter: separator, bom: true } as const)
  const kept = header.flatMap((name, index) => (errorColumns.includes(name.trim()) ? [] : [index]))
  const own = (cells: readonly string[]): string[] => kept.map((index) => cells[index] ?? '')
  const lines = rows.map(({ cells, problems }) => {
    const errors = problems.filter(({ severity }) => severity === 'error')
    const words = errors.map(({ message }) => message).join(' ')
    return [...own(cells), errors[0]?.code ?? '', inReachOf(form.encoding, words)]
  })
  const text = csvText([[...own(header), ...errorColumns], ...lines], {
    delimiter: form.delimiter,
    guard: guardCell,
  })
  return {
    fileName: `${fileName.replace(/\.[^.]*$/, '')}-problems.csv`,
    text: textBytes(text, form.encoding, form.bom),
  }
}
