import { parseArgs } from 'node:util'
import type { FaultRule } from '../../src/sandbox/control/faults.ts'
import { Dice } from '../../src/sandbox/world/random.ts'
import { openWatchWorld, watchKillPoints, type WatchKill } from './watch-world.ts'

/** Lives of both computers in one world before it is brought to its end. */
const livesInAWorld = 5
const names = ['stock.csv', 'new.csv']

const randomKill = (dice: Dice): WatchKill | null => {
  if (dice.chance(0.2)) return null
  const at = dice.pick(watchKillPoints)
  return { at, nth: at.endsWith('write') ? dice.whole(1, 4) : dice.whole(1, 60) }
}

const randomFaults = (dice: Dice): FaultRule[] => [
  { kind: 'delay', method: 'POST', ms: 80 },
  ...(dice.chance(0.3) ? [{ kind: 'drop-after-commit', method: 'POST', count: 1 } as const] : []),
]

export interface WatchCounts {
  kills: number
  readonly violations: string[]
}

/** Two computers watch one folder whose files are replaced while they are sent, and are killed again and again. */
export async function watchLoop(kills: number, seed: number, lives = livesInAWorld): Promise<WatchCounts> {
  const counts: WatchCounts = { kills: 0, violations: [] }
  for (let world = seed; counts.kills < kills && counts.violations.length === 0; world++)
    await runWorld(world, lives, counts)
  return counts
}

async function runWorld(seed: number, lives: number, counts: WatchCounts): Promise<void> {
  const dice = new Dice(seed, 0)
  const world = await openWatchWorld()
  const drop = (): void => world.drop(dice.pick(names), dice.whole(1, 4))
  try {
    for (let life = 0; life < lives; life++) {
      drop()
      let more = dice.whole(0, 2)
      const kills = [randomKill(dice), randomKill(dice)]
      counts.kills += await world.live(kills, randomFaults(dice), () => {
        if (more-- > 0) drop()
      })
    }
    await world.finish()
    counts.violations.push(...(await world.violations()).map((words) => `seed ${seed}: ${words}`))
  } finally {
    await world.close()
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
    },
  })
  const counts = await watchLoop(Number(values.kills), Number(values.seed))
  console.log(JSON.stringify({ seed: Number(values.seed), ...counts }, null, 2))
  process.exitCode = counts.violations.length === 0 ? 0 : 1
}
