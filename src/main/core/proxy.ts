/** Which way a request takes: straight, or through a proxy. */
export type Route = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly uri: string }

/** Answers for a URL in Chromium's PAC form: `PROXY host:port; DIRECT`. */
export type ProxyFor = (url: string) => Promise<string>

const direct: Route = { kind: 'direct' }

const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks5',
  SOCKS5: 'socks5',
}

/** The first entry of a PAC answer that we can follow. */
export function parseRoute(pac: string): Route {
  for (const entry of pac.split(';')) {
    const [word = '', host = ''] = entry.trim().split(/\s+/)
    if (word.toUpperCase() === 'DIRECT') return direct
    const scheme = schemes[word.toUpperCase()]
    if (scheme && host) return { kind: 'proxy', uri: `${scheme}://${host}` }
  }
  return direct
}

/** Requests to the machine itself never leave it: the sandbox must not depend on a proxy. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname)

type Environment = Readonly<Record<string, string | undefined>>

/** The proxy of the environment (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY in either case): the command line's way. */
export const environmentProxy =
  (env: Environment): ProxyFor =>
  (address) => {
    const url = new URL(address)
    const read = (name: string): string => env[name.toLowerCase()] ?? env[name.toUpperCase()] ?? ''
    const proxy = read(`${url.protocol.slice(0, -1)}_proxy`) || read('all_proxy')
    return Promise.resolve(proxy === '' || isExempt(url, read('no_proxy')) ? 'DIRECT' : asPac(proxy))
  }

function asPac(proxy: string): string {
  const url = URL.parse(proxy.includes('://') ? proxy : `http://${proxy}`)
  if (!url) return 'DIRECT'
  const word = { 'http:': 'PROXY', 'https:': 'HTTPS', 'socks5:': 'SOCKS5', 'socks:': 'SOCKS5' }[url.protocol]
  const credentials = url.username ? `${url.username}:${url.password}@` : ''
  return word ? `${word} ${credentials}${url.host}` : 'DIRECT'
}

const isExempt = (url: URL, list: string): boolean =>
  list.split(/[\s,]+/).some((entry) => {
    const [host = '', port] = entry.toLowerCase().split(':')
    const bare = host.replace(/^\*?\./, '')
    if (host === '*') return true
    if (bare === '' || (port !== undefined && port !== url.port)) return false
    return url.hostname === bare || url.hostname.endsWith(`.${bare}`)
  })
