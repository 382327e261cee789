import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** Way of a request to the service: directly, or through a proxy. */
export type Route = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly uri: string }

/** Answers for a URL in Chromium's PAC form: `PROXY host:port; DIRECT`. */
export type ProxyFor = (url: string) => Promise<string>

/** A setting that names no proxy that can be used. To connect directly instead is not for the app to decide. */
export class ProxySettingError extends Error {
  readonly setting: string

  constructor(setting: string) {
    super(`no proxy that can be followed: ${setting}`)
    this.name = 'ProxySettingError'
    this.setting = setting
  }
}

export const direct: Route = { kind: 'direct' }

/** SOCKS alone means version 4, which can't be followed. */
const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
}

/**
 * The entries of a PAC answer that can be followed, in its order: a later one is for when an earlier can't be reached.
 * @throws ProxySettingError if it has entries and none of them can be followed.
 */
export function parseRoutes(pac: string): readonly Route[] {
  const entries = pac.split(';').map((entry) => entry.trim())
  const routes = entries.flatMap(routeOf)
  if (routes.length > 0) return routes
  if (entries.every((entry) => entry === '')) return [direct]
  throw new ProxySettingError(pac.replace(/[^\s;]*@/g, ''))
}

function routeOf(entry: string): Route[] {
  const [word = '', host = ''] = entry.split(/\s+/)
  if (word.toUpperCase() === 'DIRECT') return [direct]
  const scheme = schemes[word.toUpperCase()]
  const uri = `${scheme ?? ''}://${host}`
  return scheme !== undefined && host !== '' && URL.canParse(uri) ? [{ kind: 'proxy', uri }] : []
}

/** Host and port of the proxy, without a login; undefined for the straight way. */
export const proxyName = (route: Route): string | undefined =>
  route.kind === 'proxy' ? new URL(route.uri).host : undefined

/**
 * A proxy's address without its login, and the login apart; one in a SOCKS address stays there.
 * @throws URIError for a broken escape
 */
export function loginOf(uri: string): { readonly url: URL; readonly login: string | null } {
  const url = new URL(uri)
  const { username, password } = url
  if (url.protocol === 'socks5:' || username === '' || password === '') return { url, login: null }
  url.username = ''
  url.password = ''
  return { url, login: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` }
}

/** Requests to the machine itself never leave it: the sandbox must not depend on a proxy. */
export const isLoopback = ({ hostname }: Pick<URL, 'hostname'>): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname)

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy of the environment (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY in either case): the command line's way.
 * Rejects with a ProxySettingError that names the variable if its value is no proxy.
 */
export const environmentProxy =
  (env: Environment): ProxyFor =>
  (address) =>
    new Promise((resolve) => {
      const url = new URL(address)
      const read = (name: string): string => (env[name.toLowerCase()] ?? env[name.toUpperCase()] ?? '').trim()
      const own = `${url.protocol.slice(0, -1)}_proxy`
      const name = read(own) === '' ? 'all_proxy' : own
      const proxy = read(name)
      const isDirect = proxy === '' || isExempt(url, read('no_proxy'))
      resolve(isDirect ? 'DIRECT' : asPac(proxy, name.toUpperCase()))
    })

const words: Readonly<Record<string, string>> = {
  'http:': 'PROXY',
  'https:': 'HTTPS',
  'socks5:': 'SOCKS5',
  'socks5h:': 'SOCKS5',
  'socks:': 'SOCKS5',
}

function asPac(proxy: string, name: string): string {
  const [, scheme = 'http:', login, place = ''] = /^(?:([a-z\d]+:)\/\/)?(?:(.*)@)?(.*)$/i.exec(proxy) ?? []
  const url = URL.parse(`${scheme}//${place}`)
  const word = words[url?.protocol ?? '']
  if (!url || word === undefined || url.host === '') throw new ProxySettingError(name)
  return `${word} ${login === undefined ? '' : `${escapedLogin(login)}@`}${url.host}`
}

/** A login as an address may hold it: of `DOMAIN\user:p@ss` neither `\` nor `@` may. What is escaped already stays so. */
const escapedLogin = (login: string): string =>
  login.replaceAll(/%(?![\da-f]{2})|[^\w.~:%!$'()*+,=-]/giu, encodeURIComponent)

/** True if an address is in NO_PROXY: names with all below them, IP addresses and ranges (`10.0.0.0/8`), with a port or without. */
function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((entry) => entry.replace(/^\[(.*)\](\/\d+)/, '[$1$2]'))
    .some((entry) => {
      const { name, port: own = port } = exemption(entry)
      return (
        own === port &&
        (isIP(host) > 0 && /^[\d.:a-f/]+$/.test(name) ? isInRange(host, name) : isNamed(host, name))
      )
    })
}

/** `host:8080`, `[::1]:8080` and `::1`: an IPv6 address without brackets has no port. */
function exemption(entry: string): { readonly name: string; readonly port?: string } {
  const found: readonly (string | undefined)[] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? []
  const [, bracketed, bare = entry, port] = found
  return { name: bracketed ?? bare, ...(port !== undefined && { port }) }
}

function isNamed(host: string, name: string): boolean {
  if (name === '*') return true
  // In the letters of an address: of `сервіс.укр` it has others.
  const bare = domainToASCII(name.replace(/^\*?\.?/, '').replace(/\.$/, ''))
  return bare !== '' && (host === bare || host.endsWith(`.${bare}`))
}

function isInRange(host: string, range: string): boolean {
  const [address = '', bits] = range.split('/')
  const [family, most] = isIP(address) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const)
  // Of a mask, `/255.0.0.0`, nothing can be said.
  if (isIP(address) === 0 || !/^\d+$/.test(bits ?? '0') || Number(bits ?? most) > most) return false
  const listed = new BlockList()
  listed.addSubnet(address, Number(bits ?? most), family)
  return listed.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}
