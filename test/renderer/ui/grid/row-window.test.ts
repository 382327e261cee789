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

const asked = (asks: readonly Ask[]) => asks.map(({ first, end }) => [first, end])

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

  test('puts a changed row in the place of the old one', async () => {
    const { rows, asks, answer } = openWindow(50)
    rows.want(0, 5)
    await answer(0)
    rows.replace(3, 'fixed')
    rows.replace(40, 'not here')
    expect([rows.rowAt(2), rows.rowAt(3), rows.rowAt(40)]).toEqual(['row 2', 'fixed', undefined])
    expect(asks).toHaveLength(1)
  })

  test('takes given rows of several requests, and requests what they leave open', () => {
    const { rows, asks } = openWindow(95)
    rows.want(15, 45)
    asks.length = 0
    rows.reset(60, { first: 10, rows: Array.from({ length: 20 }, (_, at) => `given ${10 + at}`) })
    expect([rows.rowAt(10), rows.rowAt(29), rows.rowAt(30)]).toEqual(['given 10', 'given 29', undefined])
    expect(asked(asks)).toEqual([
      [30, 40],
      [40, 50],
    ])
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
