/** Numbers of 127.0.0.0/8 in any spelling are one by the time URL has read them. */
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

type Parts = 'protocol' | 'hostname' | 'username' | 'password' | 'origin' | 'pathname'
/** Every process has it, though the language alone does not. */
declare const URL: { parse(text: string): Readonly<Record<Parts, string>> | null }

export type AddressProblem = 'form' | 'scheme' | 'credentials' | 'query' | 'https'

/**
 * The service's address as accounts hold it (scheme, host and path without a final slash), or the reason against it.
 * Addresses typed by a person, allowed by an administrator and given to the command line are read here. The key travels
 * in the query of every request, so anything but https is refused, except to this same machine.
 */
export function readBaseUrl(
  text: string,
): { readonly baseUrl: string } | { readonly problem: AddressProblem } {
  const url = URL.parse(text.trim())
  if (!url) return { problem: 'form' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'scheme' }
  if (url.username || url.password) return { problem: 'credentials' }
  // By the text: an empty query ("?") leaves no trace in the parsed address.
  if (/[?#]/.test(text)) return { problem: 'query' }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) return { problem: 'https' }
  return { baseUrl: url.origin + url.pathname.replace(/\/+$/, '') }
}
