import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LedgerEntry } from '../../src/sandbox/control/ledger.ts'

/** A file as it was put into the folder: each of its rows has a price of its own. */
export interface Version {
  readonly sha256: string
  readonly prices: readonly number[]
}

export interface WatchHistory {
  readonly ledger: readonly LedgerEntry[]
  readonly versions: readonly Version[]
  readonly folder: string
  readonly dataDirs: readonly string[]
}

/** Rows that were executed twice, that nobody sent and nobody told of, and files that are nowhere. */
export function watchViolations({ ledger, versions, folder, dataDirs }: WatchHistory): string[] {
  const created = ledger
    .filter(({ method, committed }) => method === 'POST' && committed)
    .map(({ params }) => Number(params.price))
  const open = new Set(dataDirs.flatMap(openPrices))
  return versions.flatMap(({ sha256, prices }) => {
    const [done, failed] = ['done', 'failed'].map((name) => filesWith(sha256, join(folder, name)))
    const twice = prices.filter((price) => created.filter((each) => each === price).length > 1)
    const missing = prices.filter((price) => !created.includes(price))
    const untold = missing.filter((price) => !open.has(price))
    const places = (done?.length ?? 0) + (failed?.length ?? 0)
    return [
      ...twice.map((price) => `${price} was created more than once`),
      ...(places === 1 ? [] : [`the file of ${String(prices[0])} is in ${places} places`]),
      ...(done?.length === 1 && missing.length > 0
        ? [`done, but ${missing.join(', ')} never came to be`]
        : []),
      ...(untold.length === 0 ? [] : [`nobody is told of ${untold.join(', ')}`]),
    ]
  })
}

/** Rows that the journal shows to a person as open. */
function openPrices(dataDir: string): number[] {
  const db = new DatabaseSync(join(dataDir, 'journal.db'), { readOnly: true })
  try {
    const rows = db.prepare(`SELECT payload FROM rows WHERE state IN ('in-doubt', 'planned', 'failed')`).all()
    return rows.map(({ payload }) => (JSON.parse(String(payload)) as { price: number }).price)
  } finally {
    db.close()
  }
}

const namesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : [])

const filesWith = (sha256: string, path: string): string[] =>
  namesIn(path).filter(
    (name) =>
      createHash('sha256')
        .update(readFileSync(join(path, name)))
        .digest('hex') === sha256,
  )
