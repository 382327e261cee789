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
    if (left && !left.hasAttribute('tabindex')) left.tabIndex = -1
    left?.focus({ preventScroll: true })
  }
  // A frame is the page's own.
  requestAnimationFrame(() => requestAnimationFrame(take))
}

/** An element that was left by a click beside it can still have the focus. */
const canFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled')

const isPart = (element: HTMLElement): boolean =>
  element.matches(':is(main, .dialog) :is([tabindex], [aria-label], [aria-labelledby]), .dialog') &&
  canFocus(element)

/** Begins to keep it; a second time changes nothing. */
export const startKeeping = (): void => document.addEventListener('focusout', keepFocus)
