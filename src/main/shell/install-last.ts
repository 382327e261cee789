import type { Dialog } from 'electron'
import { m } from '#shared/i18n/generated/messages.js'

interface LastStep {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** Puts the new version in the place of this one and starts it. */
  readonly install: () => void
  readonly record: (what: string, error: unknown) => void
}

/** Installs a new version when everything else has ended: a failure has no window to be shown in any more. */
export async function installLast({ dialog, install, record }: LastStep): Promise<void> {
  try {
    install()
  } catch (error) {
    record('the new version was not installed', error)
    await dialog.showMessageBox({
      type: 'error',
      message: m.updates_not_installed(),
      detail: m.updates_not_installed_detail(),
    })
  }
}
