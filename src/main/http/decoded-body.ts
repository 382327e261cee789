import type Zlib from 'node:zlib'

interface Bound {
  readonly maxOutputLength: number
}

/** The names in a header Content-Encoding, in small letters; the last coding was made last (RFC 9110, 8.4). */
export const codingsOf = (header: string | readonly string[] | undefined): readonly string[] =>
  [header ?? '']
    .join()
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')

/**
 * The body of an answer without its codings. One that is not known stays, and so does a text that some gateways leave plain
 * under the header of a coding.
 * @throws Node's error if the body is not so coded, is cut, or has more bytes than `most`
 */
export async function decodedBody(body: Buffer, codings: readonly string[], most: number): Promise<Buffer> {
  if (codings.length === 0 || body.length === 0) return body
  const known = decodersOf(await import('node:zlib'))
  try {
    let decoded = body
    for (const coding of codings.toReversed())
      decoded = (await known.get(coding)?.(decoded, { maxOutputLength: most })) ?? decoded
    return decoded
  } catch (error) {
    if (isText(body)) return body
    throw error
  }
}

/** Codings that are read. */
export const readCodings: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'br', 'zstd', 'deflate'])

/** Coded bytes have characters in their head that no text has. */
const isText = (body: Buffer): boolean =>
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  !/[\0-\x08\x0e-\x1f]/.test(body.toString('latin1', 0, 1_024))

/** Node's decoder of a whole body. */
type OneShot = (bytes: Buffer, bound: Bound, done: (error: Error | null, decoded: Buffer) => void) => void

function decodersOf({ brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress }: typeof Zlib) {
  const by = (choose: (bytes: Buffer) => OneShot) => (bytes: Buffer, bound: Bound) =>
    new Promise<Buffer>((resolve, reject) => {
      choose(bytes)(bytes, bound, (error, decoded) => (error ? reject(error) : resolve(decoded)))
    })
  return new Map([
    ['gzip', by(() => gunzip)],
    ['x-gzip', by(() => gunzip)],
    ['br', by(() => brotliDecompress)],
    ['zstd', by(() => zstdDecompress)],
    // Some servers leave out zlib's header, whose first byte ends in the number of its method, 8.
    ['deflate', by(([first = 0]) => ((first & 15) === 8 ? inflate : inflateRaw))],
  ])
}
