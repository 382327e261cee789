import { isUtf8 } from 'node:buffer'
import { basename } from 'node:path'

/** So that a disk takes it with what is added to it. */
const longest = 120

/**
 * Name of a fetched table, from the header Content-Disposition (RFC 6266) or the last part of the address. It never has
 * a folder, a leading point or a sign with a meaning to a system.
 */
export function fileNameOf(disposition: string | undefined, url: URL): string {
  const given = namedIn(disposition ?? '') ?? decoded(basename(url.pathname))
  const name = [
    ...basename(given.replaceAll('\\', '/'))
      .replaceAll(/[\p{C}<>:"|?*/]/gu, '')
      .replace(/^[.\s]+|[.\s]+$/g, ''),
  ]
  return name.length <= longest ? name.join('') || 'feed' : name.slice(-longest).join('')
}

function namedIn(disposition: string): string | null {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition) ?? []
  if (encoded !== undefined) return decoded(encoded)
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  const name = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare
  return name === undefined ? null : asUtf8(name)
}

/** Headers are read as letters of one byte, and most programs write UTF-8 there. */
function asUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  return /^[\x20-\xff]*$/.test(text) && isUtf8(bytes) ? bytes.toString('utf8') : text
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
