import { expect, test } from 'vitest'
import { Backoff, TurnWait } from '../../../src/main/batch/sending/run-parts.ts'
import { handClock } from '../hand-clock.ts'

const turnOf = (who: string) => ({ reason: 'team-turn' as const, who, until: 0 })
const noTime = { retryAfterMs: null, until: null }

test('whose turn it is, is told once, and again if it is another desk’s or was over', () => {
  const wait = new TurnWait(handClock().clock)
  expect([turnOf('Olena'), turnOf('Olena'), turnOf('Petro')].map((each) => wait.isTold(each))).toEqual([
    false,
    true,
    false,
  ])
  expect([wait.end(), wait.end()]).toEqual([true, false])
  expect(wait.isTold(turnOf('Petro'))).toBe(false)
  expect(wait.isTold({ reason: 'offline', until: 0 })).toBe(false)
  expect(wait.isTold(turnOf('Petro'))).toBe(false)
})

test('other accounts’ batches come in between only if the turn is waited for a minute', async () => {
  const { clock, pass } = handClock()
  const wait = new TurnWait(clock)
  expect(wait.isShort).toBe(false)
  wait.isTold(turnOf('Olena'))
  expect(wait.isShort).toBe(true)
  await pass(1)
  wait.isTold(turnOf('Petro'))
  expect(wait.isShort).toBe(false)
})

test('waiting for a turn makes no trouble’s wait longer, and hides none', () => {
  const { clock } = handClock()
  const backoff = new Backoff(clock, null)
  for (let times = 0; times < 5; times += 1) {
    backoff.applyHalt('team-turn', { ...noTime, who: 'Olena' })
    expect(backoff.current).toEqual({ reason: 'team-turn', until: clock.now() + 1_000, who: 'Olena' })
    backoff.clear()
  }
  backoff.applyHalt('service', noTime)
  expect(backoff.current).toEqual({ reason: 'service', until: clock.now() + 5_000 })
  backoff.applyHalt('team-turn', { ...noTime, who: 'Olena' })
  expect(backoff.current?.reason).toBe('service')
})
