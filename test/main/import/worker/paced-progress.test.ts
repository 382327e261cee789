import { expect, test } from 'vitest'
import { pacedProgress } from '../../../../src/main/import/worker/paced-progress.ts'
import { emptyAccount, openDrafts } from '../drafts.ts'

const { folder, service } = openDrafts()

test('progress is reported at once, then ten times a second, and its end always', () => {
  let time = 0
  const told: number[] = []
  const report = pacedProgress(
    (bytes) => told.push(bytes),
    () => time,
  )
  for (let bytes = 1; bytes <= 100; bytes++) {
    report(bytes, 100, 0)
    time += 5
  }
  expect(told).toEqual([1, 21, 41, 61, 81, 100])
})

test('the worker reports far fewer times than it reads chunks, and reports the end', async () => {
  const lines = Array.from({ length: 60_000 }, (_, at) => `${at + 1},1,${5_000 + at},${'опис '.repeat(6)}`)
  const path = folder.write('long.csv', `auto_id,currency_id,price,version\n${lines.join('\n')}\n`)
  const draftId = service.openPath(path)
  const told: { bytes: number; totalBytes: number; rows: number }[] = []
  const begun = performance.now()
  await service.check(draftId, { shape: {}, mapping: null, operation: null }, emptyAccount, {
    onProgress: (progress) => told.push(progress),
  })
  const tenths = (performance.now() - begun) / 100
  expect(told.length).toBeLessThanOrEqual(Math.ceil(tenths) + 2)
  const last = told.at(-1)
  expect(last).toMatchObject({ rows: 60_000, bytes: last?.totalBytes })
})
