import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DraftService } from '../../../../src/main/import/draft-service.ts'
import { CsvFolder } from '../csv-files.ts'
import { emptyAccount } from '../drafts.ts'

const workerEntry = new URL('../../../../src/main/import/worker/import-worker.ts', import.meta.url)
const folder = new CsvFolder()
const service = new DraftService({ dataDir: join(folder.path, 'data'), workerEntry, bytesHere: 1e6 })
afterAll(async () => {
  await service.close()
  folder.remove()
})

async function check(text: string, headerLine?: number) {
  const draftId = service.openPath(folder.write('outside.csv', text))
  const { outside, rows, toSend } = await service.check(
    draftId,
    { shape: headerLine === undefined ? {} : { headerLine }, mapping: null, operation: null },
    emptyAccount,
  )
  const window = await service.rows(draftId, { filter: 'all' }, 0, 100)
  await service.drop(draftId)
  return { outside, rows, toSend, lines: window.rows.map(({ line }) => line) }
}

it('tells what stands above the header, headers that are repeated and totals, and sends none of them', async () => {
  const text = [
    'Прайс-лист салону;;',
    '',
    'auto_id;price;currency_id',
    '1;100;USD',
    'auto_id;price;currency_id',
    '2;200;USD',
    'Разом: 2 авто;300;',
    '',
  ].join('\n')
  const found = await check(text)
  expect(found.lines).toEqual([4, 6])
  expect(found.toSend).toBe(2)
  expect(found.outside).toEqual([
    { reason: 'above-header', count: 1, lines: [1], text: 'Прайс-лист салону' },
    { reason: 'repeated-header', count: 1, lines: [5], text: 'auto_id price currency_id' },
    { reason: 'totals', count: 1, lines: [7], text: 'Разом: 2 авто 300' },
  ])
})

it('knows a repeated header that begins with a digit, as its rows do', async () => {
  const found = await check(
    '1C;auto_id;price;currency_id\n1;5;100;USD\n1C;auto_id;price;currency_id\n1;6;100;USD\n',
  )
  expect(found.lines).toEqual([2, 4])
  expect(found.outside).toMatchObject([{ reason: 'repeated-header', lines: [3] }])
})

it('sends no totals whose count stands in the column of the ids', async () => {
  const found = await check('Авто;auto_id;price;currency_id;Опис\nBMW;5;100;USD;x\nВсього;57;5700;;\n')
  expect(found.lines).toEqual([2])
  expect(found.outside).toMatchObject([{ reason: 'totals', lines: [3] }])
})

it('keeps rows whose text only begins like totals, or that are filled', async () => {
  const found = await check(
    'Опис;auto_id;price;currency_id\nТоталізатор у подарунок;5;100;USD\nРазом;6;100;USD\nSumatra;7;100;USD\n',
  )
  expect(found.lines).toEqual([2, 3, 4])
  expect(found.outside).toEqual([])
})

it('counts every line of the file as a row, a header, blank or told', async () => {
  const found = await check('a;b;c\nauto_id;price;currency_id\n1;100;USD\n2;200;USD\n', 2)
  expect(found).toMatchObject({ lines: [3, 4], outside: [{ reason: 'above-header', lines: [1] }] })
})

it.each([
  [
    'a header whose quote never closes',
    'auto_id,price,"currency_id\n2,200,USD\n3,300,USD\n',
    'quote-unclosed',
  ],
  ['totals whose quote never closes', 'Total,"57\n2,200,USD\n3,300,USD\n', 'quote-unclosed'],
  ['totals that hold rows', 'Total,"57\n2,200,USD\n3,300,USD"\n', 'rows-swallowed'],
])('takes %s for a row with an error, so that the lines in it are told', async (_, text, code) => {
  const draftId = service.openPath(
    folder.write('hidden.csv', `auto_id,price,currency_id\n1,100,USD\n${text}`),
  )
  const asked = { shape: { delimiter: ',' as const }, mapping: null, operation: null }
  const { outside } = await service.check(draftId, asked, emptyAccount)
  const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 100)
  await service.drop(draftId)
  expect(outside).toEqual([])
  expect(rows.map(({ line, problems }) => [line, problems.map((problem) => problem.code)])).toEqual([
    [2, ['advert-not-cached']],
    [3, [code]],
  ])
})
