import { expect, test } from 'vitest'
import { Throttle } from '../../../src/main/system/throttle.ts'

/** A clock whose sleepers the test wakes. */
function wakingClock() {
  const sleepers: (() => void)[] = []
  const wake = async (): Promise<void> => {
    for (const each of sleepers.splice(0)) each()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const sleep = (): Promise<void> => new Promise((resolve) => sleepers.push(resolve))
  return { clock: { now: () => 0, sleep }, wake }
}

test('runs at once, then the last of what was asked for meanwhile, and each kind for itself', async () => {
  const { clock, wake } = wakingClock()
  const throttle = new Throttle(clock, 400)
  const done: string[] = []
  const run = (kind: string, name: string): void => throttle.run(kind, () => done.push(name))
  run('a', 'first')
  run('a', 'second')
  run('a', 'third')
  run('b', 'other')
  expect(done).toEqual(['first', 'other'])
  await wake()
  expect(done).toEqual(['first', 'other', 'third'])
  run('a', 'fourth')
  expect(done).toHaveLength(3)
  await wake()
  expect(done.at(-1)).toBe('fourth')
})

test('runs nothing after it was closed', async () => {
  const { clock, wake } = wakingClock()
  const throttle = new Throttle(clock, 400)
  const done: number[] = []
  throttle.run('a', () => done.push(1))
  throttle.run('a', () => done.push(2))
  throttle.close()
  await wake()
  throttle.run('a', () => done.push(3))
  expect(done).toEqual([1])
})
