import { EventEmitter } from 'node:events'
import type {
  HandlerDetails,
  IpcMainInvokeEvent,
  WebContents,
  WebFrameMain,
  WindowOpenHandlerResponse,
} from 'electron'
import type { Connection } from './connection.ts'
import { hostIpcMain } from './ipc-main.ts'
import { clickShortcut, shortcuts } from './menu.ts'
import { Preventable } from './preventable.ts'
import { hostProtocol } from './protocol.ts'
import { hostSession, session } from './session.ts'
import type { FromPage, MainQuestion, PageQuestion } from './wire.ts'

type Frame = Pick<
  WebFrameMain,
  'url' | 'origin' | 'parent' | 'processId' | 'routingId' | 'frameToken' | 'name' | 'detached'
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
  | 'reload'
  | 'setWindowOpenHandler'
  | 'openDevTools'
  | 'setVisualZoomLevelLimits'
>

let lastId = 0

/** The page of one window, as main knows it. Its other end is page/start.ts. */
export class HostWebContents extends EventEmitter implements Surface {
  readonly id = ++lastId
  readonly session = session.defaultSession
  #connection: Connection | undefined
  #frame: Frame = this.#frameOf('')
  #openHandler: OpenHandler = () => ({ action: 'allow' })
  #title = ''
  #loading = true
  #destroyed = false

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
    return this.#frame.url
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
    this.#frame = this.#frameOf(url)
    this.#loading = true
    connection.send({ kind: 'shortcuts', shortcuts: shortcuts() })
    this.emit('did-start-loading')
  }

  detach(connection: Connection): void {
    if (this.#connection === connection) this.#connection = undefined
  }

  destroy(): void {
    this.#destroyed = true
    this.#connection?.close()
    this.#connection = undefined
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
        hostIpcMain.emit(message.channel, this.#event(), ...message.args)
        return
      case 'ask':
        void this.#judge(message.question).then((value) =>
          connection.send({ kind: 'result', id: message.id, value }),
        )
        return
      case 'shortcut':
        clickShortcut(message.id, this)
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
      connection.send({ kind: 'result', id, value: await hostIpcMain.answer(this.#event(), channel, args) })
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
      case 'will-navigate':
        return this.#mayNavigate(question.url)
      case 'window-open':
        return this.#mayOpen(question)
      case 'permission':
        return hostSession.mayUse(this as unknown as WebContents, question.permission, this.#frame.url)
    }
  }

  #mayNavigate(url: string): boolean {
    const details = { url, isMainFrame: true, isSameDocument: false, frame: this.#frame }
    const event = Object.assign(new Preventable(), details)
    this.emit('will-navigate', event, url)
    return !event.defaultPrevented
  }

  #mayOpen({ url, frameName, features }: Extract<PageQuestion, { what: 'window-open' }>): boolean {
    const referrer = { url: this.#frame.url, policy: 'default' as const }
    return (
      this.#openHandler({ url, frameName, features, disposition: 'foreground-tab', referrer }).action ===
      'allow'
    )
  }

  #event(): IpcMainInvokeEvent {
    const { processId, routingId: frameId } = this.#frame
    const event = {
      type: 'frame',
      sender: this,
      senderFrame: this.#frame,
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
