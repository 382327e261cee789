/**
 * An attachment for the heading of a page: where the focus went with what was left, it comes here, so that the keyboard
 * goes on where the person is and a screen reader tells the new page. The heading needs `tabindex="-1"`.
 */
export function takeLostFocus(heading: HTMLElement): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) heading.focus({ preventScroll: true })
  })
}
