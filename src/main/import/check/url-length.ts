/** Above this the request deserves a look (field-notes, "length"). */
export const longUrl = 4096
/** Above this the request isn't sent (field-notes, "length"). */
export const longestUrl = 8192

/** No byte of a text in UTF-8 takes more than three characters of a URL: %XX. */
export const mostPerByte = 3

/** Characters of a URL that a text takes when it is percent-encoded as UTF-8. */
export function encodedLength(text: string): number {
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x800) length += isSurrogate(code) ? 6 : 9
    else if (code >= 0x80) length += 6
    else length += isUnreserved(code) ? 1 : 3
  }
  return length
}

/** Half of a character of four bytes: the two halves take twelve. */
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff

const unreserved = new Set(Array.from('-._~', (mark) => mark.charCodeAt(0)))
const isUnreserved = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  unreserved.has(code)
