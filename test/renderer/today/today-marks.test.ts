import { beforeEach, expect, test } from 'vitest'
import type { KeptMark } from '#shared/settings/settings.ts'
import { TodayMarks } from '../../../src/renderer/today/today-marks.svelte.ts'

let day: string
let kept: KeptMark[]
beforeEach(() => {
  day = '2026-11-25'
  kept = []
})

function marksOf(account: string): TodayMarks {
  const marks = new TodayMarks({ day: () => day, save: (saved) => (kept = saved) })
  marks.useAccount(account, kept)
  return marks
}
const line = { id: 'edits', count: 14 }

test('what is put off or done is kept for the account over a restart, until the day ends', () => {
  const marks = marksOf('a')
  marks.mark(line, 'later')
  marks.mark({ id: 'noPhoto', count: 3 }, 'done')
  const again = marksOf('a')
  expect([again.of(line), again.of({ id: 'noPhoto', count: 3 })]).toEqual(['later', 'done'])
  expect(marksOf('b').of(line)).toBeNull()
  day = '2026-11-26'
  expect([again.of(line), marksOf('a').of(line)]).toEqual([null, null])
})

test('what is done comes back with a higher number, what is put off does not', () => {
  const marks = marksOf('a')
  marks.mark(line, 'done')
  expect(marks.of({ id: 'edits', count: 13 })).toBe('done')
  expect(marks.of({ id: 'edits', count: 15 })).toBeNull()
  marks.mark(line, 'later')
  expect(marks.of({ id: 'edits', count: 15 })).toBe('later')
})

test('marks are taken back, the last one first', () => {
  const marks = marksOf('a')
  marks.mark(line, 'later')
  marks.mark(line, 'done')
  expect([marks.takeBack(), marks.of(line)]).toEqual([true, 'later'])
  expect([marks.takeBack(), marks.of(line)]).toEqual([true, null])
  expect(marks.takeBack()).toBe(false)
  marks.mark(line, 'done')
  marks.clear(line)
  expect([marks.of(line), marksOf('a').of(line)]).toEqual([null, null])
})

test('marks of another account stay, those of another day are dropped', () => {
  kept = [
    { account: 'b', line: 'edits', kind: 'done', count: 1, day },
    { account: 'a', line: 'edits', kind: 'done', count: 1, day: '2026-11-24' },
  ]
  marksOf('a').mark({ id: 'noPhoto', count: 3 }, 'later')
  expect(kept.map(({ account, line }) => `${account} ${line}`)).toEqual(['b edits', 'a noPhoto'])
})

test('of what is left, a lower number brings a line back', () => {
  const marks = marksOf('a')
  const quota = (count: number) => ({ id: 'quota', count, lessIsWorse: true })
  marks.mark(quota(40), 'done')
  expect([marks.of(quota(45)), marks.of(quota(40)), marks.of(quota(39))]).toEqual(['done', 'done', null])
})

test('what was done and became less comes back when it grows again, also from nothing', () => {
  const marks = marksOf('a')
  const orders = (count: number) => ({ id: 'orders', count })
  marks.mark(orders(5), 'done')
  marks.see([orders(5)])
  marks.see([orders(2)])
  expect([marks.of(orders(2)), marks.of(orders(3))]).toEqual(['done', null])
  // Over a restart, too.
  expect(marksOf('a').of(orders(3))).toBeNull()
  marks.mark(orders(5), 'done')
  marks.see([])
  expect(marks.of(orders(1))).toBeNull()
})

test('a line that is still to be read, one that is put off and one of another account keep their marks', () => {
  kept = [{ account: 'b', line: 'edits', kind: 'done', count: 9, day }]
  const marks = marksOf('a')
  marks.mark(line, 'done')
  marks.mark({ id: 'orders', count: 5 }, 'later')
  const again = marksOf('a')
  again.see([])
  again.see([{ id: 'orders', count: 1 }])
  again.see([])
  expect([again.of(line), again.of({ id: 'orders', count: 5 })]).toEqual(['done', 'later'])
  expect(kept[0]).toMatchObject({ account: 'b', count: 9 })
})

test('of what is left, a higher number is better', () => {
  const marks = marksOf('a')
  const quota = (count: number) => ({ id: 'quota', count, lessIsWorse: true })
  marks.mark(quota(40), 'done')
  marks.see([quota(60)])
  expect(marks.of(quota(50))).toBeNull()
})
