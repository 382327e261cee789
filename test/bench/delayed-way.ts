import { connect, createServer, type AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** A way to a server in a thread of its own: what comes back takes so many ms longer, as from another room. */
const { port, delay } = workerData as { readonly port: number; readonly delay: number }

const server = createServer((near) => {
  const far = connect(port, '127.0.0.1')
  for (const socket of [near, far]) socket.setNoDelay().on('error', () => undefined)
  near.pipe(far)
  far.on('data', (bytes) => setTimeout(() => near.write(bytes), delay))
  far.on('close', () => near.destroy())
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
