import { afterAll, beforeAll, expect, it } from 'vitest'
import { judge } from '../../crash/damage-judge.ts'
import { damages, type Damage } from '../../crash/damage-patterns.ts'
import { liveStages, type Stage } from '../../crash/damage-world.ts'
import { spread } from '../../whole.ts'

let stages: Stage[]
let drop: () => void
beforeAll(async () => {
  const lived = await liveStages()
  stages = lived.stages
  drop = lived.drop
}, 180_000)
afterAll(() => drop())

/** One of each kind, each at another stage. The whole of it, every damage at every stage: `npm run test:damage`. */
const oneOfEach = [
  'rows: all pages zeros',
  'rows: middle page random',
  'rows: a bit in each page',
  'rows_by_state: all pages zeros',
  'all tables: last half of each page zeros',
  'header zeros',
  'cut at 50 %',
  'no database at all',
  'missing',
  'an older copy, a page of it damaged',
  'WAL missing, and a page',
  'WAL zeros',
  'rows zeros, newest backup damaged',
  'missing, no backup',
]
const openStages = [
  'second batch, 120 rows sent',
  'third batch',
  'fifth batch, backed up in the middle of its planning',
]

function damageOf(name: string): Damage {
  const found = damages.find(([each]) => each === name)
  if (!found) throw new Error(`no damage ${name}`)
  return found[1]
}
const each = spread(oneOfEach, 3).map((name, at) => ({
  name,
  damage: damageOf(name),
  at: openStages[at % openStages.length],
}))

it.each(each)(
  'loses nothing in silence, invents nothing and sends nothing twice: $name, at $at',
  ({ damage, at }) => {
    const stage = stages.find(({ name }) => name === at)
    if (!stage) throw new Error(`no stage ${at}`)
    const { words, silent, invented, twice, unnoticed } = judge(stage, stages, damage)
    expect({ words, silent, invented, twice, unnoticed }).toEqual({
      words: [],
      silent: 0,
      invented: 0,
      twice: 0,
      unnoticed: 0,
    })
  },
  180_000,
)

it('a journal that was closed in order is whole again from its backup, whatever became of it', () => {
  const stage = stages.find(({ name }) => name === 'closed')
  if (!stage) throw new Error('no such stage')
  for (const name of spread(['rows: all pages zeros', 'header zeros', 'cut at 50 %', 'missing'], 2)) {
    const damage = damageOf(name)
    const { whole, inDoubt, told } = judge(stage, stages, damage)
    const doubtful = stage.truth.filter(({ state }) => state === 'in-doubt').length
    expect({ name, whole, inDoubt, told }).toEqual({
      name,
      told: 0,
      inDoubt: doubtful,
      whole: stage.truth.length - doubtful,
    })
  }
}, 180_000)
