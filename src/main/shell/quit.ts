import type { App, BrowserWindow, Dialog } from 'electron'
import { m } from '#shared/i18n/generated/messages.js'

export interface Quitting {
  readonly app: Pick<App, 'on' | 'exit'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** Whether something is being sent: then the person is asked first. */
  readonly busy: () => boolean
  /** Ends everything, after the answers to what is being sent. */
  readonly close: () => Promise<void>
}

/** Quits only when all is closed: nothing that was sent loses its answer because a window was shut. */
export function quitCleanly({ app, dialog, busy, close }: Quitting): void {
  let ending = false
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (ending) return
    ending = true
    void (async () => {
      ending = !busy() || (await mayStop(dialog))
      if (!ending) return
      await close().catch(() => undefined)
      app.exit(0)
    })()
  })
}

/**
 * While something is being sent, closing the last window asks like quitting does, and before the window is gone: a person who
 * goes on still sees what happens. On macOS an app lives on without a window.
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

async function mayStop(dialog: Quitting['dialog']): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: m.quit_sending(),
    detail: m.quit_sending_detail(),
    buttons: [m.quit_stop(), m.quit_go_on()],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}
