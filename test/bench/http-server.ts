import { createServer, type AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

/**
 * The barest server there is, in a thread of its own: it answers each request head with the same 6 kB of JSON, as a
 * record of the service is. What a bench then measures is the client.
 */
const body = JSON.stringify([{ autoData: { autoId: 1, description: 'x'.repeat(6_000) } }])
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
)

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy())
  socket.on('data', (head) => {
    if (head.includes('\r\n\r\n')) socket.write(answer)
  })
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
