import { expect, test } from 'vitest'
import { planSending } from '../../../src/renderer/batch/sending-plan.ts'

const free = { hour: 0, month: 0, hourLimit: 30, monthLimit: 1_000 }

test('without limits nothing is planned', () => {
  expect(planSending(5_000, { hour: 9, month: 9, hourLimit: null, monthLimit: null })).toEqual({
    kind: 'unlimited',
  })
})

test('what fits into this hour goes at once', () => {
  expect(planSending(30, free)).toEqual({ kind: 'fits' })
  expect(planSending(30, { ...free, hour: 1 })).toMatchObject({ kind: 'waits' })
})

test('what does not fit waits for as many hours as its calls fill', () => {
  expect(planSending(214, { ...free, hour: 30 })).toEqual({ kind: 'waits', seconds: 25_680, perHour: 30 })
})

test('more than the month has left is said first', () => {
  expect(planSending(214, { ...free, month: 900 })).toEqual({ kind: 'beyond-month', left: 100 })
  expect(planSending(1, { ...free, month: 1_200 })).toEqual({ kind: 'beyond-month', left: 0 })
})
