import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { convertSheet } from '../../src/main/import/sheet/convert-sheet.ts'
import { closeSource, openSource } from '../../src/main/import/csv/source-file.ts'
import { readEntry } from '../../src/main/import/sheet/document-text.ts'
import { readZipDirectory } from '../../src/main/import/sheet/zip-entries.ts'
import { xlsxOf } from '../main/import/sheet/xlsx-file.ts'
import { type Figure, measured } from './figure.ts'
import { inFolder } from './in-folder.ts'
import { allRounds, ratios } from './rounds.ts'

export const name = 'sheet'

const rowCount = 100_000
const roundCount = 7
const bare = 'unpacked and read by the library alone'

/** A workbook of 100,000 price changes: written as records, beside what the library alone takes. */
export const run = (): Promise<Figure[]> =>
  inFolder(async (directory) => {
    const path = join(directory, 'stock.xlsx')
    writeFileSync(path, workbook())
    const request = { path, fileName: 'stock.xlsx', output: join(directory, 'stock.table') }
    const times = await allRounds(roundCount, [
      [bare, () => readBare(path)],
      ['read', () => convertSheet(request)],
    ])
    return [
      { name: bare, unit: 'ms', ...measured(times.get(bare) ?? []) },
      {
        name: 'read as records',
        unit: '× the library',
        ...measured(ratios(times, 'read', bare)),
        goal: 1.5,
      },
    ]
  })

function workbook(): Buffer {
  const header = ['ID оголошення', 'Ціна', 'Валюта', 'Опис']
  const row = (at: number) => [39_000_000 + at, 9_000 + (at % 9_000), 'USD', `Авто №${at}, один власник`]
  return xlsxOf([{ name: 'Склад', rows: [header, ...Array.from({ length: rowCount }, (_, at) => row(at))] }])
}

const ignore = (): void => undefined
const nothing = { onopentag: ignore, ontext: ignore, onclosetag: ignore }

/** Every entry of the archive, by the library with nothing to do for what it finds. */
async function readBare(path: string): Promise<void> {
  const source = openSource(path, 'stock.xlsx')
  for (const entry of await readZipDirectory(source)) {
    const parser = new Parser(nothing, { xmlMode: true, decodeEntities: true })
    for await (const piece of readEntry(source, entry)) parser.write(piece)
    parser.end()
  }
  closeSource(source)
}
