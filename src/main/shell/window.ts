import { BrowserWindow, screen, type Rectangle } from 'electron'
import { windowSize } from './window-size.ts'

/** Where the window stood when it was closed last. */
interface WindowPlace {
  readonly bounds: Rectangle
  readonly maximized: boolean
}

export interface WindowOptions {
  readonly title: string
  /** The page: app://forecourt/index.html, or the development server's address. */
  readonly address: string
  readonly preload: string
  readonly icon?: string
  /** The colour behind the page until it has painted. */
  readonly background: string
  readonly place: { load(): WindowPlace | undefined; save(place: WindowPlace): void }
  readonly onLoadFailed: (error: unknown) => void
}

/** Opens the app's window, where it stood last time, and shows it when there is something to see. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const last = options.place.load()
  const window = new BrowserWindow({
    ...windowSize(screen.getPrimaryDisplay().workArea),
    ...(last && isOnScreen(last.bounds) && last.bounds),
    ...(options.icon !== undefined && { icon: options.icon }),
    title: options.title,
    backgroundColor: options.background,
    show: false,
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  })
  if (last?.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => savePlace(window, options.place))
  window.loadURL(options.address).catch(options.onLoadFailed)
  return window
}

/** To be called also before `app.exit`, which closes no window: it would end without its place. */
export function savePlace(
  window: Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>,
  place: WindowOptions['place'],
): void {
  place.save({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
}

/** A screen that was there last time may be gone: a window that can't be seen can't be moved back. */
function isOnScreen({ x, y, width, height }: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const across = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x)
    const down = Math.min(y + height, workArea.y + workArea.height) - Math.max(y, workArea.y)
    return across >= width / 2 && down >= height / 2
  })
}
