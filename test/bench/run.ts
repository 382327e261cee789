import { readdirSync } from 'node:fs'
import { type Bench, type Figure, meetsGoal } from './figure.ts'

const isBench = (module: object): module is Bench => 'name' in module && 'run' in module

/** The modules of this folder that export a name and a run; the others are what they share. */
async function findBenches(): Promise<Bench[]> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  const modules = await Promise.all(files.map((file) => import(`./${file}`) as Promise<object>))
  return modules.filter(isBench)
}

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

function lineOf(figure: Figure): string {
  const goal = figure.goal === undefined ? '' : `${figure.atLeast ? '≥' : '≤'} ${number.format(figure.goal)}`
  const verdict = figure.goal === undefined ? '' : meetsGoal(figure) ? 'met' : 'MISSED'
  return `  ${figure.name.padEnd(58)}${number.format(figure.value).padStart(10)} ${figure.unit.padEnd(8)}${goal.padEnd(10)}${verdict}`
}

/** Runs the benches named as arguments, or all, and prints their figures. */
async function main(asked: readonly string[]): Promise<void> {
  const benches = await findBenches()
  const names = benches.map(({ name }) => name)
  const unknown = asked.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`No bench ${unknown.join(', ')}; there are: ${names.join(', ')}`)
  for (const bench of benches.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    process.stdout.write(`${bench.name}\n`)
    for (const figure of await bench.run()) process.stdout.write(`${lineOf(figure)}\n`)
  }
}

await main(process.argv.slice(2))
