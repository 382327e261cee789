import { once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { WithAccount } from './serve-imports.ts'

/** Reader, checker and stager of files, after it was started. */
export interface Imports {
  readonly port: Pick<MessagePort, 'postMessage' | 'ref' | 'unref'> & {
    on(event: 'message', take: (message: unknown) => void): unknown
  }
  /** Resolves with the reason when it has ended, by itself or on request. */
  readonly ended: Promise<Error>
  /** Ends it in whatever it does. */
  stop(): void
}

/** Rows of a file are made at once and kept: in less room most of a check's time is spent on moving them. */
const maxYoungGenerationSizeMb = 48

/** Imports in a thread of their own. @param entry `import-worker.cjs` next to the bundle, or its source */
export function importsInThread(entry: URL): Imports {
  const worker = new Worker(entry, { name: 'import', resourceLimits: { maxYoungGenerationSizeMb } })
  const failed = new Promise<Error>((resolve) =>
    worker.on('error', (error) => resolve(error instanceof Error ? error : new Error(String(error)))),
  )
  const exited = once(worker, 'exit').then(() => new Error('the import worker ended'))
  return { port: worker, ended: Promise.race([failed, exited]), stop: () => void worker.terminate() }
}

/** Imports in this thread, for a file that is read sooner than a thread starts, and if no window waits meanwhile. */
export function importsHere(withAccount: WithAccount): Imports {
  const { port1, port2 } = new MessageChannel()
  const ended = once(port1, 'close').then(() => new Error('the imports ended'))
  const failed = import('./serve-imports.ts').then(
    ({ serveImports }) => {
      serveImports(port2, withAccount)
      // As with a thread, only what is asked keeps the process from ending.
      port2.unref()
      return ended
    },
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  return { port: port1, ended: failed, stop: () => port2.close() }
}
