import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdleQueue } from '../../../../src/renderer/ui/grid/idle-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function loads(): { resting: IdleQueue<string>; loaded: string[] } {
  const loaded: string[] = []
  return { resting: new IdleQueue({ restsFor: 80, most: 1_000 }, (item) => loaded.push(item)), loaded }
}

test('what stays is loaded once', () => {
  const { resting, loaded } = loads()
  resting.add('a')
  vi.advanceTimersByTime(79)
  expect(loaded).toEqual([])
  vi.advanceTimersByTime(1)
  expect(loaded).toEqual(['a'])
  vi.advanceTimersByTime(1_000)
  expect(loaded).toEqual(['a'])
})

test('nothing is loaded while others come, but what stays for a second is', () => {
  const { resting, loaded } = loads()
  resting.add('stays')
  const scroll = (frames: number): void => {
    for (let frame = 0; frame < frames; frame++) {
      resting.add('flies past')
      vi.advanceTimersByTime(16)
    }
  }
  scroll(60)
  expect(loaded).toEqual([])
  scroll(10)
  expect(loaded).toEqual(['stays'])
  vi.advanceTimersByTime(160)
  expect(loaded).toEqual(['stays', 'flies past'])
})

test('what is dropped in time is never loaded, and can come again', () => {
  const { resting, loaded } = loads()
  resting.add('a')
  expect(resting.drop('a')).toBe(true)
  vi.advanceTimersByTime(500)
  expect(loaded).toEqual([])
  expect(resting.drop('a')).toBe(false)
  resting.add('a')
  vi.advanceTimersByTime(80)
  expect(loaded).toEqual(['a'])
})
