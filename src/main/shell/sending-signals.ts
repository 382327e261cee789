import type { BrowserWindow } from 'electron'
import type { Batch } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'

type SignalledWindow = Pick<BrowserWindow, 'isFocused' | 'setProgressBar'>

interface SignalPorts {
  /** The app's window; null if there is none. */
  readonly window: () => SignalledWindow | null
  /** Shows a notification of the system; `onClick` is called if the person takes it. */
  readonly notify: (words: { readonly title: string; readonly body: string }, onClick: () => void) => void
  /** Keeps the computer awake while anything is being sent; a batch that waits for its quota is not. */
  readonly keepAwake: (sending: boolean) => void
  /** Shows a batch in the window. */
  readonly open: (batchId: string) => void
}

/** No bar is shown below zero (Electron, `BrowserWindow.setProgressBar`). */
const noBar = -1

/**
 * Signs of sending on the desktop: a bar on the taskbar while batches are sent. A notification appears if one ends or
 * stops while another window has the focus. It names numbers alone: a lock screen shows it to everybody.
 */
export class SendingSignals {
  readonly #ports: SignalPorts
  readonly #active = new Map<string, Batch>()

  constructor(ports: SignalPorts) {
    this.#ports = ports
  }

  changed(batch: Batch): void {
    const wasActive = this.#active.delete(batch.id)
    if (isActive(batch)) this.#active.set(batch.id, batch)
    else if (!wasActive) return
    this.#ports.keepAwake([...this.#active.values()].some(({ state }) => state === 'running'))
    this.#showBar()
    const window = this.#ports.window()
    if (wasActive && isReported(batch) && window?.isFocused() !== true) this.#report(batch)
  }

  /** Another window took the place of the one before. */
  windowOpened(): void {
    this.#showBar()
  }

  #report(batch: Batch): void {
    const { open, notify } = this.#ports
    notify({ title: titleOf(batch), body: bodyOf(batch) }, () => open(batch.id))
  }

  #showBar(): void {
    const batches = [...this.#active.values()]
    const total = batches.reduce((sum, each) => sum + each.total, 0)
    const done = batches.reduce(
      (sum, { total: all, counts }) => sum + all - counts.planned - counts.sending,
      0,
    )
    const waits = batches.every(({ state }) => state === 'waiting')
    const window = this.#ports.window()
    if (total === 0) window?.setProgressBar(noBar)
    else window?.setProgressBar(done / total, { mode: waits ? 'paused' : 'normal' })
  }
}

const isActive = ({ state }: Batch): boolean => state === 'running' || state === 'waiting'

/** True if it ended, or stopped for a reason that isn't the person's own wish. */
const isReported = ({ state, pauseReason }: Batch): boolean =>
  state === 'finished' || (state === 'paused' && pauseReason !== 'person')

const titleOf = ({ state }: Batch): string =>
  state === 'paused' ? m.batch_notice_stopped() : m.batch_notice_ended()

function bodyOf({ counts }: Batch): string {
  const { done, planned } = counts
  const failed = counts.failed + counts.conflict
  return [
    m.batch_notice_done({ count: done }),
    ...(failed > 0 ? [m.batch_notice_failed({ count: failed })] : []),
    ...(counts.inDoubt > 0 ? [m.batch_notice_doubt({ count: counts.inDoubt })] : []),
    ...(planned > 0 ? [m.batch_notice_left({ count: planned })] : []),
  ].join(' · ')
}
