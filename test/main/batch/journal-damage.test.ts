import { afterAll, beforeAll, expect, it } from 'vitest'
import { judge } from '../../crash/damage-judge.ts'
import { damages } from '../../crash/damage-patterns.ts'
import { liveStages, type Stage } from '../../crash/damage-world.ts'

let stages: Stage[]
let drop: () => void
beforeAll(async () => {
  const lived = await liveStages()
  stages = lived.stages
  drop = lived.drop
}, 180_000)
afterAll(() => drop())

/** Bits anywhere may make a value another one without SQLite's notice, which no backup prevents. */
const noticed = damages.filter(([name]) => !name.includes('bits anywhere'))

const openStages = [
  'second batch, 120 rows sent',
  'third batch',
  'fifth batch, backed up in the middle of its planning',
]

/** Each damage at one stage, in turn. The whole of it, every damage at every stage: `npm run test:damage`. */
const each = noticed.map(([name, damage], at) => ({ name, damage, at: openStages[at % openStages.length] }))

it.each(each)(
  'loses nothing in silence, invents nothing and sends nothing twice: $name, at $at',
  ({ damage, at }) => {
    const stage = stages.find(({ name }) => name === at)
    if (!stage) throw new Error(`no stage ${at}`)
    const { words, silent, invented, twice, unnoticed } = judge(stage, stages, damage)
    expect({ words, silent, invented, twice, unnoticed }).toEqual({
      ...{ words: [], silent: 0, invented: 0, twice: 0, unnoticed: 0 },
    })
  },
  180_000,
)

it('a journal that was closed in order is whole again from its backup, whatever became of it', () => {
  const stage = stages.find(({ name }) => name === 'closed')
  if (!stage) throw new Error('no such stage')
  const ways = noticed.filter(([name]) => !/backup|^an older copy$|^WAL of an earlier time$/.test(name))
  for (const [name, damage] of ways) {
    const { whole, inDoubt, told } = judge(stage, stages, damage)
    const doubtful = stage.truth.filter(({ state }) => state === 'in-doubt').length
    expect({ name, whole, inDoubt, told }).toEqual({
      ...{ name, told: 0, inDoubt: doubtful },
      whole: stage.truth.length - doubtful,
    })
  }
}, 180_000)
