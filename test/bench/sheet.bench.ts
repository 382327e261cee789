import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { DraftService } from '../../src/main/import/draft-service.ts'
import { convertSheet } from '../../src/main/import/sheet/convert-sheet.ts'
import { closeSource, openSource } from '../../src/main/import/csv/source-file.ts'
import { readEntry } from '../../src/main/import/sheet/document-text.ts'
import { readZipDirectory } from '../../src/main/import/sheet/zip-entries.ts'
import { xlsxOf } from '../main/import/sheet/xlsx-file.ts'
import { type Figure, measured } from './figure.ts'
import { openFolder } from './full-folder.ts'
import { allRounds, ratios } from './rounds.ts'
import { testEntries } from '../scripts.ts'

export const name = 'sheet'

const rowCount = 100_000
const roundCount = 7
const bare = 'unpacked and read by the library alone'

/** A workbook of 100,000 price changes: written as records, and imported to the end, beside what the library alone takes. */
export async function run(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  try {
    const path = join(directory, 'stock.xlsx')
    writeFileSync(path, workbook())
    const request = { path, fileName: 'stock.xlsx', output: join(directory, 'stock.table') }
    const whole = importer(directory, path)
    const times = await allRounds(roundCount, [
      [bare, () => readBare(path)],
      ['read as records', () => convertSheet(request)],
      ['read, checked and staged', whole.run],
    ])
    await whole.close()
    const figure = (way: string, goal?: number): Figure => ({
      name: way,
      unit: '× the library',
      ...measured(ratios(times, way, bare)),
      ...(goal === undefined ? {} : { goal }),
    })
    return [
      { name: bare, unit: 'ms', ...measured(times.get(bare) ?? []) },
      figure('read as records', 1.5),
      figure('read, checked and staged'),
    ]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

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

/** The whole way through both threads; each round takes the file again. */
function importer(dataDir: string, path: string): { run: () => Promise<void>; close: () => Promise<void> } {
  const drafts = new DraftService({ dataDir, entries: testEntries })
  const folder = openFolder(dataDir)
  return {
    run: async () => {
      const draftId = drafts.openPath(path)
      await drafts.check(draftId, { shape: {}, mapping: null, operation: null }, folder.account())
      await drafts.drop(draftId)
    },
    close: async () => {
      await drafts.close()
      await folder.close()
    },
  }
}
