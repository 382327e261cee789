import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import type { FaultRule } from '../../src/sandbox/control/faults.ts'
import type { Dice } from '../../src/sandbox/world/random.ts'
import { car, planned } from '../main/batch/dealership.ts'
import { killPoints, setbacks, type Action, type Kill, type Life } from './world.ts'

/** Creates (a third of them twins), edits of few adverts, so that their order matters, and deletes of others. */
export function randomRows(dice: Dice, ownIds: readonly number[]): PlannedRow[] {
  const edited = ownIds.slice(0, 3)
  const deleted = ownIds.slice(3, 10)
  const count = dice.whole(8, 17)
  return Array.from({ length: count }, (_, n) => {
    const line = n + 2
    const kind = dice.next()
    const target = deleted[n]
    if (kind < 0.25 && target !== undefined) return planned(line, 'delete', { auto_id: target })
    if (kind < 0.55)
      return planned(line, 'edit', {
        auto_id: dice.pick([edited[0] ?? 0, ...edited]),
        currency_id: 1,
        price: 1_000 + n,
      })
    const twin = dice.next() < 0.35
    return planned(
      line,
      'create',
      car(twin ? { price: 30_000 } : { price: 31_000 + n, auto_note: `Авто №${n}` }),
    )
  })
}

const path = '/auto/new/autos'
const strikes: readonly FaultRule[] = [
  { kind: 'drop-before', path },
  { kind: 'drop-after-commit', path },
  { kind: 'never-answer', path },
  { kind: 'never-answer', path, afterCommit: true },
  { kind: 'status', status: 502, path, afterCommit: true },
  { kind: 'status', status: 400, path, body: '{"error":{"code":"BAD","message":"no"}}' },
  {
    kind: 'status',
    status: 429,
    path,
    retryAfter: 0,
    body: '{"error":{"code":"OVER_RATE_LIMIT","message":"slow"}}',
  },
  { kind: 'cut-body', path },
  { kind: 'delay', path, ms: 30 },
]
const writes = ['POST', 'PUT', 'DELETE'] as const

const randomFault = (dice: Dice): FaultRule => ({
  ...dice.pick(strikes),
  method: dice.pick(writes),
  skip: dice.whole(0, 2),
  count: dice.whole(1, 2),
})

function randomKill(dice: Dice): Kill {
  if (dice.next() < 0.3) return { afterMs: dice.whole(0, 120) }
  return { point: dice.pick(killPoints), nth: dice.whole(1, 4) }
}

/** A life that is meant to end early; the journal went back in time before a fourth of those that are not the first. */
export const randomLife = (dice: Dice, age = 0): Life => ({
  setback: age > 0 && dice.chance(0.25) ? dice.pick(setbacks) : undefined,
  actions: dice.pick<readonly Action[]>([['send'], ['settle', 'send'], ['send', 'settle', 'send']]),
  kill: randomKill(dice),
  faults: Array.from({ length: dice.whole(0, 3) }, () => randomFault(dice)),
})

/** The lives that bring a batch to its end: what is left is settled, what stays in doubt is sent again by a person. */
export const lastLives = (dice: Dice): Life[] => [
  {
    actions: dice.next() < 0.2 ? ['cancel', 'settle'] : ['settle', 'send', 'settle', 'send'],
    kill: null,
    faults: [],
  },
  { actions: ['send-again', 'send', 'settle'], kill: null, faults: [] },
]
