import { type Bench, type Figure, meetsGoal } from './figure.ts'

/** The benches by the names that the command line takes. Each is loaded when its turn comes. */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  start: () => import('./start.bench.ts'),
  csv: () => import('./csv.bench.ts'),
  import: () => import('./import.bench.ts'),
  stock: () => import('./stock.bench.ts'),
  names: () => import('./names.bench.ts'),
  check: () => import('./check.bench.ts'),
  sheet: () => import('./sheet.bench.ts'),
  grid: () => import('./grid.ts'),
  batch: () => import('./batch.ts'),
  inventory: () => import('./inventory.bench.ts'),
  frames: () => import('./frames.bench.ts'),
  clicks: () => import('./clicks.bench.ts'),
  pages: () => import('./pages.bench.ts'),
  orders: () => import('./orders.bench.ts'),
  journal: () => import('./journal.bench.ts'),
  tables: () => import('./tables.bench.ts'),
  team: () => import('./team.bench.ts'),
}
const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

function goalOf({ goal, atLeast }: Figure): string {
  if (typeof goal !== 'number') return goal ?? ''
  return `${atLeast ? '≥' : '≤'} ${number.format(goal)}`
}

function verdictOf(figure: Figure): string {
  const met = meetsGoal(figure)
  if (met === null) return ''
  return met ? 'met' : 'MISSED'
}

/** `4.9 (4.2–6.3)`. */
function valueOf({ value, spread }: Figure): string {
  const range = spread ? ` (${spread.map((each) => number.format(each)).join('–')})` : ''
  return `${number.format(value)}${range}`
}

const lineOf = (figure: Figure): string =>
  `  ${figure.name.padEnd(62)}${valueOf(figure).padStart(26)} ${figure.unit.padEnd(8)}${goalOf(figure).padEnd(10)}${verdictOf(figure)}`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Runs the benches named as arguments, or all, and prints their figures, and at the end the misses once more. */
async function main(asked: readonly string[]): Promise<void> {
  const unknown = asked.filter((name) => !(name in benches))
  if (unknown.length > 0)
    throw new Error(`No bench ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`)
  const missed: Figure[] = []
  for (const [name, load] of Object.entries(benches)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const bench = await load()
    say(bench.name)
    const began = performance.now()
    const figures = await bench.run()
    for (const figure of figures) say(lineOf(figure))
    say(`  in ${number.format((performance.now() - began) / 1_000)} s`)
    missed.push(...figures.filter((figure) => meetsGoal(figure) === false))
  }
  say(missed.length === 0 ? 'Every goal is met.' : `Goals missed: ${missed.length}`)
  for (const figure of missed) say(lineOf(figure))
}

await main(process.argv.slice(2))
