import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BulkChange } from '#shared/staged/bulk-change.ts'
import type { Forecourt } from '../../src/main/assemble.ts'
import { assembledIn } from '../main/assembled.ts'
import type { Figure } from './figure.ts'
import { longestTurn, threadTime } from './longest-turn.ts'
import { madeAdvert } from './inventory/made-stock.ts'

export const name = 'Staged edits: a change of 100,000 adverts, taken back and done again'

const adverts = 100_000
const savedAtOnce = 500
/** The most that the window waits for another answer, in ms. */
const longestGap = 50
const longestChange = 2_000

const changes: Readonly<Record<string, BulkChange>> = {
  'a price': { kind: 'price', percent: -2, roundTo: 50 },
  'a text from a template': {
    kind: 'text',
    field: 'version',
    template: '{make} {model} {year}, {price}, {mileage} km in {city}',
  },
}

async function fill({ context: { accounts }, inventory }: Forecourt): Promise<void> {
  const { accountId } = await accounts.owner()
  for (let from = 0; from < adverts; from += savedAtOnce)
    inventory.table.save(
      accountId,
      Array.from({ length: savedAtOnce }, (_, at) => madeAdvert(from + at)),
    )
}

async function figureOf(what: string, work: () => Promise<unknown>, goal?: number): Promise<Figure[]> {
  const began = performance.now()
  const busy = threadTime()
  const { longest } = await longestTurn(work)
  const taken = threadTime() - busy
  const byTheClock = performance.now() - began
  return [
    { name: `${what}: processor time`, value: taken, unit: 'ms', ...(goal !== undefined && { goal }) },
    { name: `${what}: by the clock`, value: byTheClock, unit: 'ms' },
    { name: `${what}: longest turn`, value: longest, unit: 'ms', goal: longestGap },
  ]
}

/** How much processor time each step takes, which no other program changes, how long it lasts, and for how long main answers no other call meanwhile. */
export async function run(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-bench-staged-'))
  const forecourt = assembledIn(dataDir, {
    overrides: { baseUrl: 'http://127.0.0.1:9', userId: 7, key: 'k'.repeat(40) },
  })
  await fill(forecourt)
  const { staged } = forecourt
  const ids = await forecourt.inventory.lists.ids({ text: '', states: [], sort: [] })
  const figures: Figure[] = []
  for (const [what, change] of Object.entries(changes)) {
    figures.push(
      ...(await figureOf(`${what}: seen before`, () => staged.bulkPreview(ids, change))),
      ...(await figureOf(`${what}: staged`, () => staged.bulk(ids, change), longestChange)),
      ...(await figureOf(`${what}: taken back`, () => staged.move('undo'), longestChange)),
      ...(await figureOf(`${what}: done again`, () => staged.move('redo'), longestChange)),
    )
  }
  figures.push(...(await figureOf('all dropped', () => staged.unstageAll(), longestChange)))
  await forecourt.close()
  rmSync(dataDir, { recursive: true })
  return figures
}
