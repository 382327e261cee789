import { BrowserWindow, screen } from 'electron'
import { failedAddress } from './page-ended.ts'
import { type Screens, type WindowPlace, windowPlace } from './window-place.ts'

/** A window is shown after this time also if its page has painted nothing yet, in ms. */
const latestShow = 5000

/** Place where the place of the window is kept. */
interface PlaceMemory {
  load(): WindowPlace | undefined
  save(place: WindowPlace): void
  onNotSaved(error: unknown): void
}

export interface WindowOptions {
  readonly title: string
  /** The page: app://forecourt/index.html, or the development server's address. */
  readonly address: string
  readonly preload: string
  readonly icon?: string
  /** The colour behind the page until it has painted. */
  readonly background: string
  readonly place: PlaceMemory
  readonly onLoadFailed: (error: unknown) => void
}

/** Opens the app's window, where it stood last time, and shows it when there is something to see. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const last = options.place.load()
  const place = windowPlace(screens(), last?.bounds)
  const window = new BrowserWindow({
    ...place,
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
  // Windows makes it in the scale of the first screen: on one of another scale it would have another size.
  const { x, y, width, height } = place
  if (x !== undefined && y !== undefined) window.setBounds({ x, y, width, height })
  showOnce(window, last?.maximized ?? false)
  window.on('close', () => savePlace(window, options.place))
  window.loadURL(options.address).catch((error: unknown) => {
    // Another page was opened meanwhile.
    if ((error as { code?: string }).code === 'ERR_ABORTED' || window.isDestroyed()) return
    options.onLoadFailed(error)
    void window.loadURL(failedAddress).catch(() => undefined)
  })
  return window
}

/** Shows the window when there is something to see, and in any case after a while: an app without a window can't be closed. */
function showOnce(window: BrowserWindow, maximized: boolean): void {
  const show = (): void => {
    clearTimeout(late)
    if (window.isDestroyed() || window.isVisible()) return
    // Shows it as well: before there is something to see it would be an empty one.
    if (maximized) window.maximize()
    window.show()
  }
  const late = setTimeout(show, latestShow)
  window.once('ready-to-show', show)
  window.once('closed', () => clearTimeout(late))
}

/**
 * To be called also before `app.exit`, which closes no window: it would end without its place. Throws nothing: a full disk or a
 * locked file must not keep the app open.
 */
export function savePlace(
  window: Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>,
  place: Pick<PlaceMemory, 'save' | 'onNotSaved'>,
): void {
  try {
    place.save({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  } catch (error) {
    place.onNotSaved(error)
  }
}

function screens(): Screens {
  const first = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== first.id)
  return [first.workArea, ...others.map(({ workArea }) => workArea)]
}
