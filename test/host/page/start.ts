import type { PageConfig } from '../wire.ts'
import { IpcRenderer } from './ipc-renderer.ts'
import { installLocks } from './locks.ts'
import { clearImmediate, preloadProcess, preloadRequire, setImmediate } from './preload-require.ts'
import { answerMain } from './questions.ts'
import { ownAddress } from './addresses.ts'
import { serveSchemes } from './schemes.ts'
import { Shortcuts } from './shortcuts.ts'
import { windowKey } from './window-key.ts'
import { WireEnd } from './wire-end.ts'

type Preload = (
  require: (id: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  process: object,
  buffer: undefined,
  setImmediate: unknown,
  clearImmediate: unknown,
) => void

/** Runs before any script of the page: connects to main, sets the locks, runs the preload. */
export function startPage(config: PageConfig, preload: Preload): void {
  const key = windowKey(config.key)
  if (key === null) {
    location.replace(`${config.base}/.host/second-window`)
    return
  }
  const wire: WireEnd = new WireEnd(config.socket, key, {
    event: ({ channel, args }) => ipcRenderer.receive(channel, args),
    ask: ({ id, question }) =>
      void answerMain(question).then((value) => wire.send({ kind: 'answer', id, value })),
    shortcuts: (message) => shortcuts.replace(message.shortcuts),
    open: ({ url }) => openAside(url),
    reload: () => location.reload(),
    go: ({ path }) => goTo(path),
  })
  const ipcRenderer = new IpcRenderer(wire)
  const shortcuts = new Shortcuts((id) => wire.send({ kind: 'shortcut', id }))
  const openAside = asideOpener()
  const goTo = installLocks({ ...config, wire })
  serveSchemes(config.schemes, config.base)
  window.addEventListener('focus', () => wire.send({ kind: 'focus', focused: true }))
  window.addEventListener('blur', () => wire.send({ kind: 'focus', focused: false }))
  // What is said as the page is hidden may be lost with its socket.
  for (const left of ['beforeunload', 'pagehide'])
    window.addEventListener(left, () => wire.send({ kind: 'leaving' }))
  navigation.addEventListener('currententrychange', () =>
    wire.send({ kind: 'moved', url: ownAddress(location.href, config) }),
  )
  window.addEventListener('host-menu', (event) => {
    const id = String((event as CustomEvent<unknown>).detail)
    void wire.ask({ what: 'menu', id }).then(() => dispatchEvent(new CustomEvent('host-menu-chosen')))
  })
  window.addEventListener('load', () => {
    const { matches: dark } = matchMedia('(prefers-color-scheme: dark)')
    wire.send({ kind: 'loaded', title: document.title, dark })
  })

  const module = { exports: {} }
  try {
    preload(
      preloadRequire(ipcRenderer),
      module,
      module.exports,
      preloadProcess(config),
      undefined,
      setImmediate,
      clearImmediate,
    )
  } catch (error) {
    // As in Electron: a preload that throws does not keep the page from loading.
    console.error('Unable to load preload script', error)
  }
}

/** The browser's own `open`, kept before the locks take its place. */
function asideOpener(): (url: string) => void {
  const open = window.open.bind(window)
  return (url) => void open(url, '_blank', 'noopener')
}
