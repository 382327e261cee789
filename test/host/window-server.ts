import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Duplex } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { WebSocketServer } from 'ws'
import { Connection } from './connection.ts'
import { Gate } from './gate.ts'
import { listenOnLoopback } from './loopback.ts'
import { pageScript } from './page-script.ts'
import { hostProtocol } from './protocol.ts'
import { hostSession } from './session.ts'
import type { HostWebContents } from './web-contents.ts'

const documentPath = /^\/\.host\/([\w-]+)\/(preload\.js|wire)$/
/** An address of a scheme that main serves and no browser knows: /.host/scheme/photo/advert/7?of=… */
const schemePath = /^\/\.host\/scheme\/([a-z][a-z\d.+-]*)\/(.*)$/s
/** A page may be reloaded while an older document's script is still on its way. */
const documentsKept = 32

interface ServedDocument {
  /** Its address in Electron. */
  readonly url: string
  /** The key of the wire, until the document's script has fetched it. */
  key: string | undefined
}

/** Serves one window: pages from main's protocol handlers, the preload's script and the wire. */
export class WindowServer {
  readonly #contents: HostWebContents
  readonly #preload: string
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 512 * 1024 * 1024 })
  readonly #documents = new Map<string, ServedDocument>()
  #servers: readonly Server[] = []
  #gate: Gate | undefined
  #start = new URL('about:blank')
  /** Main loaded another page while none was there to be led to it. */
  #leadsToStart = false

  constructor(contents: HostWebContents, preload: string) {
    this.#contents = contents
    this.#preload = preload
  }

  /** Serves the window's page at `url`. Answers the address for the browser the first time, later undefined. */
  async show(url: string): Promise<string | undefined> {
    this.#start = new URL(url)
    if (this.#gate) {
      this.#leadsToStart = !this.#contents.goTo(this.#startPath(this.#gate))
      return undefined
    }
    const { servers, port } = await listenOnLoopback(
      (request, response) => void this.#serve(request, response),
    )
    for (const server of servers)
      server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    this.#servers = servers
    this.#gate = new Gate({ port, bareCode: this.#start.protocol === 'http:' })
    return this.#gate.newAddress()
  }

  /** A new one-time address, for when the tab was closed. */
  newAddress(): string | undefined {
    return this.#gate?.newAddress()
  }

  close(): void {
    this.#sockets.close()
    for (const server of this.#servers) {
      server.close()
      server.closeAllConnections()
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gate = this.#gate
    const verdict = gate?.judge(request.url ?? '/', request.headers)
    // Whatever is served: no other host or port is told where it was asked from.
    response.setHeader('referrer-policy', 'no-referrer')
    if (!gate || !verdict) {
      turnAway(response, 'no window is shown')
      return
    }
    if (verdict.kind === 'refuse') {
      turnAway(response, verdict.reason)
      return
    }
    if (verdict.kind === 'enter') {
      redirect(response, this.#startPath(gate))
      return
    }
    try {
      if (verdict.path.startsWith('/.host/')) await this.#serveOwn(gate, request, verdict.path, response)
      else await this.#servePage(gate, request, verdict.path, response)
    } catch (error) {
      console.error(error)
      response.destroy()
    }
  }

  #startPath({ base }: Gate): string {
    return `${base}${this.#start.pathname || '/'}${this.#start.search}${this.#start.hash}`
  }

  async #serveOwn(
    gate: Gate,
    request: IncomingMessage,
    path: string,
    response: ServerResponse,
  ): Promise<void> {
    const [, scheme, rest = ''] = schemePath.exec(path) ?? []
    if (scheme !== undefined) {
      await this.#answer(`${scheme}://${rest}`, request, response)
      return
    }
    if (path === '/.host/second-window') {
      turnAway(response, 'this window is open in another tab; start the app again for a new address')
      return
    }
    const [, id = '', file] = documentPath.exec(path) ?? []
    const document = this.#documents.get(id)
    if (file === 'preload.js' && document) this.#servePreload(gate, id, document, response)
    else response.writeHead(404).end()
  }

  #servePreload(gate: Gate, id: string, document: ServedDocument, response: ServerResponse): void {
    const ownOrigin = hostProtocol.originOf(this.#start.href)
    const script = pageScript(this.#preload, {
      socket: `${gate.base}/.host/${id}/wire`,
      key: document.key,
      base: gate.base,
      ownOrigin,
      schemes: hostProtocol.schemesBeside(this.#start.protocol),
      platform: process.platform,
      versions: { electron: process.versions.electron, node: process.versions.node },
      deniedPermissions: hostSession.deniedBeforehand(ownOrigin),
    })
    document.key = undefined
    response
      .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
      .end(script)
  }

  async #servePage(
    gate: Gate,
    request: IncomingMessage,
    path: string,
    response: ServerResponse,
  ): Promise<void> {
    // As in Electron, the preload runs in the window's own document and in no frame inside it.
    const dest = request.headers['sec-fetch-dest']
    const isDocument = dest === 'document' || dest === undefined
    if (isDocument && this.#leadsToStart) {
      this.#leadsToStart = false
      if (path !== `${this.#start.pathname}${this.#start.search}`) {
        redirect(response, this.#startPath(gate))
        return
      }
    }
    const url = `${this.#start.protocol}//${this.#start.host}${path}`
    await this.#answer(url, request, response, isDocument ? gate : undefined)
  }

  /** Passes on what main's handler answers; a document of the window gets the preload's script. */
  async #answer(
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
    documentOf?: Gate,
  ): Promise<void> {
    const answer = await hostProtocol.answer(toRequest(url, request))
    const headers = Object.fromEntries(answer.headers)
    // The body comes here decoded, and longer by the script.
    for (const changed of ['content-encoding', 'content-length', 'transfer-encoding'])
      Reflect.deleteProperty(headers, changed)
    if (hashed.test(url)) headers['cache-control'] ??= 'private, max-age=86400, immutable'
    response.writeHead(answer.status, headers)
    if (documentOf && headers['content-type']?.startsWith('text/html'))
      response.end(this.#withPreload(documentOf, await answer.text(), url))
    else if (answer.body) Readable.fromWeb(answer.body as ReadableStream).pipe(response)
    else response.end()
  }

  #withPreload(gate: Gate, html: string, url: string): string {
    const id = randomUUID()
    this.#documents.set(id, { url, key: gate.claimKey() })
    const [oldest] = this.#documents.keys()
    if (this.#documents.size > documentsKept && oldest) this.#documents.delete(oldest)
    const script = `<script src="${gate.base}/.host/${id}/preload.js"></script>`
    const opening = /<head[^>]*>/i.exec(html) ?? /<html[^>]*>/i.exec(html) ?? /<!doctype[^>]*>/i.exec(html)
    const at = opening ? opening.index + opening[0].length : 0
    return html.slice(0, at) + script + html.slice(at)
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const verdict = this.#gate?.judgeSocket(request.url ?? '/', request.headers)
    const [, id = '', file] = documentPath.exec(verdict?.kind === 'pass' ? verdict.path : '') ?? []
    const document = this.#documents.get(id)
    if (file !== 'wire' || !document) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      const connection = new Connection(opened, (message) => this.#contents.receive(connection, message))
      opened.on('close', () => this.#contents.detach(connection))
      this.#contents.attach(connection, document.url)
    })
  }
}

/** A part of a build whose name says its content. */
const hashed = /-[\w-]{8}\.(?:js|css|woff2)$/

const redirect = (response: ServerResponse, location: string): void =>
  void response.writeHead(303, { location, 'cache-control': 'no-store' }).end()

const turnAway = (response: ServerResponse, reason: string): void =>
  void response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`Forbidden: ${reason}\n`)

/** The request as the protocol handler would get it from Chromium: on the window's own origin, without our secrets. */
function toRequest(url: string, { method = 'GET', headers }: IncomingMessage): Request {
  const kept = Object.entries(headers).filter(([name]) =>
    ['accept', 'accept-language', 'range', 'if-none-match'].includes(name),
  )
  return new Request(url, {
    method,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
  })
}
