import { parseArgs } from 'node:util'
import { Dice } from '../../src/sandbox/world/random.ts'
import { pricedLives, runPricedWorld } from './settled-prices.ts'
import { choices, importAgain, ruins } from './replaced-world.ts'
import { runStockWorld } from './stock-loop.ts'
import { lastLives, randomLife, randomRows } from './schedule.ts'
import type { StockKill } from './stock-world.ts'
import { modes, killPoints, openWorld, type Kill, type Mode } from './world.ts'

export interface KillCounts {
  worlds: number
  lives: number
  kills: number
  /** Kills by point, and those at a random time. */
  readonly at: Record<string, number>
  /** How often the journal went back in time. */
  setbacks: number
  readonly violations: string[]
}

/** Kills in one world before it is brought to its end. */
const killsInAWorld = 4

/** The modes of the sandbox, in turn in worlds of every kind; or worlds of files that are the whole stock alone. */
export type Worlds = Mode | 'mixed' | 'stock'

/**
 * Runs worlds of random batches until so many engine processes were killed. The same seed makes the same schedule.
 * `mixed`: the worlds take the modes of the sandbox in turn.
 */
export async function killLoop(
  kills: number,
  seed: number,
  mode: Worlds = 'mixed',
  onWorld: (counts: KillCounts) => void = () => undefined,
): Promise<KillCounts> {
  const counts: KillCounts = { worlds: 0, lives: 0, kills: 0, setbacks: 0, at: {}, violations: [] }
  while (counts.kills < kills && counts.violations.length === 0) {
    const inTurn = modes[counts.worlds % modes.length] ?? 'contract'
    const own = seed + counts.worlds
    if (mode === 'stock') await runStock(own, counts)
    else if (counts.worlds % 6 === 5) await runReplaced(own, counts)
    else if (counts.worlds % 3 === 2) await runPrices(own, counts)
    else await runWorld(own, mode === 'mixed' ? inTurn : mode, counts)
    counts.worlds += 1
    onWorld(counts)
  }
  return counts
}

async function runWorld(seed: number, mode: Mode, counts: KillCounts): Promise<void> {
  const dice = new Dice(seed, 0)
  const world = await openWorld((ownIds) => randomRows(dice, ownIds), {
    mode,
    ownList: dice.chance(0.5),
  })
  try {
    const lives = [
      ...Array.from({ length: killsInAWorld }, (_, age) => randomLife(dice, age)),
      ...lastLives(dice),
    ]
    for (const [age, life] of lives.entries()) {
      counts.lives += 1
      if (life.setback) counts.setbacks += 1
      if (await world.live(life)) recordKill(counts, life.kill)
      const found = await world.violations()
      counts.violations.push(...found.map((words) => `seed ${seed}, ${mode}, life ${age}: ${words}`))
    }
  } finally {
    await world.close()
  }
}

/** A world of settled prices, and of edits of other fields after them. */
async function runPrices(seed: number, counts: KillCounts): Promise<void> {
  const lives = pricedLives(new Dice(seed, 0))
  const { kills, violations } = await runPricedWorld(lives)
  counts.lives += lives.length
  for (const kill of kills) recordKill(counts, kill)
  counts.violations.push(...violations.map((words) => `seed ${seed}, settled prices: ${words}`))
}

/** A world whose journal is ruined after a kill and replaced, and whose rows are imported again. */
async function runReplaced(seed: number, counts: KillCounts): Promise<void> {
  const dice = new Dice(seed, 0)
  const choice = dice.pick(choices)
  const ruin = dice.pick(ruins)
  const kill = { point: dice.pick(killPoints), nth: dice.whole(1, 3) }
  const { killed, violations } = await importAgain(dice, choice, ruin, kill)
  counts.lives += 1
  if (killed) recordKill(counts, kill)
  counts.violations.push(...violations.map((words) => `seed ${seed}, replaced journal: ${words}`))
}

/** A world of files that are the whole stock. */
async function runStock(seed: number, counts: KillCounts): Promise<void> {
  const { lives, kills, violations } = await runStockWorld(seed)
  counts.lives += lives
  for (const kill of kills) recordKill(counts, kill)
  counts.violations.push(...violations.map((words) => `seed ${seed}, stock: ${words}`))
}

function recordKill(counts: KillCounts, kill: Kill | StockKill | null): void {
  const point = kill && 'point' in kill ? kill.point : 'random time'
  counts.kills += 1
  counts.at[point] = (counts.at[point] ?? 0) + 1
}

const modeOf = (name: string): Worlds =>
  name === 'stock' ? 'stock' : (modes.find((mode) => mode === name) ?? 'mixed')

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '500' },
      mode: { type: 'string', default: 'mixed' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
    },
  })
  const counts = await killLoop(
    Number(values.kills),
    Number(values.seed),
    modeOf(values.mode),
    ({ worlds, kills }) => {
      process.stderr.write(`\r${worlds} worlds, ${kills} kills`)
    },
  )
  console.log(JSON.stringify({ seed: Number(values.seed), mode: modeOf(values.mode), ...counts }, null, 2))
  process.exitCode = counts.violations.length === 0 ? 0 : 1
}
