import { readFileSync } from 'node:fs'
import { extname, join, normalize, sep } from 'node:path'
import type { CustomScheme, Protocol } from 'electron'
import { photoScheme } from '#shared/inventory/photo-address.ts'

/** The origin of our own pages. */
export const appOrigin = 'app://forecourt'
export const appAddress = `${appOrigin}/index.html`

/** To be handed to `protocol.registerSchemesAsPrivileged` before the app is ready. */
export const appScheme: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

/**
 * Our own scripts and styles and nothing else. The page itself reaches no host: calls go through the bridge, photos
 * through a scheme of main's. Text becomes markup or script in one place only, the templates that Svelte has compiled.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  `img-src 'self' ${photoScheme}:`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html',
].join('; ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

/** Pages that main makes itself, by their path. */
type MadePages = () => Readonly<Record<string, string>>

/** Serves the pages that main makes and the files of `root` as app://forecourt/…, and nothing outside of it. */
export function serveApp(
  protocol: Pick<Protocol, 'handle'>,
  root: string,
  made: MadePages = () => ({}),
): void {
  protocol.handle('app', (request) => answerMade(made(), request) ?? answerFile(root, request))
}

function answerMade(
  pages: Readonly<Record<string, string>>,
  { url }: Pick<Request, 'url'>,
): Response | undefined {
  const { protocol, host, pathname } = new URL(url)
  if (`${protocol}//${host}` !== appOrigin || !Object.hasOwn(pages, pathname)) return undefined
  return new Response(pages[pathname], {
    headers: { ...headers, 'content-type': types[extname(pathname)] ?? '' },
  })
}

/**
 * One of our own files, some hundred kilobytes at most. Read without the thread pool: its four threads may all be
 * waiting for name look-ups, half a minute without a network. The window would be blank until then.
 */
export function answerFile(root: string, request: Pick<Request, 'url' | 'method'>): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405)
  const path = filePath(root, new URL(request.url))
  const type = path === undefined ? undefined : types[extname(path)]
  if (path === undefined || type === undefined) return refuse(404)
  try {
    return new Response(readFileSync(path), { headers: { ...headers, 'content-type': type } })
  } catch {
    return refuse(404)
  }
}

/** Undefined for another host, and for a path that leads out of the root however it is written. */
function filePath(root: string, url: URL): string | undefined {
  if (`${url.protocol}//${url.host}` !== appOrigin) return undefined
  let name: string
  try {
    name = decodeURIComponent(url.pathname)
  } catch {
    return undefined
  }
  if (name.includes('\0') || name.includes('\\')) return undefined
  const path = normalize(join(root, name))
  return path.startsWith(normalize(root) + sep) ? path : undefined
}

const refuse = (status: number): Response => new Response(null, { status, headers })
