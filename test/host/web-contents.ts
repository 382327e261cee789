import { EventEmitter } from 'node:events'
import type {
  HandlerDetails,
  IpcMainInvokeEvent,
  Session,
  WebContents,
  WebFrameMain,
  WindowOpenHandlerResponse,
} from 'electron'
import type { Connection } from './connection.ts'
import { endObject } from './destroyed.ts'
import { hostIpcMain } from './ipc-main.ts'
import { clickItem, clickShortcut, shortcuts } from './menu.ts'
import { Preventable } from './preventable.ts'
import { hostProtocol } from './protocol.ts'
import { hostSession } from './session.ts'
import type { FromPage, MainQuestion, PageQuestion } from './wire.ts'

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] }
type Frame = Mutable<
  Pick<
    WebFrameMain,
    'url' | 'origin' | 'parent' | 'processId' | 'routingId' | 'frameToken' | 'name' | 'detached'
  >
>
type OpenHandler = (details: HandlerDetails) => WindowOpenHandlerResponse
type Surface = Pick<
  WebContents,
  | 'id'
  | 'session'
  | 'mainFrame'
  | 'send'
  | 'getURL'
  | 'getTitle'
  | 'isDestroyed'
  | 'isLoading'
  | 'isFocused'
  | 'reload'
  | 'setWindowOpenHandler'
  | 'openDevTools'
  | 'setVisualZoomLevelLimits'
>

/** Parts that throw after the end. */
const ended = [
  'session',
  'mainFrame',
  'send',
  'getURL',
  'getTitle',
  'isLoading',
  'isFocused',
  'reload',
  'setWindowOpenHandler',
  'openDevTools',
  'setVisualZoomLevelLimits',
] as const

/** A frame that was left tells nothing more, whoever has kept it. */
function dispose(frame: Frame): void {
  frame.detached = true
  const get = (): never => {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed')
  }
  for (const name of ['url', 'origin', 'parent', 'name'])
    Object.defineProperty(frame, name, { get, configurable: true })
}

let lastId = 0
const nextId = (): number => (lastId += 1)

/** The page of one window, as main knows it. Its other end is page/start.ts. */
export class HostWebContents extends EventEmitter implements Surface {
  readonly id = nextId()
  readonly session = hostSession as unknown as Session
  #connection: Connection | undefined
  /** Of the document that is shown, or was shown last. */
  #frame: Frame = this.#frameOf('')
  #url = ''
  /** The frame of each document that is still connected: an older one's message is not the newer one's. */
  readonly #frames = new Map<Connection, Frame>()
  readonly #leaving = new WeakSet<Connection>()
  #openHandler: OpenHandler = () => ({ action: 'allow' })
  #title = ''
  #loading = true
  #destroyed = false
  #focused = true

  get mainFrame(): WebFrameMain {
    return this.#frame as WebFrameMain
  }

  /** Dropped, as in Electron, while no document listens. */
  send(channel: string, ...args: unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument')
    try {
      this.#connection?.send({ kind: 'event', channel, args })
    } catch {
      throw new Error('Failed to serialize arguments')
    }
  }

  getURL(): string {
    return this.#url
  }

  getTitle(): string {
    return this.#title
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  isLoading(): boolean {
    return this.#loading
  }

  /** As the page said last; a tab that says nothing is taken to have it. */
  isFocused(): boolean {
    return this.#focused
  }

  reload(): void {
    this.#connection?.send({ kind: 'reload' })
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  /** The browser has its own developer tools. */
  openDevTools(): void {
    this.emit('devtools-opened')
  }

  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve()
  }

  /** A new document of the window: the one before is cut off, because a window shows one page. */
  attach(connection: Connection, url: string): void {
    this.#connection?.close()
    this.#connection = connection
    for (const frame of this.#frames.values()) dispose(frame)
    this.#frame = this.#frameOf(url)
    this.#url = url
    this.#frames.set(connection, this.#frame)
    this.#loading = true
    connection.send({ kind: 'shortcuts', shortcuts: shortcuts() })
    this.emit('did-start-loading')
  }

  /** A page that is left says so before; one that does not has lost its process. */
  detach(connection: Connection): void {
    const frame = this.#frames.get(connection)
    if (frame) dispose(frame)
    this.#frames.delete(connection)
    if (this.#connection !== connection) return
    this.#connection = undefined
    if (!this.#leaving.delete(connection) && !this.#destroyed)
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
  }

  /** Whether a page is there. */
  get isOpen(): boolean {
    return this.#connection !== undefined
  }

  /** Main's own navigation, which is not asked about. False when no page is there to go. */
  goTo(path: string): boolean {
    this.#connection?.send({ kind: 'go', path })
    return this.isOpen
  }

  destroy(): void {
    this.#destroyed = true
    this.#connection?.close()
    this.#connection = undefined
    endObject(this, ended)
    this.emit('destroyed')
  }

  /** Undefined when no page is open to answer. */
  ask(question: MainQuestion): Promise<unknown> {
    return this.#connection?.ask(question) ?? Promise.resolve(undefined)
  }

  /** False when no page is open to do it. */
  openInBrowser(url: string): boolean {
    this.#connection?.send({ kind: 'open', url })
    return this.#connection !== undefined
  }

  showShortcuts(): void {
    this.#connection?.send({ kind: 'shortcuts', shortcuts: shortcuts() })
  }

  receive(connection: Connection, message: Exclude<FromPage, { kind: 'answer' }>): void {
    switch (message.kind) {
      case 'invoke':
        void this.#invoke(connection, message)
        return
      case 'send':
        hostIpcMain.emit(message.channel, this.#event(connection), ...message.args)
        return
      case 'ask':
        void this.#judge(message.question).then((value) =>
          connection.send({ kind: 'result', id: message.id, value }),
        )
        return
      case 'shortcut':
        clickShortcut(message.id, this)
        return
      case 'focus':
        this.#focused = message.focused
        this.emit(message.focused ? 'focus' : 'blur')
        return
      case 'leaving':
        this.#leaving.add(connection)
        return
      case 'moved':
        this.#move(connection, message.url)
        return
      case 'loaded':
        this.#loading = false
        this.#title = message.title
        this.emit('dom-ready')
        this.emit('did-finish-load')
        this.emit('did-stop-loading')
    }
  }

  async #invoke(
    connection: Connection,
    { id, channel, args }: Extract<FromPage, { kind: 'invoke' }>,
  ): Promise<void> {
    try {
      connection.send({
        kind: 'result',
        id,
        value: await hostIpcMain.answer(this.#event(connection), channel, args),
      })
    } catch (error) {
      // Electron says it on the console of main too, and sends the error's text only.
      console.error(`Error occurred in handler for '${channel}':`, error)
      connection.send({
        kind: 'error',
        id,
        message: `Error invoking remote method '${channel}': ${String(error)}`,
      })
    }
  }

  async #judge(question: PageQuestion): Promise<boolean> {
    switch (question.what) {
      case 'menu':
        clickItem(question.id, this)
        return true
      case 'will-navigate':
        return this.#mayNavigate(question.url)
      case 'window-open':
        return this.#mayOpen(question)
      case 'permission':
        return hostSession.mayUse(this as unknown as WebContents, question.permission, this.#url)
    }
  }

  #mayNavigate(url: string): boolean {
    const details = { url, isMainFrame: true, isSameDocument: false, frame: this.#frame }
    const event = Object.assign(new Preventable(), details)
    this.emit('will-navigate', event, url)
    return !event.defaultPrevented
  }

  #mayOpen({ url, frameName, features }: Extract<PageQuestion, { what: 'window-open' }>): boolean {
    const referrer = { url: this.#url, policy: 'default' as const }
    return (
      this.#openHandler({ url, frameName, features, disposition: 'foreground-tab', referrer }).action ===
      'allow'
    )
  }

  /** The page says where it went by itself; it can't say that it is of another origin. */
  #move(connection: Connection, url: string): void {
    const frame = this.#frames.get(connection)
    if (!frame || !URL.canParse(url) || hostProtocol.originOf(url) !== frame.origin) return
    frame.url = url
    if (frame === this.#frame) this.#url = url
  }

  #event(connection: Connection): IpcMainInvokeEvent {
    const frame = this.#frames.get(connection)
    const { processId, routingId: frameId } = frame ?? this.#frame
    const event = {
      type: 'frame',
      sender: this,
      // As in Electron: null for a document that was left, also if it is asked for later.
      get senderFrame() {
        return frame && !frame.detached ? frame : null
      },
      processId,
      frameId,
      reply: this.send.bind(this),
    }
    return event as unknown as IpcMainInvokeEvent
  }

  #frameOf(url: string): Frame {
    const origin = url === '' ? 'null' : hostProtocol.originOf(url)
    return {
      url,
      origin,
      parent: null,
      processId: 4,
      routingId: this.id,
      frameToken: `frame-${this.id}`,
      name: '',
      detached: false,
    }
  }
}
