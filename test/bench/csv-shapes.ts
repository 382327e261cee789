import { csvText } from './csv-text.ts'
import { firstAdvert } from './full-folder.ts'

const lines = (header: string, rows: number, lineOf: (row: number) => string): string =>
  `${[header, ...Array.from({ length: rows }, (_, row) => lineOf(row))].join('\n')}\n`

const createHeader = 'marka_id,model_id,base_id,equip_id,currency_id,price'
const create = (row: number): string =>
  `${1 + (row % 300)},${1 + (row % 9_000)},${1_000 + (row % 997)},${1 + row},1,${5_000 + (row % 90_000)}`

/** Files of other forms than the project's own: what is slow in one of them doesn't show in another. */
export const csvShapes: Readonly<Record<string, (rows: number) => string>> = {
  /** A dealer's regular file: new prices of cached adverts, three short numbers. */
  edits: (rows) =>
    lines('auto_id,currency_id,price', rows, (row) => `${firstAdvert + row},1,${18_000 + (row % 5_000)}`),
  /** 12 columns, Cyrillic notes, a third of them quoted. */
  project: csvText,
  /** Six short numbers. */
  short: (rows) => lines(createHeader, rows, create),
}
