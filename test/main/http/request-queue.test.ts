import { expect, onTestFinished, test, vi } from 'vitest'
import { RequestQueue } from '../../../src/main/http/request-queue.ts'

test('a call that begins at once needs no signal of its own; one that waits can be taken out by its signal', async () => {
  const queue = new RequestQueue({ budget: undefined, log: undefined, concurrency: 1, perSecond: null })
  const stop = new AbortController()
  const call = { kind: 'read', priority: 'background', signal: stop.signal } as const
  const made = vi.fn()
  vi.stubGlobal(
    'AbortController',
    class extends AbortController {
      constructor() {
        super()
        made()
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())

  const { promise: answer, resolve } = Promise.withResolvers<string>()
  const first = queue.run(call, () => answer)
  await Promise.resolve()
  expect(made).not.toHaveBeenCalled()
  const second = queue.run(call, () => Promise.resolve('never'))
  await Promise.resolve()
  expect(made).toHaveBeenCalledOnce()

  stop.abort()
  await expect(second).rejects.toMatchObject({ code: 'cancelled' })
  resolve('first')
  await expect(first).resolves.toBe('first')
})
