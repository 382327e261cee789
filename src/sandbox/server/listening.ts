import type { Server } from 'node:http'
import { isIPv6 } from 'node:net'

const loopback = '127.0.0.1'
/** Hosts that mean every address of the computer: callers on it take loopback. */
const everywhere: readonly string[] = ['0.0.0.0', '::']

/** Listens, and answers with the address of the server, without a last slash. Port 0 is a free one. */
export const listen = (server: Server, port = 0, host = loopback): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const taken = typeof address === 'object' && address !== null ? address.port : port
      resolve(`http://${everywhere.includes(host) ? loopback : isIPv6(host) ? `[${host}]` : host}:${taken}`)
    })
  })

/** Ends every connection, also those that a fault never answers. */
export const shut = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
