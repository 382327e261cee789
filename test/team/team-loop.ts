import { parseArgs } from 'node:util'
import { Dice } from '../../src/sandbox/world/random.ts'
import { Postgres } from './postgres.ts'
import { finalViolations, teamViolations } from './team-checker.ts'
import { lastLife, randomLife, randomWave } from './team-schedule.ts'
import { TeamWorld } from './team-world.ts'

export interface TeamCounts {
  worlds: number
  lives: number
  faults: number
  /** Faults that struck, by kind. */
  readonly struck: Record<string, number>
  creates: number
  edits: number
  /** Rows that nobody could prove, and a person sent again. */
  forced: number
  readonly violations: string[]
}

interface LoopSettings {
  readonly faults: number
  readonly seed: number
  /** Lives in one world before it is brought to its end. */
  readonly lives?: number
  readonly onWorld?: (counts: TeamCounts) => void
}

/** Runs worlds of three desks until so many faults struck. The same seed makes the same schedule. */
export async function teamLoop({
  faults,
  seed,
  lives = 4,
  onWorld = () => undefined,
}: LoopSettings): Promise<TeamCounts> {
  const counts: TeamCounts = {
    ...{ worlds: 0, lives: 0, faults: 0, creates: 0, edits: 0, forced: 0 },
    ...{ struck: {}, violations: [] },
  }
  const postgres = await Postgres.start()
  try {
    while (counts.faults < faults && counts.violations.length === 0) {
      await runWorld(postgres, seed + counts.worlds, lives, counts)
      counts.worlds += 1
      onWorld(counts)
    }
    return counts
  } finally {
    await postgres.remove()
  }
}

async function runWorld(postgres: Postgres, seed: number, lives: number, counts: TeamCounts): Promise<void> {
  const dice = new Dice(seed, 0)
  const [hasQuota, isHurried] = [dice.chance(0.25), !dice.chance(0.05)]
  const world = await TeamWorld.open(postgres, {
    isHurried,
    quota: hasQuota ? { perHour: 60, minuteMs: 250 } : null,
  })
  const schedule = {
    keepsTime: hasQuota,
    longStop: isHurried ? 2_000 : 17_000,
    lifeMs: isHurried ? 3_000 : 30_000,
  }
  const judge = (found: readonly string[], life: string): void => {
    counts.violations.push(...found.map((words) => `seed ${seed}, ${life}: ${words}`))
  }
  try {
    const ownIds = await world.ownAdverts()
    for (let age = 0; age < lives && counts.violations.length === 0; age += 1) {
      if (age % 2 === 0) await world.plan(randomWave(dice, age / 2, ownIds).rowsOf)
      await world.live(randomLife(dice, schedule))
      judge(teamViolations(await world.history()), `life ${age}`)
      counts.lives += 1
    }
    await world.live(lastLife)
    await world.meet()
    const history = await world.history()
    judge(finalViolations(history), 'the end')
    for (const { method, committed } of history.ledger) {
      if (method === 'POST' && committed) counts.creates += 1
      if (method === 'PUT' && committed) counts.edits += 1
    }
    counts.forced += history.desks.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.forced, 0)
  } finally {
    for (const [kind, struck] of Object.entries(world.struck)) {
      counts.struck[kind] = (counts.struck[kind] ?? 0) + struck
      counts.faults += struck
    }
    await world.close()
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
    },
  })
  const counts = await teamLoop({
    faults: Number(values.kills),
    seed: Number(values.seed),
    onWorld: ({ worlds, faults }) => process.stderr.write(`\r${worlds} worlds, ${faults} faults`),
  })
  console.log(JSON.stringify({ seed: Number(values.seed), ...counts }, null, 2))
  process.exitCode = counts.violations.length === 0 ? 0 : 1
}
