import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { startSandbox, type SandboxOptions } from './sandbox.ts'

// The entry of the thread: starts the sandbox from workerData, posts its address, stops on 'close'.
const port = parentPort
if (port === null) throw new Error('sandbox-thread runs in a worker thread only')

async function start(to: MessagePort): Promise<void> {
  const sandbox = await startSandbox(workerData as SandboxOptions)
  const { baseUrl, key, userId, controlToken } = sandbox
  to.on('message', (message: unknown) => {
    if (message === 'close') void sandbox.close().finally(() => to.close())
  })
  to.postMessage({ baseUrl, key, userId, controlToken })
}

start(port).catch((error: unknown) => {
  port.postMessage({ error: error instanceof Error ? error.message : String(error) })
  port.close()
})
