/**
 * Pictures of schemes that main serves (`photo://…`): no browser knows them, so an `<img>` loads them from loopback.
 */
export function serveSchemes(schemes: readonly string[], base: string): void {
  const loopback = (url: string): string => {
    const [scheme = '', rest] = url.split('://', 2)
    return rest !== undefined && schemes.includes(scheme)
      ? `${base}/.host/scheme/${scheme}/${url.slice(scheme.length + 3)}`
      : url
  }
  const image = HTMLImageElement.prototype
  image.setAttribute = function (name, value) {
    Element.prototype.setAttribute.call(this, name, name.toLowerCase() === 'src' ? loopback(value) : value)
  }
  const src = Object.getOwnPropertyDescriptor(image, 'src')
  Object.defineProperty(image, 'src', {
    ...src,
    set(this: HTMLImageElement, value: string) {
      src?.set?.call(this, loopback(value))
    },
  })
}
