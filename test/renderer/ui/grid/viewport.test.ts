import { describe, expect, test } from 'vitest'
import {
  bodyHeight,
  positionOf,
  reveal,
  scrolledTo,
  tallest,
  visibleColumns,
  visibleRows,
} from '../../../../src/renderer/ui/grid/viewport.ts'

const room = (count: number) => ({ count, rowHeight: 32, height: 640 })
const start = { scrollTop: 0, top: 0 }

describe('rows on the screen', () => {
  test('are those under the window and the overscan', () => {
    expect(visibleRows(room(1000), 3200, 2)).toEqual({ first: 98, end: 122 })
  })
  test('cover the window wherever a row is cut by its edge', () => {
    for (const top of [3200, 3201, 3216, 3231]) {
      const { first, end } = visibleRows(room(1000), top, 2)
      expect(first * 32).toBeLessThanOrEqual(top)
      expect(end * 32).toBeGreaterThanOrEqual(top + 640)
    }
  })
  test('are as many at both ends, so that the pool keeps its size', () => {
    expect(visibleRows(room(1000), 0, 2)).toEqual({ first: 0, end: 24 })
    expect(visibleRows(room(1000), 1000 * 32 - 640, 2)).toEqual({ first: 976, end: 1000 })
  })
  test('are all of a short list, and none of an empty one', () => {
    expect(visibleRows(room(5), 0, 2)).toEqual({ first: 0, end: 5 })
    expect(visibleRows(room(0), 0, 2)).toEqual({ first: 0, end: 0 })
  })
})

describe('the position', () => {
  test('is the scroller’s own while the body fits', () => {
    expect(scrolledTo(room(1000), start, 777)).toEqual({ scrollTop: 777, top: 777 })
  })
  test('follows a short way by the px in a scaled body', () => {
    const from = { scrollTop: 1_000_000, top: 5_000_000 }
    expect(scrolledTo(room(2_000_000), from, 1_000_100)).toEqual({ scrollTop: 1_000_100, top: 5_000_100 })
  })
  test('follows a long way by its share of the whole', () => {
    const { top } = scrolledTo(room(2_000_000), start, (tallest - 640) / 2)
    expect(top).toBeCloseTo((2_000_000 * 32 - 640) / 2)
  })
  test('reaches both ends of ten million rows, however it came there', () => {
    const last = 10_000_000 * 32 - 640
    expect(scrolledTo(room(10_000_000), { scrollTop: tallest - 700, top: 9 }, tallest - 640).top).toBe(last)
    expect(scrolledTo(room(10_000_000), { scrollTop: 60, top: last / 2 }, 0).top).toBe(0)
  })
  test('of a row is found again from where it is scrolled to', () => {
    const at = positionOf(room(2_000_000), 1_234_567 * 32)
    expect(at.scrollTop).toBeLessThan(tallest)
    expect(scrolledTo(room(2_000_000), start, at.scrollTop).top).toBeCloseTo(1_234_567 * 32, 0)
  })
  test('never makes a body taller than positions are exact', () => {
    expect(bodyHeight(100_000, 32)).toBe(3_200_000)
    expect(bodyHeight(1_000_000, 32)).toBe(tallest)
    expect(Math.fround(tallest + 1)).toBe(tallest + 1)
  })
})

test('columns are culled on both sides', () => {
  const columns = [0, 100, 200, 300].map((left) => ({ left, width: 100 }))
  expect(visibleColumns(columns, 0, 250)).toEqual({ first: 0, end: 3 })
  expect(visibleColumns(columns, 100, 200)).toEqual({ first: 1, end: 3 })
  expect(visibleColumns(columns, 399, 500)).toEqual({ first: 3, end: 4 })
  expect(visibleColumns([], 0, 500)).toEqual({ first: 0, end: 0 })
})

test('revealing moves no further than needed', () => {
  expect(reveal(100, 200, 150, 32)).toBe(100)
  expect(reveal(100, 200, 90, 32)).toBe(90)
  expect(reveal(100, 200, 280, 32)).toBe(112)
})
