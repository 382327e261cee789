import { describe, expect, test } from 'vitest'
import { bodyHeight, positionOf, scrolledTo, tallest } from '../../../../src/renderer/ui/grid/viewport.ts'

const room = (count: number) => ({ count, rowHeight: 32, height: 640 })
const start = { scrollTop: 0, top: 0 }

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
