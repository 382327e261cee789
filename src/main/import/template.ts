import type { Operation } from '#shared/batch/advert-write.ts'
import { writeColumns } from './check/columns.ts'
import type { FieldName } from '#shared/import/draft.ts'
import type { FileBytes } from '../batch/report.ts'
import { csvText } from '../files/csv-text.ts'
import { textBytes } from '../files/text-bytes.ts'

const examples: Readonly<Partial<Record<FieldName, string>>> = {
  auto_id: '12345678',
  marka_id: '9',
  model_id: '96',
  base_id: '1001',
  equip_id: '2001',
  currency_id: 'USD',
  price: '25900',
  version: '2.0 TDI',
  in_stock: '1',
  test_drive: '1',
}

/** A CSV with every column of the operation and one row to write over. */
export function templateOf(operation: Operation): FileBytes {
  const columns = [...writeColumns[operation]]
  const text = csvText([columns, columns.map((column) => examples[column] ?? '')])
  return { fileName: `forecourt-${operation}.csv`, text: textBytes(text, 'utf-8', true) }
}
