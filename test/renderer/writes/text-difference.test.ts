import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textDifference, type TextPart } from '../../../src/renderer/writes/text-difference.ts'

const shown = (parts: readonly TextPart[]): string =>
  parts.map(({ kind, text }) => ({ same: text, gone: `[-${text}-]`, new: `[+${text}+]` })[kind]).join('')

test('words that go and come are told, each where it stands', () => {
  expect(shown(textDifference('Гарантія 90 днів, торг', 'Гарантія 60 днів, торг'))).toBe(
    'Гарантія[- 90-][+ 60+] днів, торг',
  )
  expect(shown(textDifference('один', 'один власник'))).toBe('один[+ власник+]')
  // Blanks alone are nothing in common.
  expect(shown(textDifference('Нове авто, гарантія', 'Kia у салоні зараз'))).toBe(
    '[-Нове авто, гарантія-][+Kia у салоні зараз+]',
  )
  expect(shown(textDifference('a b c d e f 1 u v w x y z', 'a b c d e f 2 u v w x y z', true))).toBe(
    '… e f[- 1-][+ 2+] u v…',
  )
})

test('the parts make up both texts again', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', 'слово')).map((words) => words.join(''))
  fc.assert(
    fc.property(text, text, (old, next) => {
      const parts = textDifference(old, next)
      const without = (kind: TextPart['kind']): string =>
        parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('')
      expect([without('new'), without('gone')]).toEqual([old, next])
    }),
  )
})
