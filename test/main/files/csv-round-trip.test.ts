import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { delimiters, encodings, type Delimiter, type Encoding } from '#shared/import/draft.ts'
import { unguardText } from '#shared/files/spreadsheet-text.ts'
import { csvText } from '../../../src/main/files/csv-text.ts'
import { decodeText } from '../../../src/main/files/text-decoder.ts'
import { textBytes } from '../../../src/main/files/text-bytes.ts'
import { lookAtFile } from '../../../src/main/import/columns/file-shape.ts'
import { withSource } from '../../../src/main/import/csv/source-file.ts'
import { CsvFolder } from '../import/csv-files.ts'

const folder = new CsvFolder()

/** What ends records, quotes and cells, and what programs put around them. */
const grammar = ['"', '""', ',', ';', '\t', '|', '\n', '\r', '\r\n', ' ', '  ', "'", '=1', '-', 'sep=;']

/** Every letter that the encoding has; for Unicode some of every kind. */
function alphabetOf(encoding: Encoding): string[] {
  if (encoding.startsWith('utf'))
    return ['a', 'Ї', 'ґ', '€', '漢', '😀', '\u00a0', '\u2028', '\u0301', 'ﬀ', '7']
  return Array.from({ length: 256 }, (_, byte) =>
    decodeText(Uint8Array.of(byte), encoding, 'lenient'),
  ).filter((letter) => letter >= ' ' && letter !== '\ufffd' && letter !== '\u007f')
}

const cellsOf = (encoding: Encoding) =>
  fc
    .array(fc.oneof(fc.constantFrom(...grammar), fc.constantFrom(...alphabetOf(encoding))), { maxLength: 8 })
    .map((signs) => signs.join(''))

/** A table with a header that we know, whose rows are never blank. */
const tablesOf = (encoding: Encoding) =>
  fc.array(fc.tuple(fc.integer({ min: 1, max: 99_999_999 }), cellsOf(encoding), cellsOf(encoding)), {
    minLength: 1,
    maxLength: 6,
  })

interface Form {
  readonly encoding: Encoding
  readonly delimiter: Delimiter
  readonly lineEnd: string
  readonly bom: boolean
  readonly sep: boolean
}

/** The table as the import reads it; the shape is found, but for an encoding that nothing in the bytes tells. */
function readBack(bytes: Uint8Array, { encoding, bom }: Form): string[][] {
  const path = folder.write('table.csv', bytes)
  return withSource(path, 'table.csv', (source) => {
    const { table, header } = lookAtFile(source, bom ? {} : { encoding })
    return [
      [...header.cells],
      ...table.rows.filter((record) => record.line > header.line).map(({ cells }) => [...cells]),
    ]
  })
}

/** A line end inside a cell is one line end, however it is written. */
const meantBy = (cell: string | number): string => String(cell).replace(/\r\n?/g, '\n')

const header = ['auto_id', 'auto_note', 'version']

describe.each(encodings)('a table that is written in %s', (encoding) => {
  it('comes back equal with any delimiter and line end', () => {
    const forms = fc.record<Form>({
      encoding: fc.constant(encoding),
      delimiter: fc.constantFrom(...delimiters),
      lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
      bom: encoding.startsWith('utf') ? fc.boolean() : fc.constant(false),
      sep: fc.boolean(),
    })
    fc.assert(
      fc.property(tablesOf(encoding), forms, (rows, form) => {
        const { delimiter, lineEnd, bom, sep } = form
        const table = [header, ...rows]
        const text = `${sep ? `sep=${delimiter}${lineEnd}` : ''}${csvText(table, { delimiter, lineEnd })}`
        const read = readBack(textBytes(text, encoding, bom), form)
        expect(read.map((cells) => cells.map(unguardText))).toEqual(table.map((cells) => cells.map(meantBy)))
      }),
      { numRuns: 40 },
    )
  })
})
