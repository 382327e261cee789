import { readdirSync } from 'node:fs'
import { type Bench, type Figure, meetsGoal } from './figure.ts'

/** Modules of this folder that measure; the others are what they share. */
const benchNames = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

function lineOf(figure: Figure): string {
  const goal = figure.goal === undefined ? '' : `${figure.atLeast ? '≥' : '≤'} ${number.format(figure.goal)}`
  const verdict = figure.goal === undefined ? '' : meetsGoal(figure) ? 'met' : 'MISSED'
  return `  ${figure.name.padEnd(58)}${number.format(figure.value).padStart(10)} ${figure.unit.padEnd(8)}${goal.padEnd(10)}${verdict}`
}

/** Runs the benches named as arguments, or all, and prints their figures. */
async function main(asked: readonly string[]): Promise<void> {
  const unknown = asked.filter((name) => !benchNames.includes(name))
  if (unknown.length > 0)
    throw new Error(`No bench ${unknown.join(', ')}; there are: ${benchNames.join(', ')}`)
  for (const name of asked.length > 0 ? asked : benchNames) {
    const bench = (await import(`./${name}.bench.ts`)) as Bench
    process.stdout.write(`${bench.name}\n`)
    for (const figure of await bench.run()) process.stdout.write(`${lineOf(figure)}\n`)
  }
}

await main(process.argv.slice(2))
