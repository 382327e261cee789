import { localTime } from '#shared/time/time-words.ts'
import { describe, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Batches } from '../../../src/main/batch/open-batches.ts'
import { BatchWatch, ReadWatch } from '../../../src/main/cli/open-forecourt.ts'
import { outputTo } from '../../../src/main/cli/output.ts'

describe('a batch that waits for a turn', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A watch of a batch that waits for the turn of Olena’s desk, and what it did. */
  function watched(turnWait?: number) {
    const said: string[] = []
    const left: string[] = []
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
})

describe('a reading', () => {
  const until = '2026-11-21T13:00:00.000Z'
  const running = (done: number, waitsUntil: string | null) => ({ running: { done, total: 60, waitsUntil } })

  test('a reading that waits for the quota says so once for each wait', () => {
    const said: string[] = []
    const shown: string[] = []
    const watch = new ReadWatch({
      print: () => undefined,
      printText: () => undefined,
      flushed: () => Promise.resolve(),
      say: (text) => said.push(text),
      progress: (text) => shown.push(text),
    })
    watch.onEvent('inventory:sync', running(27, null))
    watch.onEvent('inventory:sync', running(27, until))
    watch.onEvent('inventory:sync', running(28, until))
    watch.onEvent('inventory:changed', { adverts: 28 })
    watch.onEvent('inventory:sync', { running: null })
    watch.onEvent('orders:waiting', { until })
    expect(said).toHaveLength(2)
    expect(said[0]).toContain(localTime(until))
    expect(shown).toEqual(['27 of 60 adverts', '27 of 60 adverts', '28 of 60 adverts'])
  })
})

describe('what was set aside', () => {
  test('a command that runs for months says at once that its settings are damaged', () => {
    const said: string[] = []
    const output = outputTo({ out: () => undefined, err: (text) => said.push(text), live: false })
    new BatchWatch(output).onEvent('app:set-aside', { path: '/data/settings.json.damaged-1' })
    expect(said.join('')).toMatch(/settings could not be read.*settings\.json\.damaged-1/s)
    said.length = 0
    for (const name of ['journal.db', 'edits.db'])
      new BatchWatch(output).onEvent('app:set-aside', { path: `/data/${name}.damaged-1` })
    // Of the journal alone it is said that rows may have been sent.
    expect(said.join('').match(/unconfirmed rows/g)).toHaveLength(1)
  })
})
