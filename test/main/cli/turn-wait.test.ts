import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BatchWatch } from '../../../src/main/cli/batch-watch.ts'
import { outputTo } from '../../../src/main/cli/output.ts'
import type { Batches } from '../../../src/main/batch/open-batches.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A watch of a batch that waits for the turn of Olena’s desk, and what it did. */
function watched(turnWait?: number) {
  const [said, left]: [string[], string[]] = [[], []]
  const watch = new BatchWatch(
    outputTo({ out: () => undefined, err: (text) => said.push(text), live: false }),
    turnWait,
  )
  watch.batches = { control: { leave: (id: string) => left.push(id) } } as unknown as Batches
  const tell = (state: string, pauseReason: string | null = null): void =>
    watch.onEvent('batch:progress', {
      batch: {
        id: 'one',
        state,
        pauseReason,
        turnOf: 'Olena',
        wakesAt: null,
        total: 2,
        counts: { planned: 2, sending: 0 },
      },
    })
  return { said, left, wait: () => tell('waiting', 'team-turn'), send: () => tell('running') }
}

test('a command leaves a batch after the time of --wait without a row, and says once who sends', () => {
  const { said, left, wait, send } = watched(100)
  wait()
  vi.advanceTimersByTime(60_000)
  wait()
  expect(said.filter((text) => text.includes('Olena'))).toHaveLength(1)
  // A row got through: the time begins again.
  send()
  wait()
  vi.advanceTimersByTime(99_000)
  expect(left).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(left).toEqual(['one'])
})

test('with --wait 0 it leaves at once; else it waits a minute', () => {
  const at = watched(0)
  at.wait()
  expect([at.left, at.said.join('')]).toEqual([['one'], expect.not.stringContaining('Olena')])
  const later = watched()
  later.wait()
  vi.advanceTimersByTime(59_000)
  expect(later.left).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(later.left).toEqual(['one'])
})
