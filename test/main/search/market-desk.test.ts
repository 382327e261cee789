import { expect, onTestFinished, test } from 'vitest'
import type { MarketParams } from '#shared/search/search-calls.ts'
import { running } from '../../sandbox/running.ts'
import { assembledIn } from '../assembled.ts'
import { folderOfTest } from '../../folders.ts'

async function opened(adverts = 250) {
  const service = await running({ adverts })
  const { baseUrl, userId, key } = service.sandbox
  const dataDir = folderOfTest()
  const forecourt = assembledIn(dataDir, { overrides: { baseUrl, userId, key } })
  onTestFinished(() => forecourt.close())
  const { desk } = await forecourt.search()
  return { ...service, desk }
}

const cars: MarketParams = [['category_id', '1']]

test('the first page begins again, and a name that only looks Latin is told without a call, too', async () => {
  const { desk } = await opened(60)
  await desk.page(cars, 0)
  await desk.page(cars, 1)
  const again = await desk.page(cars, 0)
  expect(again.ids.length).toBe(again.count)
  const { warnings } = await desk.answer([['mаrka_id[0]', '9']])
  expect(warnings).toEqual([expect.stringContaining('mаrka_id[0]')])
})

test('records are kept in their order, and one that can’t be read doesn’t stop the others', async () => {
  const { desk, sandbox } = await opened()
  const { ids } = await desk.page(cars, 0)
  const some = [...ids.slice(0, 30), 1]
  const { rows, unread } = await desk.read(some)
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 30))
  expect(unread).toEqual([{ id: 1, words: expect.any(String) as string }])
  await sandbox.close()
  await expect(desk.read([2, 3])).rejects.toThrow('network')
})
