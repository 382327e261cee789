import { type Bench, type Figure, meetsGoal } from './figure.ts'

/** The benches by the names that the command line takes. Each is loaded when its turn comes. */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  csv: () => import('./csv.bench.ts'),
  import: () => import('./import.bench.ts'),
  grid: () => import('./grid.ts'),
  http: () => import('./http.bench.ts'),
  batch: () => import('./batch.ts'),
  sandbox: () => import('./sandbox.bench.ts'),
}

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

function goalOf({ goal, atLeast }: Figure): string {
  if (typeof goal !== 'number') return goal ?? ''
  return `${atLeast ? '≥' : '≤'} ${number.format(goal)}`
}

const verdicts = new Map([
  [true, 'met'],
  [false, 'MISSED'],
])

function lineOf(figure: Figure): string {
  const met = meetsGoal(figure)
  const verdict = met === null ? '' : (verdicts.get(met) ?? '')
  return `  ${figure.name.padEnd(58)}${number.format(figure.value).padStart(10)} ${figure.unit.padEnd(8)}${goalOf(figure).padEnd(10)}${verdict}`
}

/** Runs the benches named as arguments, or all, and prints their figures. */
async function main(asked: readonly string[]): Promise<void> {
  const unknown = asked.filter((name) => !(name in benches))
  if (unknown.length > 0)
    throw new Error(`No bench ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`)
  for (const [name, load] of Object.entries(benches)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const bench = await load()
    process.stdout.write(`${bench.name}\n`)
    for (const figure of await bench.run()) process.stdout.write(`${lineOf(figure)}\n`)
  }
}

await main(process.argv.slice(2))
