import { afterEach, expect, it, vi } from 'vitest'
import { savedProblemForm, saveProblemForm } from '../../../src/renderer/import/problem-form.ts'

afterEach(() => vi.unstubAllGlobals())

it('remembers the form that was chosen last, and nothing else', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  expect(savedProblemForm()).toBeNull()
  saveProblemForm('excel')
  expect(savedProblemForm()).toBe('excel')
  for (const key of kept.keys()) kept.set(key, '"other"')
  expect(savedProblemForm()).toBeNull()
})
