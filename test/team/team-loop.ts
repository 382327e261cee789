import { parseArgs } from 'node:util'
import { Dice } from '../../src/sandbox/world/random.ts'
import { leavings } from './leave-and-join.ts'
import { mutants, type Mutant } from './mutants.ts'
import { Postgres } from './postgres.ts'
import { finalViolations, teamViolations } from './team-checker.ts'
import { after, lastLife, randomLife, randomWave } from './team-schedule.ts'
import { TeamWorld, type TeamLife } from './team-world.ts'

export interface TeamCounts {
  worlds: number
  lives: number
  faults: number
  /** Faults that struck, by kind. */
  readonly struck: Record<string, number>
  creates: number
  edits: number
  /** Of both, what stock files asked for. */
  ofStock: number
  /** Rows that nobody could prove, and a person sent again. */
  forced: number
  readonly violations: string[]
}

interface LoopSettings {
  readonly faults: number
  readonly seed: number
  /** Lives in one world before it is brought to its end. */
  readonly lives?: number
  readonly mutant?: Mutant | null
  readonly onWorld?: (counts: TeamCounts) => void
}

/** Runs worlds of three desks until so many faults struck. The same seed makes the same schedule. */
export async function teamLoop({
  faults,
  seed,
  lives = 4,
  mutant = null,
  onWorld = () => undefined,
}: LoopSettings): Promise<TeamCounts> {
  const counts: TeamCounts = {
    worlds: 0,
    lives: 0,
    faults: 0,
    creates: 0,
    ofStock: 0,
    edits: 0,
    forced: 0,
    struck: {},
    violations: [],
  }
  const postgres = await Postgres.start()
  try {
    while (counts.faults < faults && counts.violations.length === 0) {
      await runWorld(postgres, { seed: seed + counts.worlds, lives, mutant }, counts)
      counts.worlds += 1
      onWorld(counts)
    }
    return counts
  } finally {
    await postgres.remove()
  }
}

async function runWorld(
  postgres: Postgres,
  { seed, lives, mutant }: Required<Pick<LoopSettings, 'seed' | 'lives' | 'mutant'>>,
  counts: TeamCounts,
): Promise<void> {
  const dice = new Dice(seed, 0)
  const hasQuota = dice.chance(0.25)
  const isHurried = !dice.chance(0.05)
  const world = await TeamWorld.open(postgres, {
    isHurried,
    quota: hasQuota ? { perHour: 60, minuteMs: 250 } : null,
    backup: dice.pick(['dump', 'copy']),
    mutant,
  })
  const schedule = {
    keepsTime: hasQuota,
    longStop: isHurried ? 2_000 : 17_000,
    lifeMs: isHurried ? 3_000 : 30_000,
    hasStock: dice.chance(0.5),
  }
  const judge = (found: readonly string[], when: string): void => {
    counts.violations.push(...found.map((words) => `seed ${seed}, ${when}: ${words}`))
  }
  try {
    const ownIds = await world.ownAdverts()
    let life: TeamLife | null = null
    for (let age = 0; age < lives && counts.violations.length === 0; age += 1) {
      if (age % 2 === 0) await world.plan(randomWave(dice, age / 2, ownIds).rowsOf)
      const drawn = randomLife(dice, age, schedule)
      life = life ? after(life, drawn) : drawn
      await world.live(life)
      judge(teamViolations(await world.history()), `life ${age}`)
      counts.lives += 1
      if (dice.chance(0.2)) await world.rejoin(dice.whole(1, 2), dice.pick(leavings))
    }
    await world.live(lastLife(dice, lives, schedule.hasStock))
    await world.meet()
    const history = await world.history()
    judge(finalViolations(history), 'the end')
    for (const entry of [...history.ledger, ...history.stockLedger]) {
      if (entry.method === 'POST' && entry.committed) counts.creates += 1
      if (entry.method === 'PUT' && entry.committed) counts.edits += 1
    }
    counts.ofStock += history.stockLedger.filter(({ committed }) => committed).length
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
      faults: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
      mutant: { type: 'string' },
    },
  })
  const mutant = values.mutant === undefined ? null : mutants[values.mutant]
  if (mutant === undefined) throw new Error(`--mutant is one of ${Object.keys(mutants).join(', ')}`)
  const counts = await teamLoop({
    faults: Number(values.faults),
    seed: Number(values.seed),
    mutant,
    onWorld: ({ worlds, faults }) => process.stderr.write(`\r${worlds} worlds, ${faults} faults`),
  })
  console.log(JSON.stringify({ seed: Number(values.seed), ...counts }, null, 2))
  process.exitCode = counts.violations.length === 0 ? 0 : 1
}
