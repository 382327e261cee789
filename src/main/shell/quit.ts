import type { App, Dialog } from 'electron'
import { m } from '#shared/i18n/generated/messages.js'

export interface Quitting {
  readonly app: Pick<App, 'on' | 'exit'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** Whether something is being sent: then the person is asked first. */
  readonly busy: () => boolean
  /** Ends everything; what is on the wire may come home first. */
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
