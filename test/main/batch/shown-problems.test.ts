import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'
import { finding } from '../../../src/main/writes/finding.ts'
import { toProblem } from '../../../src/main/writes/problem-words.ts'
import { wholeFile } from '../../../src/main/files/file-bytes.ts'
import { car, openDealership, planned, type Dealership } from './dealership.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(async () => {
  applyLocale('en')
  await shop.close()
})

const file = { header: ['Марка', 'Ціна, $'], mapping: ['marka_id', 'price'] as ('marka_id' | 'price')[] }

const problemsOf = (batchId: string, line: number) =>
  shop.batches.reader.rows(batchId, 'invalid', 0, 9).rows.find((row) => row.line === line)?.problems ?? []

test('a problem of the journal speaks the current language and names the column as the file does', async () => {
  const problems = [
    toProblem(finding('price', 'negative', '-5')),
    toProblem(finding('', 'duplicate-row', '', { firstLine: 3 })),
    toProblem(finding('equip_id', 'required')),
  ]
  const row = { ...planned(5, 'create', {}), state: 'invalid' as const, problems }
  const { id } = await shop.run([planned(2, 'create', car()), row], file)
  expect(problemsOf(id, 5).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^“-5” in Ціна, \$ is not/),
    expect.stringMatching(/^Line 3 /),
    expect.stringMatching(/Equipment/),
  ])
  expect(problemsOf(id, 5)[0]?.column).toBe('price')
  applyLocale('uk')
  const [price, twice] = problemsOf(id, 5)
  expect(price?.message).toMatch(/Ціна, \$.*[а-яіїє]{4}/)
  expect(twice?.message).toMatch(/^Рядок 3 /)
  const { text } = await wholeFile(shop.batches.reader.report(id, false))
  expect(new TextDecoder().decode(text)).toContain(price?.message)
})

test('numbers in a problem have the form of the language', async () => {
  const problems = [
    toProblem(finding('price', 'price-jump', '19900', { percent: 41, before: 33_700 })),
    toProblem(finding('price', 'changed-since', '12345', { written: '23456' })),
    toProblem(finding('in_stock', 'old-value-unknown', '1')),
  ]
  const row = { ...planned(5, 'create', {}), state: 'invalid' as const, problems }
  const { id } = await shop.run([planned(2, 'create', car()), row], file)
  const said = (): string[] => problemsOf(id, 5).map(({ message }) => message.replaceAll(/\s/g, ' '))
  expect(said().join()).toMatch(
    /33,700 to 19,900.*Ціна, \$ was changed.*12,345.*23,456.*In stock stays.*\(Yes\)/,
  )
  applyLocale('uk')
  expect(said().join()).toMatch(/33 700.*19 900.*Ціна, \$: .*12 345.*23 456.*В наявності: .*Так/)
})
