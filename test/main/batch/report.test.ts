import fc from 'fast-check'
import Papa from 'papaparse'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodings } from '#shared/import/draft.ts'
import { guardCell, guardText, unguardText } from '../../../src/shared/files/spreadsheet-text.ts'
import { wholeFile } from '../../../src/main/files/file-bytes.ts'
import { textBytes } from '../../../src/main/files/text-bytes.ts'
import { decodeText } from '../../../src/main/files/text-decoder.ts'
import { finding } from '../../../src/main/writes/finding.ts'
import { toProblem } from '../../../src/main/writes/problem-words.ts'
import { openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

test('failed rows of an undo have columns of their own, ready for an import', async () => {
  const [id = 0] = await shop.ownIds(1)
  const edit = (price: number, before: number) =>
    planned(2, 'edit', { auto_id: id, currency_id: 1, price }, { currency_id: 1, price: before })
  const { price } = (await shop.control.advert(id)) ?? { price: 0 }
  const batch = await shop.run([edit(4_321, price)], { encoding: 'koi8-u', header: ['x'] })
  const undo = await shop.batches.undo.preview(batch.id)
  const body = '{"error":{"code":"BAD","message":"no"}}'
  await shop.control.addFault({ kind: 'status', status: 400, body, method: 'PUT' })
  await shop.batches.undo.send(undo)
  await shop.batches.control.idle()
  const { fileName, text } = await wholeFile(shop.batches.reader.report(undo, true))
  expect(fileName).toBe('cars-undo-failed.csv')
  const { data } = Papa.parse<Record<string, string>>(new TextDecoder().decode(text), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data).toMatchObject([
    { action: 'edit', auto_id: String(id), price: String(price), error_code: 'rejected' },
  ])
})

test('failed rows for Excel are UTF-8 with its mark, with the sign between cells of this computer', async () => {
  const [id = 0] = await shop.ownIds(1)
  const price = { auto_id: id, currency_id: 1, price: 77 }
  const body = '{"error":{"code":"BAD","message":"no"}}'
  await shop.control.addFault({ kind: 'status', status: 400, body, method: 'PUT' })
  const batch = await shop.run([planned(2, 'edit', price)], { encoding: 'koi8-u', header: ['Опис'] })
  for (const separator of [';', ','] as const) {
    const report = shop.batches.reader.report(batch.id, true, { format: 'csv', separator })
    const text = Buffer.from((await wholeFile(report)).text).toString()
    expect(text.split('\r\n')[0]).toBe(`\uFEFF${['Опис', 'error_code', 'error_message'].join(separator)}`)
  }
})

test('the first sending is named, not what a person answered before it', async () => {
  const [id = 0] = await shop.ownIds(1)
  const batch = await shop.run([
    planned(2, 'edit', { auto_id: id, currency_id: 1, price: 77 }, { currency_id: 1, price: 1 }),
  ])
  expect(batch.counts.conflict).toBe(1)
  await shop.batches.answers.answer(batch.id, 2, { kind: 'overwrite' })
  await shop.batches.control.send(batch.id)
  await shop.batches.control.idle()
  const [answered, sent] = shop.batches.reader.attempts(batch.id, 2)
  expect([answered?.kind, sent?.kind]).toEqual(['person', 'send'])
  const { data } = Papa.parse<Record<string, string>>(
    new TextDecoder().decode((await wholeFile(shop.batches.reader.report(batch.id, false))).text),
    { header: true, skipEmptyLines: true },
  )
  expect(data[0]?.first_sent_at).toBe(sent?.startedAt)
})

/** Lines of the report that begin a row, without the header. */
const linesOf = async (chunks: AsyncIterable<Uint8Array>): Promise<string[]> => {
  const { text } = await wholeFile({ fileName: '', chunks })
  return new TextDecoder().decode(text).trimEnd().split('\r\n').slice(1)
}
const manyRows = Array.from({ length: 1_001 }, (_, at) => planned(at + 2, 'delete', { auto_id: at + 1 }))

test('a long report is made in pieces, and between them other work is done', async () => {
  const { id } = await shop.batches.planner.plan(source(shop.userId), manyRows)
  let turns = 0
  const count = (): void => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  let pieces = 0
  for await (const piece of shop.batches.reader.report(id, false).chunks) pieces += piece.length > 0 ? 1 : 0
  clearImmediate(timer)
  expect(pieces).toBeGreaterThan(5)
  expect(turns).toBeGreaterThan(4)
})

test('a report is of one moment, whatever is sent while it is made', async () => {
  const { id } = await shop.batches.planner.plan(source(shop.userId), manyRows)
  const chunks = shop.batches.reader.report(id, false).chunks[Symbol.asyncIterator]()
  await chunks.next()
  const first = await chunks.next()
  await shop.batches.control.cancel(id)
  const lines = await linesOf({ [Symbol.asyncIterator]: () => chunks })
  const states = new Set(
    [new TextDecoder().decode(first.value as Uint8Array), ...lines].map((line) => line.split(',')[2]),
  )
  expect([...states]).toEqual(['planned'])
  expect(
    new Set((await linesOf(shop.batches.reader.report(id, false).chunks)).map((line) => line.split(',')[2])),
  ).toEqual(new Set(['skipped']))
})

test('our own words and the header are safe in any encoding and any spreadsheet', async () => {
  const rows = [
    {
      ...planned(2, 'create', {}),
      state: 'invalid' as const,
      problems: [toProblem(finding('x', 'negative', '-5” – it’s → below…'))],
      cells: ['-5'],
    },
  ]
  const batch = await shop.run(rows, { encoding: 'koi8-u', header: ['=EVIL()'] })
  const { data } = Papa.parse<string[]>(
    new TextDecoder('koi8-u').decode((await wholeFile(shop.batches.reader.report(batch.id, true))).text),
    { skipEmptyLines: true },
  )
  expect(data[0]?.[0]).toBe("'=EVIL()")
  expect(data[1]?.[2]).toMatch(/^'"-5" - it's -> below\.\.\." in x is/)
})

test('whatever is guarded comes back unchanged on import', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^['" =+\-@＝＋－＠\t\r\n]{0,4}[a-z\d'=+-]{0,4}$/))
  fc.assert(
    fc.property(text, (value) => {
      expect(unguardText(guardText(value))).toBe(value)
      expect(unguardText(guardCell(value))).toBe(unguardText(value))
    }),
  )
})

test.each(encodings)('%s comes back as it was', (encoding) => {
  const western = encoding === 'windows-1250' || encoding === 'windows-1252'
  const text = western ? 'Škoda; é, "ü"' : encoding === 'ibm866' ? 'Ёлка; цена' : 'Ціна; їжак, "є"'
  const read = (bytes: Uint8Array): string => decodeText(bytes, encoding, 'strict')
  expect(read(textBytes(text, encoding, true))).toBe(text)
  expect(read(textBytes('日', encoding, false))).toBe(encoding.startsWith('utf') ? '日' : '?')
})
