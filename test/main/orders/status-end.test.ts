import { expect, it } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { judgeStatus } from '../../../src/main/orders/status/settle-status.ts'
import { endOfError } from '../../../src/main/orders/status/status-end.ts'

const answered = (status: number, ownForm: boolean, code: 'rejected' | 'rate-limit' | 'auth' = 'rejected') =>
  new ServiceError(code, { sent: 'maybe', answered: true, ownForm, status })

it.each([
  ['a refusal in the service’s own form', answered(422, true), ['failed', false]],
  ['a limit in its own form', answered(429, true, 'rate-limit'), ['unsent', true]],
  ['a limit of a gateway', answered(429, false), ['in-doubt', true]],
  ['a gateway without a way to the service', answered(502, false), ['in-doubt', false]],
  [
    'a connection that broke',
    new ServiceError('network', { sent: 'maybe', answered: false }),
    ['in-doubt', true],
  ],
  [
    'a connection that never was',
    new ServiceError('network', { sent: 'no', answered: false }),
    ['unsent', true],
  ],
  ['a quota that is used up', new Fault('quota'), ['unsent', true]],
  ['an error of the app', new Error('bug'), ['in-doubt', true]],
])('%s', (_what, error, expected) => {
  const { state, halts } = endOfError(error, true)
  expect([state, halts]).toEqual(expected)
})

const sentAt = '2026-11-26T10:00:00.000Z'
const write = { id: 1, orderId: 7, before: 0, after: 2, sentAt }
const judged = (status: number | undefined, passed = 0, isWhole = true) =>
  judgeStatus(
    write,
    { statuses: new Map(status === undefined ? [] : [[7, status]]), isWhole },
    Date.parse(sentAt) + passed,
  )

it('a reading tells at once what was set or moved, and after two minutes that it was not taken', () => {
  expect([
    judged(2),
    judged(5),
    judged(0),
    judged(0, 119_999),
    judged(0, 120_000),
    judged(0, -120_000),
  ]).toEqual(['done', 'moved', 'open', 'open', 'not-taken', 'not-taken'])
  expect([judged(undefined), judged(undefined, 0, false)]).toEqual(['gone', 'open'])
})
