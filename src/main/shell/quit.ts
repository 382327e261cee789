import type { App, BrowserWindow, Dialog, MessageBoxOptions, PowerMonitor } from 'electron'
import { m } from '#shared/i18n/generated/messages.js'

export interface Quitting {
  readonly app: Pick<App, 'on' | 'exit' | 'releaseSingleInstanceLock'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** The window that asks; null if there is none. */
  readonly window: () => BrowserWindow | null
  /** True if something is being sent: then the person is asked first. */
  readonly busy: () => boolean
  /** Ends everything, after the answers to what is being sent. */
  readonly close: () => Promise<void>
}

/** Events that end the session of the person or the process itself from outside. */
export interface SessionEnd {
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  readonly process: Pick<NodeJS.Process, 'on'>
}

/**
 * Time for which a session that ends is kept waiting for answers, in ms; rows without one are in doubt at the next
 * start.
 */
const longestEnd = 4000
/** Further time that a person who stops a batch waits for its answers: what the engine gives to rows in flight. */
const longestAnswers = 10_000

/** Quits only when all is closed: nothing that was sent loses its answer because a window was shut. */
export class Quit {
  readonly #ports: Quitting
  #state: 'running' | 'asking' | 'ending' = 'running'

  constructor(ports: Quitting) {
    this.#ports = ports
    ports.app.on('before-quit', (event) => {
      event.preventDefault()
      if (this.#state === 'running') void this.#quit()
    })
  }

  /**
   * The system shuts down, the person signs out, or the process gets a signal. There is no person left to ask, and a
   * process that waits too long is killed. A second signal ends it at once.
   */
  follow({ powerMonitor, process }: SessionEnd): void {
    powerMonitor.on('shutdown', (event?: Event) => {
      // Asks the system to wait for the end of the app (Linux and macOS).
      event?.preventDefault()
      this.now()
    })
    let isAsked = false
    const onSignal = (): void => {
      if (isAsked) this.#ports.app.exit(1)
      isAsked = true
      this.now()
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)
  }

  /** Ends without a question within four seconds, also while it waits longer for answers or a message is open. */
  now(): void {
    if (this.#isEnding) setTimeout(() => this.#ports.app.exit(0), longestEnd)
    else void this.#end(longestEnd)
  }

  /** Ends without a question; `last` comes when all is closed, and another start may take the place of this one. */
  restart(last: () => Promise<void>): void {
    if (this.#isEnding) return
    void this.#end(longestEnd, last)
  }

  get #isEnding(): boolean {
    return this.#state === 'ending'
  }

  async #quit(): Promise<void> {
    this.#state = 'asking'
    const isBusy = this.#ports.busy()
    // A question that can't be shown keeps nothing open: what is on its way is in the journal.
    const mayEnd = !isBusy || (await this.#mayStop().catch(() => true))
    // The session may have ended while it was asked.
    if (this.#isEnding) return
    if (mayEnd) await this.#end(isBusy ? longestEnd + longestAnswers : longestEnd)
    else this.#state = 'running'
  }

  async #end(longest: number, last?: () => Promise<void>): Promise<void> {
    this.#state = 'ending'
    await closedWithin(this.#ports.close, longest)
    if (last) {
      this.#ports.app.releaseSingleInstanceLock()
      await last().catch(() => undefined)
    }
    this.#ports.app.exit(0)
  }

  async #mayStop(): Promise<boolean> {
    const window = this.#ports.window()
    const question: MessageBoxOptions = {
      type: 'question',
      message: m.quit_sending(),
      detail: m.quit_sending_detail(),
      buttons: [m.quit_stop(), m.quit_go_on()],
      defaultId: 1,
      cancelId: 1,
    }
    const { showMessageBox } = this.#ports.dialog
    const { response } = await (window ? showMessageBox(window, question) : showMessageBox(question))
    return response === 0
  }
}

/** Resolves when `close` has ended, whether it succeeded, threw or failed, and after `longest` ms in any case. */
export async function closedWithin(close: () => Promise<void>, longest = longestEnd): Promise<void> {
  const late = new Promise<void>((resolve) => void setTimeout(resolve, longest))
  const closed = (async () => close())()
  await Promise.race([closed.catch(() => undefined), late])
}

/**
 * While something is being sent, closing the last window asks as quitting does, before the window is gone: a person who
 * goes on still sees the sending. On macOS an app lives on without a window.
 */
export function askBeforeClosing(
  window: Pick<BrowserWindow, 'on'>,
  { app, busy, platform }: { app: Pick<App, 'quit'>; busy: () => boolean; platform: NodeJS.Platform },
): void {
  window.on('close', (event) => {
    if (platform === 'darwin' || !busy()) return
    event.preventDefault()
    app.quit()
  })
}
