import type { App, BrowserWindow, RenderProcessGoneDetails } from 'electron'
import { m } from '#shared/i18n/generated/messages.js'
import { getLocale } from '#shared/i18n/locale.ts'
import { appOrigin } from './app-protocol.ts'

/** Address of the page that says that the app's own has ended, or that it did not load. */
export const endedAddress = `${appOrigin}/page-ended.html`
export const failedAddress = `${appOrigin}/page-failed.html`

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { min-height: 90vh; display: grid; place-content: center; padding: 2rem; }
main { max-width: 34rem; }
h1 { font-size: 1.4rem; }
a { display: inline-block; margin-top: 1rem; padding: .5rem 1rem; border: 1px solid; border-radius: 6px; color: inherit; text-decoration: none; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
`

/** The files of the pages that stand in for the app's own; they need no script, so that nothing of them can end too. */
export function standInFiles(address: string): Readonly<Record<string, string>> {
  return {
    '/page-ended.css': style,
    '/page-ended.html': standIn(m.page_ended(), m.page_ended_detail(), address),
    '/page-failed.html': standIn(m.page_failed(), m.page_failed_detail(), address),
  }
}

const standIn = (heading: string, detail: string, address: string): string => `<!doctype html>
<html lang="${getLocale()}">
  <head>
    <meta charset="utf-8" />
    <link rel="stylesheet" href="page-ended.css" />
    <title>${escaped(m.app_name())}</title>
  </head>
  <body>
    <main>
      <h1>${escaped(heading)}</h1>
      <p>${escaped(detail)}</p>
      <a href="${escaped(address)}">${escaped(m.page_ended_open())}</a>
    </main>
  </body>
</html>
`

const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/**
 * Replaces the page when its process ends (a crash, memory run out, killed). Main and what it sends go on; the window
 * says so and leads back. The page that says so is not put in place of itself, should it end as well.
 * @returns the address that ended; undefined before any did, and if the same one ended again, which may be its fault
 */
export function replaceEndedPage(
  app: Pick<App, 'on'>,
  ownWindow: () => BrowserWindow | null,
  log: (details: Pick<RenderProcessGoneDetails, 'reason' | 'exitCode'>) => void,
): () => string | undefined {
  const ended: { last?: string; back?: string | undefined } = {}
  app.on('render-process-gone', (_event, contents, { reason, exitCode }) => {
    log({ reason, exitCode })
    const window = ownWindow()
    if (reason === 'clean-exit' || contents.id !== window?.webContents.id) return
    const at = contents.getURL()
    if (at === endedAddress || at === failedAddress) return
    ended.back = at === ended.last ? undefined : at
    ended.last = at
    // Electron must leave its own handling of the end before another page is loaded.
    setImmediate(() => {
      if (!window.isDestroyed()) void window.loadURL(endedAddress).catch(() => undefined)
    })
  })
  return () => ended.back
}
