import { fieldNames, kindOf } from '#shared/batch/field-lists.ts'
import { fieldKinds } from '../../writes/field-kinds.ts'

/** Above this the request gets a warning (docs/service/practice.md, "length"). */
export const longUrl = 4096
/** Above this the request isn't sent (docs/service/practice.md, "length"). */
export const longestUrl = 8192

/** No unit of a text takes more than three bytes in UTF-8, each of them three characters of a URL: %XX. */
export const mostPerSign = 9

/** The path, a key of 40 characters and the user id. */
const frame = '/auto/new/autos?api_key=&user_id='.length + 40 + fieldKinds.id.urlLength

/** Characters of a URL behind the service's address without the texts, at most: every parameter as long as it can be. */
export const urlLengthWithoutTexts = fieldNames.reduce(
  (length, field) => length + `&${field}=`.length + (fieldKinds[kindOf(field)].urlLength ?? 0),
  frame,
)

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
