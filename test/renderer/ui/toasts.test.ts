import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '../../../src/renderer/ui/toasts.svelte.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const texts = (toasts: Toasts): string[] => toasts.list.map(({ text }) => text)

test('goes away by itself, unless it is being looked at', () => {
  const toasts = new Toasts()
  const held = toasts.show('held')
  toasts.show('passing')
  toasts.hold(held)
  vi.advanceTimersByTime(60_000)
  expect(texts(toasts)).toEqual(['held'])
  toasts.resume(held)
  vi.advanceTimersByTime(60_000)
  expect(texts(toasts)).toEqual([])
})

test('keeps the last four', () => {
  const toasts = new Toasts()
  for (const text of ['1', '2', '3', '4', '5']) toasts.show(text)
  expect(texts(toasts)).toEqual(['2', '3', '4', '5'])
})
