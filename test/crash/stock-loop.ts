import { missingRules } from '#shared/stock/stock-actions.ts'
import type { FaultRule } from '../../src/sandbox/control/faults.ts'
import { Dice } from '../../src/sandbox/world/random.ts'
import { StockProgram } from './stock-program.ts'
import { openStockWorld, stockKillPoints, type StockKill } from './stock-world.ts'

/** Nights in one world before it is brought to its end. */
const nightsInAWorld = 7

/** Few transactions of a night are results, many are others. */
const randomKill = (dice: Dice): StockKill => {
  const point = dice.pick(stockKillPoints)
  return { point, nth: point.endsWith('other') ? dice.whole(1, 8) : dice.whole(1, 3) }
}

const path = '/auto/new/autos'
const strikes: readonly FaultRule[] = [
  { kind: 'drop-before', path },
  { kind: 'drop-after-commit', path },
  { kind: 'status', status: 502, path, afterCommit: true },
  { kind: 'cut-body', path },
]
const randomFaults = (dice: Dice): FaultRule[] =>
  dice.chance(0.4)
    ? [
        {
          ...dice.pick(strikes),
          method: dice.pick(['POST', 'PUT', 'DELETE'] as const),
          skip: dice.whole(0, 2),
          count: 1,
        },
      ]
    : []

export interface StockWorldEnd {
  readonly lives: number
  readonly kills: readonly StockKill[]
  readonly violations: readonly string[]
}

/** Files of a dealer's stock, night by night, whose import is killed again and again; then all is brought to its end. */
export async function runStockWorld(seed: number, nights = nightsInAWorld): Promise<StockWorldEnd> {
  const dice = new Dice(seed, 0)
  const program = new StockProgram(dice)
  const missing = dice.pick(missingRules)
  const world = await openStockWorld(program)
  const kills: StockKill[] = []
  const violations: string[] = []
  try {
    await world.begin(missing)
    for (let night = 0; night < nights; night++) {
      if (night > 0) program.change()
      const kill = randomKill(dice)
      const given = { ...kill }
      if (await world.live(given, randomFaults(dice))) kills.push(kill)
      violations.push(...(await world.violations()).map((words) => `night ${night}: ${words}`))
      if (dice.chance(0.3)) await world.answer()
      violations.push(...(await world.violations()).map((words) => `answers of night ${night}: ${words}`))
    }
    violations.push(...(await world.finish(missing)))
    return { lives: nights, kills, violations }
  } finally {
    await world.close()
  }
}
