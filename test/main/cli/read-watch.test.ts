import { expect, test } from 'vitest'
import { localTime } from '#shared/time/time-words.ts'
import { ReadWatch } from '../../../src/main/cli/batch-watch.ts'

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
