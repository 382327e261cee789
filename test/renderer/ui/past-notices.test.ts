import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PastNotices } from '../../../src/renderer/ui/past-notices.svelte.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const titles = ({ list }: PastNotices): string[] => list.map(({ title }) => title)

test('a notice is there for seven days, also in a window that stays open, and then nowhere', () => {
  const past = new PastNotices()
  past.note({ title: 'old', tone: 'plain' })
  vi.setSystemTime(Date.UTC(2026, 10, 26, 23))
  past.note({ title: 'newer', tone: 'plain' })
  expect(titles(past)).toEqual(['newer', 'old'])
  vi.setSystemTime(Date.UTC(2026, 10, 27, 1))
  expect(titles(new PastNotices())).toEqual(['newer'])
  past.note({ title: 'newest', tone: 'plain' })
  expect(titles(past)).toEqual(['newest', 'newer'])
  expect([...kept.values()].join()).not.toContain('old')
})

test('the latest 200 are kept, and what is no list of notices is left', () => {
  const past = new PastNotices()
  for (let n = 0; n < 201; n++) past.note({ title: `${n}`, tone: 'plain' })
  expect(past.list).toHaveLength(200)
  expect(titles(past)[0]).toBe('200')
  for (const key of kept.keys()) kept.set(key, '[{"at": "yesterday", "tone": "plain", "title": "x"}, 1]')
  expect(new PastNotices().list).toEqual([])
})
