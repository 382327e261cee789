import type { BrowserWindow, Dialog, MessageBoxOptions, Shell } from 'electron'
import { m } from '#shared/i18n/generated/messages.js'

interface LinkPorts {
  readonly shell: Pick<Shell, 'openExternal'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** The window that asks; null if there is none. */
  readonly window: () => BrowserWindow | null
  readonly onFailed: (error: unknown) => void
  /** The only other hosts that an administrator lets pages be opened of, at any port, in small letters; absent, the person is asked. */
  readonly hosts?: readonly string[] | undefined
}

/** The service's site, its parts and its pages for developers. */
const knownSites = ['ria.com'] as const

/** Longer than any address that a person would read. */
const shownLetters = 300

/**
 * Hands links to the system's browser. Those of the service go at once, others after a question that names the host. If
 * an administrator listed the allowed hosts, others don't go at all. A host is asked about once per run of the app,
 * with one question at a time: a page can't bury the desktop in them.
 */
export function outsideLinks({
  shell,
  dialog,
  window,
  onFailed,
  hosts,
}: LinkPorts): (address: string) => void {
  const accepted = new Set<string>()
  let asking = false

  const isAccepted = ({ host, hostname }: URL): boolean =>
    accepted.has(host) ||
    hosts?.includes(hostname) === true ||
    knownSites.some((site) => host === site || host.endsWith(`.${site}`))

  function show(options: MessageBoxOptions): Promise<{ readonly response: number }> {
    const box = window()
    return box ? dialog.showMessageBox(box, options) : dialog.showMessageBox(options)
  }

  /** A click without effect is reported, with the address for copying. */
  async function open(url: URL): Promise<void> {
    try {
      await shell.openExternal(url.href)
    } catch (error) {
      onFailed(error)
      await show({ type: 'warning', message: m.link_failed({ host: url.host }), detail: shown(url) })
    }
  }

  async function refuse({ host }: URL): Promise<void> {
    await show({ type: 'info', message: m.policy_link_refused({ host }) })
  }

  async function ask(url: URL): Promise<void> {
    asking = true
    try {
      if (hosts) {
        await refuse(url)
        return
      }
      if ((await show(question(url))).response !== 0) return
      accepted.add(url.host)
      await open(url)
    } finally {
      asking = false
    }
  }

  return (address) => {
    const url = webAddress(address)
    if (!url) return
    if (isAccepted(url)) void open(url).catch(onFailed)
    else if (!asking) void ask(url).catch(onFailed)
  }
}

/** An encrypted web address without a login; nothing else is opened. */
function webAddress(address: string): URL | undefined {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return undefined
  url.username = ''
  url.password = ''
  return url
}

const shown = ({ href }: URL): string =>
  href.length > shownLetters ? `${href.slice(0, shownLetters)}…` : href

const question = (url: URL): MessageBoxOptions => ({
  type: 'question',
  message: m.link_question({ host: url.host }),
  detail: shown(url),
  buttons: [m.link_open(), m.word_cancel()],
  defaultId: 1,
  cancelId: 1,
})
