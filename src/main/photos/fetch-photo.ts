import { codingsOf, decodedBody } from '../http/decoded-body.ts'
import type { Transport } from '../http/transport.ts'
import { photoType, type Photo } from './photo.ts'

/** No photo of an advert comes near this. */
const largestPhoto = 10 * 1_048_576
const limitMs = 15_000

/**
 * Fetches one photo on the ways that requests to the service take, with the same check of certificates. It carries no
 * key and no cookie, and follows no redirect, which could lead to a host that the address itself may not name.
 * @returns null for an answer that is no picture, or too large a one
 * @throws what the network throws, and Node's error for a coding that is no such one
 */
export async function fetchPhoto(transport: Transport, url: URL): Promise<Photo | null> {
  const origin = new URL(url.origin)
  const signal = AbortSignal.timeout(limitMs)
  const { request } = await import('undici')
  const { statusCode, headers, body } = await transport.send(origin, { limitMs, signal }, (route) =>
    request(url, {
      dispatcher: transport.pooled(origin, route),
      headers: { accept: 'image/*' },
      signal,
    }),
  )
  const type = photoType(String(headers['content-type'] ?? ''))
  if (statusCode !== 200 || type === undefined) {
    await body.dump()
    return null
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > largestPhoto) return null
    chunks.push(chunk)
  }
  const codings = codingsOf(headers['content-encoding'])
  return { type, bytes: new Uint8Array(await decodedBody(Buffer.concat(chunks), codings, largestPhoto)) }
}
