import { expect, test } from 'vitest'
import { Fault, type ServiceFailure } from '#shared/bridge/failure.ts'
import type { AdvertWrite } from '../../../src/main/writes/advert-write.ts'
import {
  outcomeOfError,
  outcomeOfReply,
  transitionAfter,
  type Outcome,
} from '../../../src/main/batch/journal/outcome.ts'
import { ServiceError, type ServiceErrorFacts } from '../../../src/main/http/service-error.ts'
import { car } from './dealership.ts'

const create: AdvertWrite = { operation: 'create', payload: car() }
const remove: AdvertWrite = { operation: 'delete', payload: { auto_id: 7 } }

test.each([
  [create, 1, 42, 'done', 42],
  [create, 1, 0, 'in-doubt', undefined],
  [create, 0, 42, 'in-doubt', undefined],
  [remove, 1, 0, 'done', null],
  [remove, 0, 0, 'in-doubt', undefined],
  [remove, 2, 0, 'in-doubt', undefined],
] as const)(
  'a 200 to %o with num_rows %i and id %i is %s',
  (write, numRows, lastInsertId, kind, createdId) => {
    const outcome = outcomeOfReply(write, { numRows, lastInsertId })
    expect(outcome.kind).toBe(kind)
    if (outcome.kind === 'done') expect(outcome.createdId).toBe(createdId)
  },
)

const answered = { sent: 'maybe', answered: true } as const
const words = { ...answered, serviceMessage: 'no' }
const said = { ...answered, serviceMessage: 'no', ownForm: true }
const cases: [string, ServiceFailure, ServiceErrorFacts, Outcome['kind'], string | null][] = [
  ['a rejection in words', 'rejected', { ...said, status: 400 }, 'failed', null],
  ['a 404 in words', 'not-found', { ...said, status: 404 }, 'failed', null],
  ['a 404 by a page', 'not-found', { ...answered, status: 404 }, 'in-doubt', null],
  ['a 409', 'rejected', { ...said, status: 409 }, 'in-doubt', null],
  ['a 200 with an error notice', 'rejected', { ...said, status: 200 }, 'in-doubt', null],
  ['a refused key', 'auth', { ...said, status: 403 }, 'unsent', 'auth'],
  ['a 403 by a page', 'auth', { ...answered, status: 403 }, 'in-doubt', 'auth'],
  ['a 429 with Retry-After', 'rate-limit', { ...said, status: 429, retryAfterMs: 5 }, 'unsent', 'rate-limit'],
  ['a 429 by a page', 'rate-limit', { ...answered, status: 429 }, 'in-doubt', 'rate-limit'],
  ['a 429 in words of a proxy', 'rate-limit', { ...words, status: 429 }, 'in-doubt', 'rate-limit'],
  ['a 403 in words of a proxy', 'auth', { ...words, status: 403 }, 'in-doubt', 'auth'],
  ['a 400 in words of a proxy', 'rejected', { ...words, status: 400 }, 'in-doubt', null],
  ['a 502', 'server', { ...said, status: 502 }, 'in-doubt', null],
  ['a reset', 'network', { sent: 'maybe', answered: false }, 'in-doubt', null],
  ['a time-out', 'timeout', { sent: 'maybe', answered: false }, 'in-doubt', null],
  [
    'a proxy that takes no login',
    'network',
    { sent: 'no', answered: false, reason: 'proxy-login' },
    'unsent',
    'proxy-login',
  ],
  ['a refused connection', 'network', { sent: 'no', answered: false }, 'unsent', 'offline'],
]

test.each(cases)('%s', (_what, code, facts, kind, halt) => {
  const outcome = outcomeOfError(new ServiceError(code, facts))
  expect(outcome.kind).toBe(kind)
  expect('halt' in outcome ? (outcome.halt?.reason ?? null) : null).toBe(halt)
})

test('a quota, of a team too, speaks before the first byte and says when it opens; a bug proves nothing', () => {
  const wakesAt = '2026-11-21T12:00:00.000Z'
  expect(outcomeOfError(new Fault('quota', { wakesAt }))).toMatchObject({
    kind: 'unsent',
    halt: { reason: 'quota', until: Date.parse(wakesAt) },
  })
  for (const [reason, halt] of [
    ['offline', 'team-offline'],
    ['full', 'team-offline'],
    ['removed', 'team'],
    ['server', 'team'],
  ])
    expect(outcomeOfError(new Fault('team', { reason: reason ?? '' }))).toMatchObject({
      kind: 'unsent',
      halt: { reason: halt },
    })
  expect(outcomeOfError(new Fault('cancelled'))).toMatchObject({ kind: 'unsent', halt: null })
  expect(outcomeOfError(new TypeError('oops')).kind).toBe('in-doubt')
})

const error = { code: 'rejected', detail: null, status: 400, answer: null }
const gone = { ...error, code: 'not-found' }
const failed = (kept: typeof error): Outcome => ({ kind: 'failed', error: kept })
const unsent: Outcome = { kind: 'unsent', error, halt: null }

test.each([
  ['create', false, failed(error), false, 'failed', false],
  ['create', true, failed(error), false, 'in-doubt', true],
  ['delete', true, failed(gone), false, 'done', true],
  ['edit', true, failed(gone), false, 'in-doubt', true],
  ['create', false, unsent, false, 'planned', false],
  ['create', true, unsent, false, 'planned', true],
  ['create', false, unsent, true, 'skipped', false],
  ['create', true, unsent, true, 'in-doubt', true],
] as const)(
  'a %s (in doubt: %s) after %o (cancelled: %s) is %s',
  (operation, doubt, outcome, cancelled, state, stays) => {
    expect(transitionAfter({ operation, doubt }, outcome, cancelled)).toMatchObject({ state, doubt: stays })
  },
)
