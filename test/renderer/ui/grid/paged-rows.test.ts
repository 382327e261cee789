import { expect, test } from 'vitest'
import { PagedRows } from '../../../../src/renderer/ui/grid/paged-rows.svelte.ts'

/** A list in main that grows and changes; every read is noted. */
function openList(length: number) {
  const list = Array.from({ length }, (_, index) => `row ${index}`)
  const reads: [number, number][] = []
  const rows = new PagedRows<string>((offset, limit) => {
    reads.push([offset, limit])
    return Promise.resolve({ total: list.length, rows: list.slice(offset, offset + limit) })
  })
  return { list, reads, rows }
}

test('the first page comes with the count, and isn’t asked for twice', async () => {
  const { reads, rows } = openList(250)
  await rows.reset()
  expect([rows.ready, rows.total, rows.at(0), rows.at(150)]).toEqual([true, 250, 'row 0', undefined])
  rows.source.want(0, 30)
  expect(reads).toEqual([[0, 100]])
})

test('a list that grows shows its new rows after a refresh', async () => {
  const { list, rows } = openList(3)
  await rows.reset()
  rows.source.want(0, 30)
  list.push('new')
  await rows.refresh()
  expect([rows.total, rows.at(3)]).toEqual([4, 'new'])
})

test('an empty list that gets rows shows them', async () => {
  const { list, rows } = openList(0)
  await rows.reset()
  list.push('new')
  await rows.refresh()
  expect([rows.total, rows.at(0)]).toEqual([1, 'new'])
})

test('an answer for an earlier list is not taken', async () => {
  const answers: ((page: { total: number; rows: string[] }) => void)[] = []
  const rows = new PagedRows<string>(() => new Promise((resolve) => answers.push(resolve)))
  const early = rows.reset()
  const late = rows.reset()
  answers[1]?.({ total: 1, rows: ['late'] })
  answers[0]?.({ total: 1, rows: ['early'] })
  await Promise.all([early, late])
  expect(rows.at(0)).toBe('late')
})

test('rows are taken as many as were asked for, though pages are read as a whole', async () => {
  const { rows } = openList(250)
  await rows.reset()
  expect(await rows.source.rows(3, 5)).toEqual(['row 3', 'row 4'])
})
