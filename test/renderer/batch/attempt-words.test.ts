import { expect, test } from 'vitest'
import type { Attempt } from '#shared/batch/row.ts'
import { attemptWords } from '../../../src/renderer/batch/attempt-words.ts'

const attempt = (change: Partial<Attempt>): Attempt => ({
  kind: 'send',
  startedAt: '2026-11-21T10:00:00.000Z',
  endedAt: '2026-11-21T10:00:01.000Z',
  status: null,
  errorCode: null,
  answer: null,
  ...change,
})

const told: [string, Partial<Attempt>, string][] = [
  ['an answer', { status: 422 }, 'status 422'],
  ['no answer', {}, 'no answer'],
  ['no end', { endedAt: null }, 'no end recorded'],
  [
    'a look that found it',
    { kind: 'look', answer: '{"ownList":64,"autoId":7}' },
    'looked for at the service: found as 7',
  ],
  ['a look in vain', { kind: 'look', answer: '{"autoId":null}' }, 'looked for at the service: not seen'],
  [
    'a look at an edit',
    { kind: 'look', answer: '{"verdict":"done"}' },
    'looked at the advert: the change had arrived',
  ],
  ['a binding', { kind: 'person', answer: '{"kind":"bind","autoId":7}' }, 'you answered: it is 7'],
  ['an answer', { kind: 'person', answer: '{"kind":"send-again"}' }, 'you answered: Send again'],
  ['a damaged look', { kind: 'look', answer: '{"auto' }, 'looked for at the service: not seen'],
]

test.each(told)('%s is told in words', (_what, change, words) => {
  expect(attemptWords(attempt(change))).toBe(words)
})
