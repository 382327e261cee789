import { expect, test } from 'vitest'
import { windowPlace } from '../../../src/main/shell/window-place.ts'

const full = { x: 0, y: 0, width: 1920, height: 1040 }
const right = { x: 1920, y: 0, width: 1280, height: 984 }

test('a window may be as small as 800 × 560, and begins no larger than the screen', () => {
  expect(windowPlace([full], undefined)).toEqual({
    width: 1440,
    height: 900,
    minWidth: 800,
    minHeight: 560,
  })
  expect(windowPlace([{ ...full, width: 1366, height: 728 }], undefined)).toMatchObject({
    width: 1366,
    height: 728,
  })
})

test.each([
  ['1920 × 1080 at 150 %', { x: 0, y: 0, width: 1280, height: 672 }, { minWidth: 800, minHeight: 560 }],
  ['1366 × 768 at 125 %', { x: 0, y: 0, width: 1093, height: 574 }, { minWidth: 800, minHeight: 560 }],
  ['1366 × 768 at 200 %', { x: 0, y: 0, width: 683, height: 364 }, { minWidth: 683, minHeight: 364 }],
])('on %s a window of before is whole', (_screen, room, least) => {
  const { width, height } = room
  expect(windowPlace([room], { x: 300, y: 90, width: 1440, height: 900 })).toEqual({
    x: 0,
    y: 0,
    width,
    height,
    ...least,
  })
})

test('a window stays where it stood, on the second screen too', () => {
  const bounds = { x: 2000, y: 40, width: 1000, height: 700 }
  expect(windowPlace([full, right], bounds)).toMatchObject(bounds)
})

test('a window that reached over the edge is moved onto the screen that showed most of it', () => {
  const bounds = { x: 1800, y: 700, width: 1000, height: 700 }
  expect(windowPlace([full, right], bounds)).toMatchObject({ x: 1920, y: 284, width: 1000, height: 700 })
  const above = { x: -400, y: -600, width: 1000, height: 700 }
  expect(windowPlace([full, right], above)).toMatchObject({ x: 0, y: 0 })
})

test('a window whose screen is gone opens in the middle of the first one, in its size', () => {
  const place = windowPlace([full], { x: 2000, y: 40, width: 1000, height: 700 })
  expect(place).toEqual({ width: 1000, height: 700, minWidth: 800, minHeight: 560 })
})
