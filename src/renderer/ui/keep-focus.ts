import { latinLetter } from './latin-letter.ts'

/**
 * Keeps the keyboard on the page when the element with the focus is removed, hidden or disabled. The nearest part of the
 * page around it that is left takes the focus, else the page's heading. Whatever the page focuses itself comes first.
 */
function keepFocus({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null || !(target instanceof HTMLElement)) return
  const around: HTMLElement[] = []
  for (let part = target.parentElement; part; part = part.parentElement) around.push(part)
  const take = (): void => {
    if (document.activeElement !== document.body || canFocus(target)) return
    const left = around.find(isPart) ?? document.querySelector<HTMLElement>('main h1')
    if (left && !left.hasAttribute('tabindex')) lendFocus(left)
    left?.focus({ preventScroll: true })
  }
  // The first frame is for the page's own focus.
  requestAnimationFrame(() => requestAnimationFrame(take))
}

/** Lets a part take the focus until it is left: a later click on a text in it must not focus it. */
function lendFocus(part: HTMLElement): void {
  part.tabIndex = -1
  const end = (): void => {
    // In a window that is left it keeps the focus.
    if (document.activeElement === part) return
    part.removeAttribute('tabindex')
    part.removeEventListener('blur', end)
  }
  part.addEventListener('blur', end)
}

/** An element that was left by a click beside it can still have the focus. */
const canFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled')

const isPart = (element: HTMLElement): boolean =>
  element.matches(':is(main, .dialog) :is([tabindex], [aria-label], [aria-labelledby]), .dialog') &&
  canFocus(element)

/**
 * Gives the keys of a list to the page's first list while nothing takes them itself, as after the page was opened. Typed
 * text stays out: it must not edit a cell that nobody sees chosen.
 */
function toList(event: KeyboardEvent): void {
  const { key, target, defaultPrevented, altKey, ctrlKey, metaKey } = event
  const isAll = (ctrlKey || metaKey) && latinLetter(event) === 'a'
  const givers = isAll ? others : key === 'Enter' ? 'body, main h1' : 'body, main h1, nav a'
  const isMeant = isAll || listKeys.test(key)
  if (!isMeant || defaultPrevented || altKey || !(target instanceof Element && target.matches(givers))) return
  const list = document.querySelector<HTMLElement>('main :is([role="grid"], [role="treegrid"])')
  const taken = `.dialog[data-state="open"]${isAll ? '' : ', main [data-own-keys]'}`
  if (!list || list.contains(target) || document.querySelector(taken) !== null) return
  event.preventDefault()
  list.focus({ preventScroll: true })
  list.dispatchEvent(new KeyboardEvent(event.type, event))
}

const listKeys = /^(?:Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Enter|F2)$/
/** All but texts that select their own. */
const others = ':not(input, textarea, [contenteditable="true"], .popup *, .dialog *)'

/** Begins to keep it, and to give the keys on; a second time changes nothing. */
export function startKeeping(): void {
  document.addEventListener('focusout', keepFocus)
  document.addEventListener('keydown', toList)
}
