import { expect, it } from 'vitest'
import { readStale, staleAdverts } from '../../../src/main/import/freshness.ts'
import { encodeText } from './csv-files.ts'
import { accountOf, openDrafts } from './drafts.ts'
const { folder, service } = openDrafts()

/** What the adverts cost now, by their ids. */
const prices = new Map([
  [5, 10_000],
  [6, 10_000],
])
/** An advert that can't be looked up. */
const unreadable = 99_999
const account = accountOf({
  currentValues: (ids) => {
    if (ids.includes(unreadable)) throw new Error('the cache can’t be read')
    return new Map(
      ids.flatMap((id) => {
        const price = prices.get(id)
        if (price === undefined) return []
        const values = { currency_id: 1, price }
        return [[id, { title: 'Audi', userId: 7, gone: false, prices: { 1: price }, values }] as const]
      }),
    )
  },
})

async function checked(content: string | Uint8Array): Promise<string> {
  const draftId = service.openPath(folder.write('rows.csv', content))
  await service.check(draftId, { shape: {}, mapping: null, operation: null }, account)
  return draftId
}

it('hands out the rows with errors in the form of their file, with their errors', async () => {
  const text = 'ID оголошення;Ціна;Валюта\r\n5;багато;USD\r\n6;9000;USD\r\n'
  const draftId = await checked(encodeText(text, 'windows-1251'))
  const file = await service.ask('problemRows', draftId, null)
  expect(file.fileName).toBe('rows-problems.csv')
  const [header, row, ...rest] = new TextDecoder('windows-1251').decode(file.text).split('\r\n')
  expect(header).toBe('ID оголошення;Ціна;Валюта;error_code;error_message')
  expect(row).toMatch(/^5;багато;USD;not-a-number;/)
  expect(rest).toEqual([''])
  const csv = await service.ask('problemRows', draftId, { format: 'csv', separator: ',' })
  expect(Buffer.from(csv.text).toString()).toMatch(
    /^\uFEFFID оголошення,Ціна,Валюта,error_code,error_message\r\n5,/,
  )
  const workbook = await service.ask('problemRows', draftId, { format: 'xlsx', separator: ',' })
  expect([workbook.fileName, Buffer.from(workbook.text).toString('latin1', 0, 2)]).toEqual([
    'rows-problems.xlsx',
    'PK',
  ])
})

it('names the advert of a row with an error too', async () => {
  const draftId = await checked('auto_id,currency_id,price\n5,1,x\n777,1,x\n')
  const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 10)
  expect(rows.map(({ valid, title }) => [valid, title])).toEqual([
    [false, 'Audi'],
    [false, null],
  ])
})

it('reads the adverts again that were read long ago, and compares the rows with what they are then', async () => {
  const draftId = await checked('auto_id,currency_id,price\n5,1,10000\n6,1,9000\n6,1,x\n')
  expect(await service.ask('summary', draftId)).toMatchObject({ unchanged: 1, prices: { down: 1, up: 0 } })
  const read: number[][] = []
  const freshness = {
    stale: (ids: readonly number[]) => Promise.resolve(ids.filter((id) => id === 5 && read.length === 0)),
    read: (ids: readonly number[]) => {
      read.push([...ids])
      prices.set(5, 8_000)
      return Promise.resolve(null)
    },
  }
  expect(await staleAdverts(service, freshness, draftId)).toEqual({ count: 1, calls: 1 })
  const check = await readStale(service, freshness, draftId, new AbortController().signal)
  expect(read).toEqual([[5]])
  expect(check).toMatchObject({
    unchanged: 0,
    prices: { down: 1, up: 1, percent: 7.5, by: [{ currency: 'USD', sum: 1_000 }] },
  })
  expect(await staleAdverts(service, freshness, draftId)).toEqual({ count: 0, calls: 0 })
})

it('finds rows that repeat one another after a change that failed as before it', async () => {
  const draftId = await checked('auto_id,currency_id,price\n5,1,9000\n6,1,9000\n7,1,9000\n')
  const change = { column: 0, match: { text: '5', whole: true }, value: String(unreadable) }
  await expect(service.ask('changeColumn', draftId, change, { filter: 'all' })).rejects.toMatchObject({
    cause: { message: 'the cache can’t be read' },
  })
  const repeated = async (line: number) => {
    const { problems } = await service.fix(draftId, line, 0, '5')
    return problems.map(({ code }) => code).filter((code) => code === 'duplicate-target')
  }
  expect(await repeated(3)).toEqual(['duplicate-target'])
  expect(await repeated(2)).toEqual([])
})
