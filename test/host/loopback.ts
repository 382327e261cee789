import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const tries = 20

/**
 * Listens on one port of 127.0.0.1 and of ::1: a browser takes `*.localhost` for either, and on the one that was left
 * free another user of the machine could listen and be sent what is ours. Where there is no IPv6, one server.
 */
export async function listenOnLoopback(
  listener: RequestListener,
): Promise<{ servers: Server[]; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const first = createServer(listener)
    await listen(first, 0, '127.0.0.1')
    const { port } = first.address() as AddressInfo
    const second = createServer(listener)
    try {
      await listen(second, port, '::1')
      return { servers: [first, second], port }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return { servers: [first], port }
      first.close()
      if (code !== 'EADDRINUSE' || attempt === tries) throw error
    }
  }
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
