import Papa from 'papaparse'
import type { Operation } from '#shared/batch/operation.ts'
import { writeFields } from '#shared/batch/write-fields.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { textBytes } from '../files/text-bytes.ts'
import { fieldsOf } from '../writes/field-lists.ts'

/** A CSV with every column of the operation and one example row. */
export function templateOf(operation: Operation): FileBytes {
  const columns = [...fieldsOf(operation)]
  const example = columns.map((column) => writeFields[column].example)
  const text = Papa.unparse([columns, example], { newline: '\r\n' })
  return { fileName: `forecourt-${operation}.csv`, text: textBytes(`${text}\r\n`, 'utf-8', true) }
}
