import { describe, expect, test } from 'vitest'
import { RowWindow } from '../../../../src/renderer/ui/grid/row-window.svelte.ts'

interface Ask {
  readonly first: number
  readonly end: number
  readonly signal: AbortSignal
  readonly answer: (rows: readonly (string | undefined)[] | undefined) => void
}

/** Every promise that has its answer has told it by then. */
const answered = () => new Promise((resolve) => setTimeout(resolve))

/** A window whose asks the test answers by hand. */
function openWindow(count: number, keep = 50) {
  const asks: Ask[] = []
  const rows = new RowWindow<string>({
    fetch: (first, end, signal) =>
      new Promise((resolve) => asks.push({ first, end, signal, answer: resolve })),
    chunk: 10,
    keep,
  })
  rows.reset(count)
  const answer = async (at: number): Promise<void> => {
    const ask = asks[at]
    ask?.answer(Array.from({ length: ask.end - ask.first }, (_, step) => `row ${ask.first + step}`))
    await answered()
  }
  return { rows, asks, answer }
}

describe('a window of rows', () => {
  test('shows old rows until refreshed ones came', async () => {
    const { rows, asks, answer } = openWindow(50)
    rows.want(0, 5)
    await answer(0)
    void rows.refresh()
    expect(asks).toHaveLength(2)
    expect(rows.rowAt(0)).toBe('row 0')
    asks[1]?.answer(['newer'])
    await answered()
    expect(rows.rowAt(0)).toBe('newer')
  })

  test('goes on reading when it is scrolled behind the end, for the list may have another length', () => {
    const { rows, asks } = openWindow(95)
    void rows.refresh()
    rows.want(95, 115)
    expect(asks[0]?.signal.aborted).toBe(false)
  })

  test('fetches rows for copying without a gap where one is gone', async () => {
    const rows = new RowWindow<string>({
      fetch: (first, end) =>
        Promise.resolve(
          Array.from({ length: end - first }, (_, step) => (step === 3 ? undefined : `row ${first + step}`)),
        ),
    })
    rows.reset(1200)
    const copied = await rows.rows(0, 1100)
    expect(copied).toHaveLength(1100 - 3)
    expect(copied.at(-1)).toBe('row 1099')
  })
})
