import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DraftAccount } from '../../../src/main/import/draft-account.ts'
import { DraftService } from '../../../src/main/import/draft-service.ts'
import { CsvFolder } from './csv-files.ts'
import { accountOf } from './drafts.ts'
import { testEntries } from '../../scripts.ts'
const folder = new CsvFolder()

/** Every advert costs as much. */
const accountAt = (price: number): DraftAccount =>
  accountOf({
    currentValues: (ids) =>
      new Map(
        ids.map((id) => [
          id,
          { title: '', userId: 7, gone: false, prices: { 1: price }, values: { currency_id: 1, price } },
        ]),
      ),
  })

const choice = { shape: {}, mapping: null, operation: null }
const textOf = (ids: readonly number[]): string =>
  `auto_id,currency_id,price\n${ids.map((id) => `${id},1,${id * 100}\n`).join('')}`

test('what a person changed and left out is that of its rows, whatever the stock costs and the file became meanwhile', async () => {
  const path = folder.write('left.csv', textOf([100, 101, 102, 103]))
  const start = () =>
    new DraftService({ dataDir: join(folder.path, 'data'), entries: testEntries, bytesHere: Infinity })

  const before = start()
  const draftId = before.openPath(path)
  await before.check(draftId, choice, accountAt(10_150))
  await before.fix(draftId, 2, 2, '9999')
  await before.fix(draftId, 5, 2, '8888')
  // Left out by what it was compared with: the one that costs more.
  await before.ask('leaveOutShown', draftId, { filter: 'prices-up' }, true)
  const left = async (service: DraftService) =>
    (await service.rows(draftId, { filter: 'all' }, 0, 9)).rows.map(({ cells, leftOut }) => [
      cells[0],
      cells[2],
      leftOut,
    ])
  expect(await left(before)).toEqual([
    ['100', '9999', false],
    ['101', '10100', false],
    ['102', '10200', true],
    ['103', '8888', false],
  ])
  // A memo that speaks of changes is kept behind them, or not at all.
  const changes = join(folder.path, 'data', 'drafts', `${draftId}.changes`)
  mkdirSync(changes, { recursive: true })
  await expect(before.keep(draftId, 'a', 'memo')).rejects.toThrow()
  expect(before.left()).toEqual([])
  rmdirSync(changes)
  await before.keep(draftId, 'a', 'memo')
  await before.close()

  // A row more in front, another price behind, and a stock in which all prices go up.
  writeFileSync(path, textOf([100, 101, 102, 103]).replace('103,1,10300', '103,1,10301'))
  const after = start()
  expect(after.left()).toMatchObject([
    { accountId: 'a', memo: 'memo', place: { draftId, fileName: 'left.csv' } },
  ])
  await after.check(draftId, choice, accountAt(5_000))
  expect(await after.restore(draftId)).toMatchObject({ lost: 1, check: { rows: 4, leftOut: 1 } })
  expect(await left(after)).toEqual([
    ['100', '9999', false],
    ['101', '10100', false],
    ['102', '10200', true],
    ['103', '10301', false],
  ])
  await after.drop(draftId)
  expect(after.left()).toEqual([])
  await after.close()
})
