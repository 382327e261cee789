import { expect, test } from 'vitest'
import { Dice } from '../../../src/sandbox/world/random.ts'
import { choices, importAgain, ruins, type Choice } from '../../crash/replaced-world.ts'
import { killPoints } from '../../crash/world.ts'

const worlds = choices.flatMap((choice) =>
  ruins.map((ruin): [Choice, (typeof ruins)[number]] => [choice, ruin]),
)

test.each(worlds)(
  'nothing is made twice when a killed batch is imported again after %s, its journal %s',
  { timeout: 300_000 },
  async (choice, ruin) => {
    const dice = new Dice(
      20_261_123,
      worlds.findIndex(([c, r]) => c === choice && r === ruin),
    )
    expect(await importAgain(dice, choice, ruin, null)).toEqual({ killed: false, violations: [] })
    const kill = { point: dice.pick(killPoints.slice(2)), nth: dice.whole(2, 3) }
    expect(await importAgain(dice, choice, ruin, kill)).toMatchObject({ violations: [] })
  },
)
