/**
 * Attachment for the heading of a page. It takes the focus if the element that had it is gone with the last page: the
 * keyboard continues on the new page and a screen reader announces it. The heading needs `tabindex="-1"`.
 */
export function takeLostFocus(heading: HTMLElement): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) heading.focus({ preventScroll: true })
  })
}

/**
 * The same for the heading of a page that was opened. It takes the focus also from its opener, unless somebody types
 * elsewhere by then or a dialog is open.
 */
export function takePageFocus(heading: HTMLElement): void {
  requestAnimationFrame(() => {
    const isTyped = document.activeElement?.matches('input, textarea, [contenteditable], .dialog *') ?? false
    if (!isTyped && document.querySelector('.dialog[data-state="open"]') === null)
      heading.focus({ preventScroll: true })
  })
}
