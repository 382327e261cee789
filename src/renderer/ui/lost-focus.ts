/**
 * An attachment for the heading of a page: it takes the focus if the element that had it is gone with the last page, so
 * that the keyboard continues on the new page and a screen reader announces it. The heading needs `tabindex="-1"`.
 */
export function takeLostFocus(heading: HTMLElement): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) heading.focus({ preventScroll: true })
  })
}
