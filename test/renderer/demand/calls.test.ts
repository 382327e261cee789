import { expect, test } from 'vitest'
import type { CallRow } from '../../../src/shared/demand/buyer-calls.ts'
import { recordingAt } from '../../../src/renderer/demand/calls/call-words.ts'
import { filterCalls, sortCalls } from '../../../src/renderer/demand/calls/calls-list.ts'

const call = (id: number, parts: Partial<CallRow>): CallRow => ({
  id,
  at: `2026-11-20 10:00:0${id}`,
  status: 'noanswer',
  talk: null,
  ring: null,
  make: '',
  model: '',
  caller: 'here',
  phone: '',
  shown: '',
  led: '',
  recorded: false,
  link: '',
  others: 0,
  answeredAt: '',
  returnedAt: null,
  waits: false,
  ...parts,
})
const calls = [
  call(1, { phone: '0671234567', make: 'BMW', model: 'X5', talk: 9 }),
  call(2, { phone: '+380501112233', waits: true }),
  call(3, { status: 'answer', talk: 5 }),
]
const ids = (some: readonly CallRow[]) => some.map(({ id }) => id)

test('a call is found by its number, in whatever form it is written, and by its car', () => {
  expect(ids(filterCalls(calls, 'all', '+38(067)123-45'))).toEqual([1])
  expect(ids(filterCalls(calls, 'all', '0501112233'))).toEqual([2])
  expect(ids(filterCalls(calls, 'all', 'bmw x5'))).toEqual([1])
  expect(ids(filterCalls(calls, 'waiting', ''))).toEqual([2])
  expect(ids(filterCalls(calls, 'unanswered', ''))).toEqual([1, 2])
})

test('calls that wait come first, and those without the value last in both directions', () => {
  expect(ids(sortCalls(calls, { column: 'status', descending: false }, 'uk'))).toEqual([2, 1, 3])
  expect(ids(sortCalls(calls, { column: 'talk', descending: false }, 'uk'))).toEqual([3, 1, 2])
  expect(ids(sortCalls(calls, { column: 'talk', descending: true }, 'uk'))).toEqual([1, 3, 2])
})

test('only a recording at a secure address is opened', () => {
  expect(recordingAt('https://records.example/1.wav')).toEqual({ host: 'records.example', isSecure: true })
  expect(recordingAt('http://records.example/1.wav')).toEqual({ host: 'records.example', isSecure: false })
  for (const link of ['javascript:alert(1)', 'file:///etc/passwd', '/1.wav'])
    expect(recordingAt(link)).toEqual({ host: link, isSecure: false })
})
