import iconv from 'iconv-lite'
import type { Encoding } from '#shared/import/draft.ts'

/** Turns bytes into text, chunk by chunk. */
export interface ChunkDecoder {
  /**
   * @param more true if the text goes on: a character that the chunk cuts waits for the next one
   * @throws TypeError if the bytes are none of the encoding and the decoder is strict
   */
  decode(bytes: Uint8Array, more: boolean): string
}

/** Encodings that the platform's TextDecoder doesn't know. */
const beyondPlatform: ReadonlySet<Encoding> = new Set(['cp1125', 'utf-32le', 'utf-32be'])

/** A decoder for one text: a strict one refuses bytes that are none of the encoding, a lenient one writes U+FFFD. */
export function decoderOf(encoding: Encoding, manner: 'strict' | 'lenient'): ChunkDecoder {
  if (beyondPlatform.has(encoding)) return new LibraryDecoder(encoding, manner === 'strict')
  const decoder = new TextDecoder(encoding, { fatal: manner === 'strict' })
  return { decode: (bytes, more) => decoder.decode(bytes, { stream: more }) }
}

/** iconv-lite knows no strict reading, so that its replacement character is looked for. */
class LibraryDecoder implements ChunkDecoder {
  readonly #stream
  readonly #strict: boolean

  constructor(encoding: Encoding, strict: boolean) {
    this.#stream = iconv.getDecoder(encoding)
    this.#strict = strict
  }

  decode(bytes: Uint8Array, more: boolean): string {
    const text = this.#stream.write(Buffer.from(bytes)) + (more ? '' : (this.#stream.end() ?? ''))
    if (this.#strict && text.includes('\ufffd')) throw new TypeError('bytes of another encoding')
    return text
  }
}
