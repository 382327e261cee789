import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withSourceAsync } from '../../../../src/main/import/csv/source-file.ts'
import { RowWriter } from '../../../../src/main/import/sheet/row-writer.ts'
import { writeXlsxSheet } from '../../../../src/main/import/sheet/xlsx-sheet.ts'
import { readZipDirectory } from '../../../../src/main/import/sheet/zip-entries.ts'
import { temporaryFolder } from '../../../sandbox/running.ts'
import { xlsxOf } from './xlsx-file.ts'

const sheetPath = 'xl/worksheets/sheet1.xml'
const words = { strings: [], formats: [], struck: new Set<number>(), from1904: false }
const rows = [
  ['Make', 'Price', 'Note'],
  ['BMW', 100, ' a;b '],
  [null, 200, 'c"d'],
  ['Audi', 300, 'no-break '],
]

/** The records of a sheet, and how often the file was read for them. */
async function written(merges: readonly string[]) {
  const folder = await temporaryFolder()
  const [path, output] = [join(folder, 'cars.xlsx'), join(folder, 'cars.table')]
  writeFileSync(path, xlsxOf([{ name: 'Склад', rows, merges }]))
  let reads = 0
  await withSourceAsync(path, 'cars.xlsx', async (source) => {
    const entry = (await readZipDirectory(source)).find(({ name }) => name === sheetPath)
    if (!entry) throw new Error('the workbook has another sheet')
    const bytes = () => {
      reads += 1
      return entry.bytes()
    }
    const writer = new RowWriter(output, 'cars.xlsx')
    await writeXlsxSheet(source, { ...entry, bytes }, words, writer)
    writer.close()
  })
  return { reads, text: readFileSync(output, 'utf8') }
}

test('a sheet without merged cells is unpacked once, one with some of them twice', async () => {
  const plain = await written([])
  const merged = await written(['A2:A3'])
  expect([plain.reads, merged.reads]).toEqual([1, 2])
  const lines = ['Make;Price;Note', 'BMW;100;" a;b "', ';200;"c""d"', 'Audi;300;"no-break "', '']
  expect(plain.text.split('\n')).toEqual(lines)
  expect(merged.text.split('\n')).toEqual(lines.with(2, 'BMW;200;"c""d"'))
})
