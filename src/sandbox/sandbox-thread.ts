import { parentPort, workerData } from 'node:worker_threads'
import { startSandbox, type SandboxOptions } from './sandbox.ts'

// The entry of the thread: starts the sandbox from workerData, posts its address, stops on 'close'.
const port = parentPort
if (port === null) throw new Error('sandbox-thread runs in a worker thread only')

try {
  const sandbox = await startSandbox(workerData as SandboxOptions)
  const { baseUrl, key, userId, controlToken } = sandbox
  port.on('message', (message: unknown) => {
    if (message === 'close') void sandbox.close().finally(() => port.close())
  })
  port.postMessage({ baseUrl, key, userId, controlToken })
} catch (error) {
  port.postMessage({ error: error instanceof Error ? error.message : String(error) })
  port.close()
}
