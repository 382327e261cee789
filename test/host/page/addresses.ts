interface Places {
  /** The window's own origin as Electron would have it (`app://forecourt`). */
  readonly ownOrigin: string
  /** The path on loopback under which the page lies. */
  readonly base: string
}

/** An address of the page as Electron would say it; one of another origin stays as it is. */
export function ownAddress(url: string, { ownOrigin, base }: Places): string {
  const { origin, href } = new URL(url, location.href)
  if (origin !== location.origin) return href
  const path = href.slice(origin.length)
  return ownOrigin + (path.startsWith(`${base}/`) ? path.slice(base.length) : path)
}

/** Where the browser finds what Electron would load. */
export function loopbackAddress(url: string, { ownOrigin, base }: Places): string {
  return url.startsWith(`${ownOrigin}/`) ? location.origin + base + url.slice(ownOrigin.length) : url
}
