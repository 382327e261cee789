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
    'looked for on the service: found as 7',
  ],
  ['a look in vain', { kind: 'look', answer: '{"autoId":null}' }, 'looked for on the service: not found'],
  [
    'a look at an edit',
    { kind: 'look', answer: '{"verdict":"done"}' },
    'checked the advert: the change was made',
  ],
  ['a binding', { kind: 'person', answer: '{"kind":"bind","autoId":7}' }, 'you decided: it is 7'],
  ['an answer', { kind: 'person', answer: '{"kind":"send-again"}' }, 'you decided: Send again'],
  ['a damaged look', { kind: 'look', answer: '{"auto' }, 'looked for on the service: not found'],
]

test.each(told)('%s is told in words', (_what, change, words) => {
  expect(attemptWords(attempt(change))).toBe(words)
})
