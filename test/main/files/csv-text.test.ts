import { readdirSync, readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvText } from '../../../src/main/files/csv-text.ts'

test('every text is guarded, numbers stay numbers', () => {
  const text = csvText([
    ['id', '=head'],
    [-5, '＝cmd|x'],
  ])
  expect(text).toBe("id,'=head\r\n-5,'＝cmd|x\r\n")
  expect(Papa.parse(text.trimEnd()).data).toEqual([
    ['id', "'=head"],
    ['-5', "'＝cmd|x"],
  ])
})

test('no file is written as CSV past the guard', () => {
  const folder = new URL('../../../src/main/', import.meta.url)
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.ts') && readFileSync(new URL(name, folder), 'utf8').includes('unparse('),
    )
    .map((name) => name.replaceAll('\\', '/'))
  expect(writers.sort()).toEqual(['files/csv-text.ts'])
})
