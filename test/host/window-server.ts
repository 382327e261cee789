import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { Duplex } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { WebSocketServer } from 'ws'
import { Connection } from './connection.ts'
import { Gate } from './gate.ts'
import { pageScript } from './page-script.ts'
import { hostProtocol } from './protocol.ts'
import { hostSession } from './session.ts'
import type { HostWebContents } from './web-contents.ts'

const documentPath = /^\/\.host\/([\w-]+)\/(preload\.js|wire)$/
/** A page may be reloaded while an older document's script is still on its way. */
const documentsKept = 32

/** Serves one window: pages from main's protocol handlers, the preload's script and the wire. */
export class WindowServer {
  readonly #contents: HostWebContents
  readonly #preload: string
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 512 * 1024 * 1024 })
  /** The address in Electron of each document that was served, by its id. */
  readonly #documents = new Map<string, string>()
  #gate: Gate | undefined
  #start = new URL('about:blank')

  constructor(contents: HostWebContents, preload: string) {
    this.#contents = contents
    this.#preload = preload
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
  }

  /** Serves the window's page at `url`; answers the address for the browser. */
  async show(url: string): Promise<string> {
    this.#start = new URL(url)
    if (!this.#gate) {
      await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
      this.#gate = new Gate((this.#server.address() as AddressInfo).port)
    }
    return this.#gate.address
  }

  close(): void {
    this.#sockets.close()
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const verdict = this.#gate?.judge(path, request.headers)
    if (!verdict?.pass) {
      turnAway(response, verdict?.cookie, verdict?.reason ?? '', this.#startPath)
      return
    }
    try {
      if (path.startsWith('/.host/')) this.#serveOwn(path, response)
      else await this.#servePage(request, path, response)
    } catch (error) {
      console.error(error)
      response.destroy()
    }
  }

  get #startPath(): string {
    return `${this.#start.pathname || '/'}${this.#start.search}${this.#start.hash}`
  }

  #serveOwn(path: string, response: ServerResponse): void {
    const [, id = '', file] = documentPath.exec(path) ?? []
    if (file !== 'preload.js' || !this.#documents.has(id)) {
      // The address of the start, opened again in a browser that has the cookie already, leads to the page.
      response.writeHead(path.startsWith('/.host/enter') ? 303 : 404, { location: this.#startPath }).end()
      return
    }
    const ownOrigin = hostProtocol.originOf(this.#start.href)
    const script = pageScript(this.#preload, {
      socket: `/.host/${id}/wire`,
      ownOrigin,
      platform: process.platform,
      versions: { electron: process.versions.electron, node: process.versions.node },
      deniedPermissions: hostSession.deniedBeforehand(ownOrigin),
    })
    response
      .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
      .end(script)
  }

  async #servePage(request: IncomingMessage, path: string, response: ServerResponse): Promise<void> {
    const url = `${this.#start.protocol}//${this.#start.host}${path}`
    const answer = await hostProtocol.answer(toRequest(url, request))
    const headers = Object.fromEntries(answer.headers)
    // The body comes here decoded, and longer by the script.
    for (const changed of ['content-encoding', 'content-length', 'transfer-encoding'])
      Reflect.deleteProperty(headers, changed)
    response.writeHead(answer.status, headers)
    // As in Electron, the preload runs in the window's own document and in no frame inside it.
    const isDocument =
      request.headers['sec-fetch-dest'] === 'document' || request.headers['sec-fetch-dest'] === undefined
    if (isDocument && headers['content-type']?.startsWith('text/html'))
      response.end(this.#withPreload(await answer.text(), url))
    else if (answer.body) Readable.fromWeb(answer.body as ReadableStream).pipe(response)
    else response.end()
  }

  #withPreload(html: string, url: string): string {
    const id = randomUUID()
    this.#documents.set(id, url)
    const [oldest] = this.#documents.keys()
    if (this.#documents.size > documentsKept && oldest) this.#documents.delete(oldest)
    const script = `<script src="/.host/${id}/preload.js"></script>`
    const opening = /<head[^>]*>/i.exec(html) ?? /<html[^>]*>/i.exec(html) ?? /<!doctype[^>]*>/i.exec(html)
    const at = opening ? opening.index + opening[0].length : 0
    return html.slice(0, at) + script + html.slice(at)
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = request.url ?? '/'
    const [, id = '', file] = documentPath.exec(path) ?? []
    const url = this.#documents.get(id)
    if (!this.#gate?.judgeSocket(path, request.headers).pass || file !== 'wire' || url === undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      const connection = new Connection(opened, (message) => this.#contents.receive(connection, message))
      opened.on('close', () => this.#contents.detach(connection))
      this.#contents.attach(connection, url)
    })
  }
}

function turnAway(response: ServerResponse, cookie: string | undefined, reason: string, start: string): void {
  if (cookie)
    response.writeHead(303, { 'set-cookie': cookie, location: start, 'referrer-policy': 'no-referrer' }).end()
  else response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`Forbidden: ${reason}\n`)
}

/** The request as the protocol handler would get it from Chromium: on the window's own origin, without our cookie. */
function toRequest(url: string, { method = 'GET', headers }: IncomingMessage): Request {
  const kept = Object.entries(headers).filter(([name]) =>
    ['accept', 'accept-language', 'range', 'if-none-match'].includes(name),
  )
  return new Request(url, {
    method,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
  })
}
