import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DraftService } from '../../../../src/main/import/draft-service.ts'
import { pacedProgress } from '../../../../src/main/import/worker/paced-progress.ts'
import { CsvFolder } from '../csv-files.ts'

const folder = new CsvFolder()
const workerEntry = new URL('../../../../src/main/import/worker/import-worker.ts', import.meta.url)
const service = new DraftService({ dataDir: join(folder.path, 'data'), workerEntry })
afterAll(async () => {
  await service.close()
  folder.remove()
})

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
  const account = {
    ...{ userId: 7, baseUrlLength: 40, stock: null },
    currentValues: () => new Map(),
    sentBefore: () => new Map(),
  }
  const begun = performance.now()
  await service.check(draftId, { shape: {}, mapping: null, operation: null }, account, {
    onProgress: (progress) => told.push(progress),
  })
  const tenths = (performance.now() - begun) / 100
  expect(told.length).toBeLessThanOrEqual(Math.ceil(tenths) + 2)
  const last = told.at(-1)
  expect(last).toMatchObject({ rows: 60_000, bytes: last?.totalBytes })
})
