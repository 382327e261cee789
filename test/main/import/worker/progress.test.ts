import { expect, test } from 'vitest'
import { emptyAccount, openDrafts } from '../drafts.ts'

const { folder, service } = openDrafts()

test('a check reports how far it is, and its end', async () => {
  const lines = Array.from({ length: 2_500 }, (_, at) => `${at + 1},1,${5_000 + at}`)
  const path = folder.write('long.csv', `auto_id,currency_id,price\n${lines.join('\n')}\n`)
  const draftId = service.openPath(path)
  const told: { share: number; rows: number }[] = []
  await service.check(draftId, { shape: {}, mapping: null, operation: null }, emptyAccount, {
    onProgress: (progress) => told.push(progress),
  })
  expect(told.map(({ rows }) => rows)).toEqual([1_000, 2_000, 2_500])
  expect(told.at(-1)).toMatchObject({ share: 1 })
})
