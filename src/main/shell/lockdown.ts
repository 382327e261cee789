import type { Session, WebContents } from 'electron'
import { originOf } from './trusted-sender.ts'

/** The one permission that the page needs: Ctrl+C in the grid writes text of ours. Reading the clipboard is not among them. */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

/** No camera, no place, no device, no spell checker: for any page, except for what our own window was granted above. */
export function lockSession(
  session: Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setSpellCheckerEnabled'
  >,
  ownOrigin: string,
): void {
  const allows = (permission: string, url: string): boolean =>
    granted.has(permission) && originOf(url) === ownOrigin
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(allows(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    allows(permission, requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
  // Chromium fetches its dictionaries from a host of Google's.
  session.setSpellCheckerEnabled(false)
}

/**
 * The window stays on its own page: it goes nowhere, opens no second window and holds no webview. Where a link leads instead is
 * handed over.
 */
export function lockContents(
  contents: WebContents,
  ownOrigin: string,
  handOver: (url: string) => void,
): void {
  contents.on('will-navigate', (event) => {
    if (originOf(event.url) === ownOrigin) return
    event.preventDefault()
    handOver(event.url)
  })
  contents.setWindowOpenHandler(({ url }) => {
    handOver(url)
    return { action: 'deny' }
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
