import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Sandbox, SandboxOptions } from './sandbox-options.ts'
import { logError } from './server/log-error.ts'

const startedSchema = z.union([
  z.object({ error: z.string() }),
  z.object({ baseUrl: z.string(), key: z.string(), userId: z.int(), controlToken: z.string() }),
])

const firstMessage = async (worker: Worker): Promise<unknown> => (await once(worker, 'message'))[0] as unknown

/**
 * Starts the sandbox in its own thread, so that its work never delays the caller. `entry` is the built
 * sandbox-thread.cjs, or sandbox-thread.ts when run from source. Rejects with what failed in the thread.
 */
export async function startSandboxThread(entry: URL, options: SandboxOptions): Promise<Sandbox> {
  const worker = new Worker(entry, { workerData: options, name: 'sandbox' })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const message = await Promise.race([
    firstMessage(worker),
    ended.then(() => ({ error: 'The thread ended' })),
  ])
  // After the start a failure of the thread is logged, not thrown: the app continues without its sandbox.
  worker.on('error', (error) => logError('The sandbox thread failed', error))
  const started = startedSchema.parse(message)
  if ('error' in started) throw new Error(started.error)
  const close = async () => {
    worker.postMessage('close')
    await ended
  }
  return { ...started, close }
}
