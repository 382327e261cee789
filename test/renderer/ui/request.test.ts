import { expect, test } from 'vitest'
import type { Reply } from '#shared/bridge/call.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import { RequestState } from '../../../src/renderer/ui/request.svelte.ts'

const failure: Failure = {
  code: 'network',
  words: 'No connection.',
  next: 'Try again.',
  retry: true,
  details: {},
}

/** Calls that the test answers when it likes, each with the signal that it was given. */
function openCalls() {
  const calls: { signal: AbortSignal; answer: (reply: Reply<string | null>) => void }[] = []
  const call = (signal: AbortSignal) =>
    new Promise<Reply<string | null>>((answer) => calls.push({ signal, answer }))
  return { calls, call }
}

test('a call is busy until it is answered, and its value is returned', async () => {
  const { calls, call } = openCalls()
  const request = new RequestState()
  const value = request.run(call)
  expect(request.busy).toBe(true)
  calls[0]?.answer({ ok: true, value: 'stock' })
  expect(await value).toBe('stock')
  expect([request.busy, request.failure]).toEqual([false, null])
})

test('a failure is kept until a later call succeeds; null is a value', async () => {
  const request = new RequestState()
  expect(await request.run(() => Promise.resolve({ ok: false, failure }))).toBeUndefined()
  expect(request.failure).toBe(failure)
  expect(await request.run(() => Promise.resolve({ ok: true, value: null }))).toBeNull()
  expect(request.failure).toBeNull()
})

test('a stopped call is cancelled, and neither its value nor its failure counts', async () => {
  const { calls, call } = openCalls()
  const request = new RequestState()
  const values = [request.run(call), request.run(call)]
  request.stop()
  expect(request.busy).toBe(false)
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true])
  calls[0]?.answer({ ok: true, value: 'late' })
  calls[1]?.answer({ ok: false, failure: { ...failure, code: 'cancelled' } })
  expect(await Promise.all(values)).toEqual([undefined, undefined])
  expect([request.busy, request.failure]).toEqual([false, null])
})

test('a replaced call makes place for the new one, whichever is answered first', async () => {
  const { calls, call } = openCalls()
  const request = new RequestState()
  const early = request.run(call)
  const late = request.replace(call)
  calls[0]?.answer({ ok: true, value: 'early' })
  expect(await early).toBeUndefined()
  expect([request.busy, calls[1]?.signal.aborted]).toEqual([true, false])
  calls[1]?.answer({ ok: true, value: 'late' })
  expect(await late).toBe('late')
})
