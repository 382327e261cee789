import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { ReadBuffer } from '../../../src/main/inventory/read-buffer.ts'
import { RecordPacker } from '../../../src/main/inventory/record-packer.ts'
import { StockListTable, stockListSchema } from '../../../src/main/inventory/stock-list-table.ts'
import { sourceEntries } from '../source-entries.ts'
import { advert } from './adverts.ts'

/** A buffer whose time goes on when it is told to. */
function buffered(packer?: RecordPacker) {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec(advertsSchema + stockListSchema)
  const table = new AdvertsTable(db)
  const waits: number[] = []
  let wake = (): void => undefined
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms)
    return new Promise((resolve) => (wake = resolve))
  }
  const buffer = new ReadBuffer({
    table,
    list: new StockListTable(db),
    clock: { now: () => 0, sleep },
    ...(packer && { packer }),
    owner: { accountId: 'a', userId: 7 },
    onSaved: () => undefined,
    onGone: () => undefined,
  })
  const goOn = async (): Promise<void> => {
    wake()
    await setImmediate()
  }
  return { buffer, table, waits, goOn, saved: () => table.known.count('a', 7) }
}

test('the first records are saved a tenth of a second after they came, later ones less often, a second at the latest', async () => {
  const { buffer, waits, goOn, saved } = buffered()
  for (let id = 1; id <= 6; id++) {
    void buffer.read([advert(id)])
    expect(saved()).toBe(id - 1)
    await goOn()
    expect(saved()).toBe(id)
  }
  expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000])
})

test('two hundred records are saved without a wait, and the rest when it is closed', async () => {
  const { buffer, saved } = buffered()
  for (let id = 1; id <= 250; id++) void buffer.read([advert(id)])
  expect(saved()).toBe(200)
  await buffer.close()
  expect(saved()).toBe(250)
})

/** A thread that packs, and what the log is told of it. */
function packing(entry: URL) {
  const logged: string[] = []
  return { packer: new RecordPacker(entry, { warn: (message) => logged.push(message) }), logged }
}

/** A thread of this script. */
const script = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
const answers = (code: string): URL =>
  script(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${code} })`)

test.each([
  ['by a thread', sourceEntries.packWorker, 0],
  ['by main, where there is no thread', new URL('no-thread.ts', import.meta.url), 1],
  ['by main, where none can be started', new URL('https://example.com/thread.js'), 1],
  ['by main, where the thread fails', answers(`throw new Error('no memory')`), 1],
  ['by main, where the thread ends', answers('process.exit(0)'), 1],
  ['by main, where the thread answers something else', answers(`parentPort.postMessage('none')`), 0],
  [
    'by main, where the thread answers for fewer',
    answers('parentPort.postMessage({ bytes: new Uint8Array(1), lengths: [1] })'),
    0,
  ],
])(
  'records of a whole transaction are packed %s, each for its own advert',
  async (_what, entry, warnings) => {
    const { packer, logged } = packing(entry)
    const { buffer, table, saved } = buffered(packer)
    const reads = Array.from({ length: 450 }, (_, at) =>
      buffer.read([advert(at + 1, { record: JSON.stringify({ autoData: { autoId: at + 1 } }) })]),
    )
    await Promise.all(reads)
    expect(saved()).toBe(400)
    await buffer.close()
    const ids = Array.from({ length: 450 }, (_, at) => at + 1)
    expect(ids.map((id) => table.find('a', id)?.record)).toEqual(
      ids.map((id) => JSON.stringify({ autoData: { autoId: id } })),
    )
    expect(logged).toHaveLength(warnings)
  },
)

test('a save that fails ends the reading with what it threw, and the rest is saved all the same', async () => {
  const { buffer, table, saved } = buffered(packing(sourceEntries.packWorker).packer)
  const broken = { ...advert(1), title: undefined as unknown as string }
  const reads = [broken, ...Array.from({ length: 199 }, (_, at) => advert(at + 2))].map((each) =>
    buffer.read([each]),
  )
  await expect(Promise.all(reads)).rejects.toThrow()
  void buffer.read([advert(1_000)])
  await buffer.close()
  expect(saved()).toBe(1)
  expect(table.find('a', 1_000)).toBeDefined()
})
