/** An event that a listener may prevent. */
export class Preventable {
  defaultPrevented = false

  readonly preventDefault = (): void => {
    this.defaultPrevented = true
  }
}
