import { expect, test } from 'vitest'
import { pacedProgress } from '../../../../src/main/import/worker/paced-progress.ts'
import { emptyAccount, openDrafts } from '../drafts.ts'

const { folder, service } = openDrafts()

test('progress is reported at once, then ten times a second, and its end always', () => {
  let time = 0
  const told: number[] = []
  const report = pacedProgress(
    (_share, rows) => told.push(rows),
    () => time,
  )
  for (let rows = 1; rows <= 100; rows++) {
    report(rows / 100, rows)
    time += 5
  }
  expect(told).toEqual([1, 21, 41, 61, 81, 100])
})

test('the worker reports far fewer times than it checks pages, and reports the end', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `${at + 1},1,${5_000 + at},${'опис '.repeat(6)}`)
  const path = folder.write('long.csv', `auto_id,currency_id,price,version\n${lines.join('\n')}\n`)
  const draftId = service.openPath(path)
  const told: { share: number; rows: number }[] = []
  const begun = performance.now()
  await service.check(draftId, { shape: {}, mapping: null, operation: null }, emptyAccount, {
    onProgress: (progress) => told.push(progress),
  })
  const tenths = (performance.now() - begun) / 100
  expect(told.length).toBeLessThanOrEqual(Math.ceil(tenths) + 2)
  expect(told.at(-1)).toMatchObject({ rows: 20_000, share: 1 })
})
