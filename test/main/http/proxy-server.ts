import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Certificate } from './certificates.ts'

export interface LocalProxy {
  /** As the system names it. */
  readonly pac: string
  /** Hosts that a CONNECT asked for. */
  readonly asked: string[]
  /** The logins that came, `name:password`. */
  readonly logins: string[]
  /** Asks for another login from now on. */
  setLogin(login: string): void
  /** Shows another certificate from now on, if it has one. */
  setCertificate(certificate: Certificate): void
}

export interface ProxyKind {
  /** Lets nothing through. */
  readonly refuse?: boolean
  /** Lets through what comes with this name and password, `name:password`, and asks everything else for one. */
  readonly login?: string
  /** What it says that it takes. */
  readonly challenge?: readonly string[]
  readonly certificate?: Certificate
}

/** A real proxy on loopback that leads every CONNECT to one port; with a certificate it is spoken to over TLS. */
export async function openProxy(
  port: number,
  { refuse = false, login: first, challenge = ['Basic realm="dealer"'], certificate }: ProxyKind = {},
): Promise<LocalProxy & { close(): void }> {
  const asked: string[] = []
  const logins: string[] = []
  let login = first
  const sockets = new Set<Socket>()
  const secure = certificate && createHttpsServer({ ...certificate })
  const server: Server = secure ?? createHttpServer()
  server.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '')
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    if (refuse) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const given = Buffer.from(
      request.headers['proxy-authorization']?.replace('Basic ', '') ?? '',
      'base64',
    ).toString()
    if (given !== '') logins.push(given)
    if (login !== undefined && given !== login)
      return void socket.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\n${challenge.map((each) => `Proxy-Authenticate: ${each}\r\n`).join('')}\r\n`,
      )
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    pac: certificate ? `HTTPS localhost:${own}` : `PROXY 127.0.0.1:${own}; DIRECT`,
    asked,
    logins,
    setLogin: (other) => (login = other),
    setCertificate: (other) => secure?.setSecureContext({ ...other }),
    close() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
