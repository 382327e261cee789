import { csvText } from './csv-text.ts'
import { firstAdvert } from './full-folder.ts'

const lines = (header: string, rows: number, lineOf: (row: number) => string): string =>
  `${[header, ...Array.from({ length: rows }, (_, row) => lineOf(row))].join('\n')}\n`

const createHeader = 'marka_id,model_id,base_id,equip_id,currency_id,price'
const create = (row: number): string =>
  `${1 + (row % 300)},${1 + (row % 9_000)},${1_000 + (row % 997)},${1 + row},1,${5_000 + (row % 90_000)}`
const moreColumns = Array.from({ length: 34 }, (_, at) => `own_${at}`)

/** Files of other forms than the project's own: what is slow in one of them doesn't show in another. */
export const csvShapes: Readonly<Record<string, (rows: number) => string>> = {
  /** A dealer's regular file: new prices of cached adverts, three short numbers. */
  edits: (rows) =>
    lines('auto_id,currency_id,price', rows, (row) => `${firstAdvert + row},1,${18_000 + (row % 5_000)}`),
  /** 12 columns, Cyrillic notes, a third of them quoted. */
  project: csvText,
  /** Six short numbers. */
  short: (rows) => lines(createHeader, rows, create),
  quoted: (rows) =>
    lines(`${createHeader},auto_note`, rows, (row) => {
      const cells = create(row)
        .split(',')
        .map((cell) => `"${cell}"`)
      return `${cells.join(',')},"""new"", no. ${row}, one owner"`
    }),
  '40 columns': (rows) =>
    lines([createHeader, ...moreColumns].join(','), rows, (row) => {
      const more = moreColumns.map((_, at) => (at % 3 === 0 ? `v${row + at}` : String(at)))
      return [create(row), ...more].join(',')
    }),
  Cyrillic: (rows) =>
    lines(`${createHeader},auto_note,version`, rows, (row) => {
      const text = 'Офіційний автомобіль у відмінному стані, перший власник'.replaceAll(',', '')
      return `${create(row)},${text} ${row},Комплектація ${row % 50}`
    }),
}
