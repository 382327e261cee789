import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Those of the sealed texts of which any piece is still in a database of the folder or in its log. */
export function leftOf<Text extends Uint8Array>(
  folder: string,
  texts: readonly Text[],
  database = '.db',
): Text[] {
  const files = readdirSync(folder)
    .filter((name) => name.includes(database))
    .map((name) => readFileSync(join(folder, name)))
  const isThere = (piece: Uint8Array): boolean => files.some((file) => file.includes(Buffer.from(piece)))
  // What is written over one end of it leaves the other.
  return texts.filter((text) =>
    [0.2, 0.5, 0.8].some((part) => {
      const from = Math.floor(part * text.length)
      return isThere(text.subarray(from, from + 12))
    }),
  )
}
