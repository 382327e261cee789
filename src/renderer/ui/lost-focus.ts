/**
 * Attachment for the heading of a page that was opened. It takes the focus also from its opener, unless somebody types
 * elsewhere by then or a dialog is open. The heading needs `tabindex="-1"`.
 */
export function takePageFocus(heading: HTMLElement): void {
  requestAnimationFrame(() => {
    const isTyped = document.activeElement?.matches('input, textarea, [contenteditable], .dialog *') ?? false
    if (!isTyped && document.querySelector('.dialog[data-state="open"]') === null)
      heading.focus({ preventScroll: true })
  })
}
