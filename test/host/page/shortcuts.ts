import type { Shortcut } from '../wire.ts'

/** Keys that a text field keeps for itself, as Chromium's editing commands do before the menu sees them. */
const editingKeys: ReadonlySet<string> = new Set(['a', 'c', 'v', 'x', 'y', 'z'])

/** The native menu's shortcuts: the page's own listeners come first, and what they prevent never reaches the menu. */
export class Shortcuts {
  #shortcuts: readonly Shortcut[] = []

  constructor(click: (id: number) => void) {
    const last = (event: KeyboardEvent): void => {
      const found = event.defaultPrevented ? undefined : this.#find(event)
      if (!found) return
      event.preventDefault()
      click(found.id)
    }
    // Put at the end of the window's listeners again for each key, so that ours is the last to be called.
    const again = (): void => {
      window.removeEventListener('keydown', last)
      window.addEventListener('keydown', last)
    }
    window.addEventListener('keydown', again, { capture: true })
  }

  replace(shortcuts: readonly Shortcut[]): void {
    this.#shortcuts = shortcuts
  }

  #find(event: KeyboardEvent): Shortcut | undefined {
    const key = event.key.toLowerCase()
    if (editingKeys.has(key) && isEditable(event.target)) return undefined
    return this.#shortcuts.find(
      (one) =>
        one.ctrl === event.ctrlKey &&
        one.alt === event.altKey &&
        one.shift === event.shiftKey &&
        one.meta === event.metaKey &&
        (one.key === key || one.code === event.code),
    )
  }
}

function isEditable(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement)
    return !['button', 'checkbox', 'radio', 'range'].includes(target.type)
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}
