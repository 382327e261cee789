import { beforeEach, expect, test } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'
import { draftEditing } from '../../../src/renderer/import/draft-editing.ts'

beforeEach(() => applyLocale('en'))

test('typing into a column that is not of the file says so', () => {
  const refused: string[] = []
  const editing = draftEditing({
    check: { fix: () => Promise.resolve(undefined), move: () => Promise.resolve() },
    activeColumn: () => undefined,
    isAtActive: () => true,
    refuse: (words) => void refused.push(words),
  })
  editing.fixed?.()
  expect(refused).toEqual(["This column is not from the file: it can't be changed here."])
})
