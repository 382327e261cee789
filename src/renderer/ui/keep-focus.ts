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

/** Begins to keep it; a second time changes nothing. */
export const startKeeping = (): void => document.addEventListener('focusout', keepFocus)
