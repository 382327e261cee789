import { Fault } from '#shared/bridge/failure.ts'

/** Numbers of 127.0.0.0/8 in any spelling are one by the time URL has read them. */
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The service's address as accounts hold it: scheme, host and path, without a slash at its end. The key travels in
 * the query of every request, so anything but https is refused, except to this same machine.
 * @throws Fault `account-address` with a `reason`: form, scheme, credentials, query or https.
 */
export function checkedBaseUrl(text: string): string {
  const url = URL.parse(text.trim())
  if (!url?.hostname) throw refusal('form')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refusal('scheme')
  if (url.username || url.password) throw refusal('credentials')
  // By the text: an empty query ("?") leaves no trace in the parsed address.
  if (/[?#]/.test(text)) throw refusal('query')
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) throw refusal('https')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** The address itself is left out of the details: what was refused may hold a password or a key. */
const refusal = (reason: string): Fault => new Fault('account-address', { reason })
