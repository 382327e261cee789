import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StockChoice } from '#shared/stock/stock-check.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox-options.ts'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { keepAnswer } from '../../../src/main/stock/keep-answer.ts'
import { keptFileOf, openElsewhere } from '../../../src/main/stock/kept-choice.ts'
import { timestamp, systemClock } from '../../../src/main/system/clock.ts'
import { checkStock, planStock } from '../../../src/main/stock/plan-stock.ts'
import { Salon } from './stock-model/salon.ts'

let sandbox: Sandbox
let salon: Salon
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  sandbox = await startSandbox({ databasePath: ':memory:', adverts: 0 })
  salon = new Salon(sandbox, 'delete')
})
afterEach(async () => {
  await salon.close()
  await sandbox.close()
  vi.useRealTimers()
})

const sourceA = async () => {
  const { sources } = salon.forecourt.batches.recovery.ensureLock().tables
  return sources.find(await salon.accountId(), 'A')
}
const openKeys = async () => keptFileOf(await sourceA()).open.map(({ key }) => key)

async function bothNights(): Promise<void> {
  for (const source of ['A', 'A', 'B', 'B']) await salon.import(source, salon.write(source))
}

test('cars that are asked about are kept for other sources with the file that is taken, until they have an advert', async () => {
  await bothNights()
  expect(await openKeys()).toEqual([])
  const [car] = salon.programs.there('A')
  if (!car) throw new Error('no car')
  const { key } = car
  salon.programs.renumber(car, false)
  await salon.import('A', salon.write('A'))
  expect(await openKeys()).toEqual([car.key])

  const account = await salon.accountId()
  const { sources, linkAnswers, links } = salon.forecourt.batches.recovery.ensureLock().tables
  let now = Date.now()
  const elsewhere = (source: string) =>
    openElsewhere(sources, account, source, links.list(account), now).map((each) => each.key)
  expect(elsewhere('B')).toEqual([car.key])
  // A source that is used no more holds nothing back.
  now += 31 * 24 * 60 * 60 * 1_000
  expect(elsewhere('B')).toEqual([])
  now = Date.now()
  // What its own file asks, the plan of that file knows.
  expect(elsewhere('A')).toEqual([])
  linkAnswers.move(account, key, { key: car.key, fold: car.key }, timestamp(systemClock))
  expect(elsewhere('B')).toEqual([])
})

test('a car that a person says to be another salon’s now is not missing in the files of the first one', async () => {
  await bothNights()
  const [car] = salon.programs.there('A')
  if (!car) throw new Error('no car')
  const { key: from } = car
  const autoId = salon.judge.advertOf(car.id) ?? 0
  salon.programs.move(car)
  await salon.import('A', salon.write('A'))
  await salon.import('B', salon.write('B'))
  await keepAnswer(salon.forecourt.stock, { answer: 'move', key: car.key, from })
  // The first salon's file may come again before that of the other one.
  await salon.import('A', salon.write('A'))
  await salon.import('A', salon.write('A'))
  expect(salon.violations).toEqual([])
  expect(await salon.control.advert(autoId)).not.toBeNull()
  await salon.import('B', salon.write('B'))
  expect((await salon.control.advert(autoId))?.price).toBe(car.price)
})

test('they are kept before the file is taken: a crash between the two holds too much back, never too little', async () => {
  await bothNights()
  const [car] = salon.programs.there('A')
  if (!car) throw new Error('no car')
  salon.programs.renumber(car, false)
  await salon.import('A', salon.write('A'))
  const { key: ofLast } = car
  salon.programs.price(car)
  salon.programs.renumber(car, false)
  const folder = mkdtempSync(join(tmpdir(), 'kept-choice-'))
  const path = join(folder, 'stock.csv')
  writeFileSync(path, salon.write('A').text)
  utimesSync(path, new Date(), new Date())
  const { drafts, stock, batches } = salon.forecourt
  const draftId = drafts.openPath(path)
  const choice: StockChoice = {
    source: 'A',
    key: 'No',
    missing: 'keep',
    byHand: 'keep',
    sameTrim: 'ask',
    link: 'none',
    missingNow: null,
    filter: null,
    quantity: null,
    maxMissing: 100,
    maxNew: null,
    rows: null,
  }
  try {
    await checkStock(stock, draftId, { shape: {}, mapping: null, stock: choice })
    const { linkAnswers } = batches.recovery.ensureLock().tables
    linkAnswers.apart(await salon.accountId(), 'one', ['another'], timestamp(systemClock))
    await expect(planStock(stock, draftId, choice, { confirmed: [], olderOf: null })).rejects.toMatchObject({
      code: 'plan-outdated',
    })
    expect(await openKeys()).toEqual([ofLast, car.key])
    // Nothing else of a file that is not taken is kept.
    expect((await sourceA())?.choice).toMatchObject({ missing: 'delete' })
  } finally {
    await drafts.drop(draftId)
    rmSync(folder, { recursive: true, force: true })
  }
})
