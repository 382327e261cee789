import { linkSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVehicles, openCounter, type Counter } from './counter.ts'

let counter: Counter
beforeAll(async () => {
  counter = await openCounter(5)
})
afterAll(() => counter.close())

test.each([
  ['itself', (file: string) => file],
  ['by another spelling', (file: string) => `${dirname(file)}/./data/../stock.csv`],
  ['from where the command runs', (file: string) => relative(process.cwd(), file)],
  [
    'by a link',
    (file: string) => {
      symlinkSync(file, counter.path('link.csv'))
      return counter.path('link.csv')
    },
  ],
  [
    'by a second name',
    (file: string) => {
      linkSync(file, counter.path('second.csv'))
      return counter.path('second.csv')
    },
  ],
])('no report is written over the file that is imported: %s', async (_how, nameOf) => {
  const content = newVehicles([9_000])
  const file = counter.file('stock.csv', content)
  const report = nameOf(file)
  for (const more of [[], ['--commit', '--yes']]) {
    const { code, err } = await counter.run('import', file, '--report', report, ...more)
    expect([code, err]).toEqual([2, expect.stringContaining(`${report} is read by this command`)])
  }
  expect(readFileSync(file, 'utf8')).toBe(content)
})

test.each(['--map', '--values'])('nor over the file of %s', async (option) => {
  const file = counter.file('stock.csv', newVehicles([9_000]))
  const read = counter.file('choice.json', '{}')
  const { code, err } = await counter.run('import', file, option, read, '--report', read)
  expect([code, err]).toEqual([2, expect.stringContaining('another name')])
  expect(readFileSync(read, 'utf8')).toBe('{}')
})

test.each([
  [['import', 'stock.csv', '--report', 'out.xlsx'], 2, 'ends in .csv'],
  [['export', 'out.xlsx'], 2, 'ends in .csv'],
  [['links', 'export', 'out.ods'], 2, 'ends in .csv'],
  [['export', '--edit', 'out.xls'], 2, '.csv or .xlsx'],
  [['template', 'create', '--xlsx', 'out.csv'], 2, 'ends in .xlsx'],
  [['template', 'create', 'out.xlsx'], 0, 'PK'],
  [['export', '--edit', 'out.XLSX'], 0, 'PK'],
  [['template', 'create', 'out'], 0, ''],
])('the ending says the form: %j', async (words, expected, told) => {
  counter.file('stock.csv', newVehicles([9_000]))
  const argv = words.map((word) => (/^(?:out|stock)/.test(word) ? counter.path(word) : word))
  const { code, err } = await counter.run(...argv)
  expect([code, err]).toEqual([expected, expect.stringContaining(expected === 0 ? 'out' : told)])
  if (expected === 0) expect(readFileSync(argv.at(-1) ?? '', 'latin1').startsWith(told)).toBe(true)
})
