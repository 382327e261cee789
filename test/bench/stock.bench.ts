import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Contender, type Done, turnsOf } from './contender.ts'
import { type Figure, measured } from './figure.ts'
import { inFolder } from './in-folder.ts'
import { quietNight } from './quiet-night.ts'
import { against } from './rounds.ts'
import { fillStockFolder, stockText } from './stock-folder.ts'

export const name = 'stock'

const rowCount = 100_000
const roundCount = 7
const goal = 1.3

/** Files by how many rows have one new price. */
const files = [
  ['every price new', 1],
  ['one price of twenty new', 20],
] as const

/**
 * The plan of a dealer's whole stock, 100,000 links and the cache full, beside the check of the same file as edits of the
 * adverts that its rows name; and a night in which nothing changed, from a command's start to its end.
 */
export const run = (): Promise<Figure[]> =>
  inFolder(async (directory) => {
    const folder = join(directory, 'full')
    mkdirSync(folder)
    await fillStockFolder(folder, rowCount)
    const figures: Figure[] = []
    for (const [words, changedEvery] of files) {
      const path = join(directory, 'stock.csv')
      writeFileSync(path, stockText(rowCount, changedEvery))
      figures.push(...(await figuresOf(words, path, folder)))
    }
    return [...figures, ...(await quietNight())]
  })

const module = new URL('stock-contender.ts', import.meta.url)

async function figuresOf(words: string, path: string, folder: string): Promise<Figure[]> {
  const contenders = await Promise.all(
    ['edits', 'stock'].map((way) => Contender.start(module, way, path, folder)),
  )
  const [edits = [], stock = []] = await turnsOf(roundCount, contenders)
  for (const contender of contenders) contender.end()
  const of = (turns: readonly Done[], what: keyof Done): number[] => turns.map((done) => done[what])
  const ratio = (what: keyof Done) => measured(against(of(stock, what), of(edits, what)))
  return [
    { name: `${words}: as edits`, ...measured(of(edits, 'took')), unit: 'ms' },
    { name: `${words}: as the whole stock`, ...ratio('took'), unit: '×', goal },
    { name: `${words}: as the whole stock, processor`, ...ratio('processor'), unit: '×' },
    { name: `${words}: peak of main and worker, as edits`, value: peak(edits), unit: 'MB' },
    { name: `${words}: the same, as the whole stock`, value: peak(stock), unit: 'MB' },
  ]
}

const peak = (turns: readonly Done[]): number => Math.max(...turns.map((done) => done.peak))
