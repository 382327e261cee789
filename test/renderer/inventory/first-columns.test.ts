import { expect, test } from 'vitest'
import { advertColumns } from '../../../src/renderer/inventory/advert-words.ts'
import { positionColumn } from '../../../src/renderer/search/position-column.ts'

/** What a window of 1440 px leaves beside the rail and the checkboxes, px. */
const room = 1440 - 188 - 36
/** What an open advert takes of it. */
const pane = 380

const now = (): number => 0
const position = positionColumn(now)

test.each([
  ['a stock without numbers, not compared', false, []],
  ['a stock with numbers', true, []],
  ['a stock that is compared', false, [position]],
  ['a stock with numbers that is compared', true, [position]],
])('the columns of %s that are shown at first fit into 1440 px, the id among them', (_, numbers, more) => {
  const columns = [...advertColumns(now, numbers, undefined, more.length), ...more]
  const shown = columns.filter(({ hidden }) => hidden !== true)
  const ids = shown.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['title', 'state', 'price', 'expiresAt', 'id']))
  expect(ids.includes('stockNumber')).toBe(numbers)
  expect(widthOf(shown)).toBeLessThanOrEqual(room)
  // What comes before the id says what to do about the car.
  const beside = [...shown.slice(0, ids.indexOf('id') + 1), ...more]
  expect(widthOf(beside)).toBeLessThanOrEqual(room - pane)
})

const widthOf = (columns: readonly { readonly width: number }[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0)
