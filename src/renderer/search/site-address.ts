const key = 'market-site'

/** `https://host/path` of an address that was pasted, so that a search can be shown there; '' for a bare query. */
export function siteOf(pasted: string): string {
  const url = URL.parse(pasted.trim())
  return url?.protocol === 'https:' ? `${url.origin}${url.pathname}` : ''
}

/** The page of the site from which an address was pasted last, '' if none ever was. */
export const rememberedSite = (): string => localStorage.getItem(key) ?? ''

export const rememberSite = (site: string): void => localStorage.setItem(key, site)
