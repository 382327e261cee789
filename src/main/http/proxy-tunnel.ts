import type { Dispatcher } from 'undici'
import { tlsOptions } from './trust.ts'

/** A proxy's answer to CONNECT. */
export type Tunnel = Pick<Dispatcher.ConnectData, 'statusCode' | 'headers' | 'socket'>

/** In ms: a proxy that takes longer to reach a host is as good as none. */
export const longestTunnelMs = 30_000

/** Opens a tunnel to see whether the proxy lets it through, and closes it: nothing is sent to the host behind it. @returns the status */
export async function tryTunnel(proxy: URL, target: string, authorization: string): Promise<number> {
  const { Client } = await import('undici')
  const client = new Client(proxy.origin, {
    connect: tlsOptions(proxy, 10_000),
    headersTimeout: longestTunnelMs,
  })
  try {
    const headers = { host: target, 'proxy-authorization': authorization }
    const { statusCode, socket } = await client.connect({ path: target, headers })
    dropTunnel(socket)
    return statusCode
  } finally {
    await client.destroy()
  }
}

/** Ends the connection of an answer that opened no tunnel, or one that isn't used. */
export function dropTunnel(socket: Tunnel['socket']): void {
  socket.on('error', () => undefined).destroy()
}
