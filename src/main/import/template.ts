import type { Operation } from '#shared/batch/operation.ts'
import { writeFields } from '#shared/batch/write-fields.ts'
import { csvText } from '../files/csv-text.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { textBytes } from '../files/text-bytes.ts'
import { fieldsOf } from '../writes/field-lists.ts'

/** A CSV with every column of the operation and one example row. */
export function templateOf(operation: Operation): FileBytes {
  const columns = [...fieldsOf(operation)]
  const text = csvText([columns, columns.map((column) => writeFields[column].example)])
  return { fileName: `forecourt-${operation}.csv`, text: textBytes(text, 'utf-8', true) }
}
