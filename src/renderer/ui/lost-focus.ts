/**
 * An attachment for the heading of a page. If the element that had the focus was removed with the page before, the heading
 * gets the focus, so that the keyboard continues on this page and a screen reader reads its heading. The heading needs `tabindex="-1"`.
 */
export function takeLostFocus(heading: HTMLElement): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) heading.focus({ preventScroll: true })
  })
}
