/** Runs first in a utility process: puts Electron's `process.parentPort` in place of Node's `process.send`. */
import { EventEmitter } from 'node:events'

const send = process.send?.bind(process)

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    send?.(message)
  }
}

const parentPort = new ParentPort()
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
// A utility process does not outlive the app, not even when an orderly exit would wait for a native call.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
Object.defineProperty(process, 'parentPort', { value: parentPort })
Object.defineProperty(process, 'type', { value: 'utility' })
Object.defineProperty(process, 'send', { value: undefined })
