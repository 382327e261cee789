import type Zlib from 'node:zlib'

interface Bound {
  readonly maxOutputLength: number
}

/**
 * The body of an answer without its codings; one that is not known stays.
 * @param codings the header Content-Encoding, whose last coding was made last (RFC 9110, 8.4)
 * @throws Node's error if the body is not so coded, is cut, or has more bytes than `most`
 */
export async function decodedBody(body: Buffer, codings: string, most: number): Promise<Buffer> {
  if (codings === '' || body.length === 0) return body
  const known = decodersOf(await import('node:zlib'))
  let decoded = body
  for (const coding of codings.toLowerCase().split(',').toReversed())
    decoded = (await known.get(coding.trim())?.(decoded, { maxOutputLength: most })) ?? decoded
  return decoded
}

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
