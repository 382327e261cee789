import { join } from 'node:path'
import type { StockChoice } from '#shared/stock/stock-check.ts'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import { inTransaction } from '../../src/main/storage/transactions.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { foldOf } from '../../src/main/writes/stock-key.ts'
import { accountId } from '../main/batch/connect-to.ts'
import { lookedSource } from '../main/batch/stock-files.ts'
import { fillFolder, firstAdvert } from './full-folder.ts'

const linksAtOnce = 1_000
const keyOf = (at: number): string => `S${String(at).padStart(6, '0')}`
/** What the cache shows of every advert. */
const shownPrice = 20_000

export const stockChoice: StockChoice = {
  source: 'stock',
  key: 'No',
  missing: 'not-in-stock',
  missingNow: null,
  filter: null,
  quantity: null,
  byHand: 'keep',
  sameTrim: 'ask',
  maxMissing: null,
  maxNew: null,
  rows: null,
  link: 'none',
}

/** A full cache and journal, and a link for each advert, with what a file gave last of its price. */
export async function fillStockFolder(dataDir: string, count: number): Promise<void> {
  await fillFolder(dataDir)
  const journal = new Journal(join(dataDir, 'journal.db'), systemClock)
  const source = lookedSource(journal)
  for (let from = 0; from < count; from += linksAtOnce)
    inTransaction(journal.db, () => {
      for (let at = from; at < Math.min(count, from + linksAtOnce); at++) link(journal, source, at)
    })
  journal.close()
}

function link(journal: Journal, source: number, at: number): void {
  const key = keyOf(at)
  journal.tables.linkAnswers.set(
    accountId,
    {
      key,
      fold: foldOf(key),
      autoId: firstAdvert + at,
      origin: 'hand',
      source,
      vehicle: [9, 96, 1, at + 1],
    },
    journal.now(),
  )
  journal.tables.linkAnswers.note(accountId, [
    { key, field: 'currency_id', given: 1, shown: 1 },
    { key, field: 'price', given: shownPrice, shown: shownPrice },
  ])
}

/** The stock of those adverts as a file; one price of so many is a new one. */
export const stockText = (count: number, changedEvery: number): string =>
  `No,auto_id,marka_id,model_id,base_id,equip_id,currency_id,price\n${Array.from(
    { length: count },
    (_, at) => {
      const price = at % changedEvery === 0 ? shownPrice + 1 + (at % 977) : shownPrice
      return `${keyOf(at)},${firstAdvert + at},9,96,1,${at + 1},1,${price}\n`
    },
  ).join('')}`
