import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Fault } from '#shared/bridge/failure.ts'
import { codingsOf, decodedBody, readCodings } from '../http/decoded-body.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { renameHeld } from '../storage/atomic-file.ts'

/** Bounds of a fetched file, to be a table. */
export interface AnswerBounds {
  readonly address: string
  readonly mostBytes: number
}

/** Takes the bytes of an answer as they come. */
export class AnswerFile {
  readonly #path: string
  readonly #bounds: AnswerBounds
  readonly #fd: number
  #bytes = 0

  /** @throws Fault `storage` */
  constructor(path: string, bounds: AnswerBounds) {
    this.#path = path
    this.#bounds = bounds
    this.#fd = openSync(path, 'wx', 0o600)
  }

  /** True if more came than a table has: then nothing more is kept. */
  get isTooLarge(): boolean {
    return this.#bytes > this.#bounds.mostBytes
  }

  add(chunk: Uint8Array): void {
    this.#bytes += chunk.length
    if (!this.isTooLarge) writeWhole(this.#fd, chunk, this.#path)
  }

  close(): void {
    closeSync(this.#fd)
  }
}

/**
 * Unpacks an answer in its place, if it was packed for the way.
 * @param header Content-Encoding
 * @throws Fault `fetch`: coding, cut, too-large; Fault `storage`
 */
export async function unpackAnswer(
  path: string,
  header: string | readonly string[] | undefined,
  { address, mostBytes }: AnswerBounds,
): Promise<void> {
  const codings = codingsOf(header)
  const unread = codings.find((name) => !readCodings.has(name))
  if (unread !== undefined) throw new Fault('fetch', { reason: 'coding', address, value: unread })
  if (codings.length === 0) return
  const packed = await readFile(path)
  const unpacked = await decodedBody(packed, codings, mostBytes).catch((cause: unknown) => {
    const isLarger = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw isLarger
      ? tooLarge({ address, mostBytes })
      : new Fault('fetch', { reason: 'cut', address }, { cause })
  })
  const file = new AnswerFile(`${path}.unpacked`, { address, mostBytes })
  try {
    file.add(unpacked)
  } finally {
    file.close()
  }
  renameHeld(`${path}.unpacked`, path)
}

export const tooLarge = ({ address, mostBytes }: AnswerBounds): Fault =>
  new Fault('fetch', { reason: 'too-large', address, megabytes: Math.round(mostBytes / 1_048_576) })

/** SHA-256 in hex, and the first bytes. */
export async function lookAtAnswer(path: string): Promise<{ sha256: string; bytes: number; head: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return { sha256: hash.digest('hex'), bytes, head: headOf(path) }
}

function headOf(path: string): string {
  const fd = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(1_024)
    return bytes.toString('latin1', 0, readSync(fd, bytes, 0, bytes.length, 0)).replaceAll('\0', '')
  } finally {
    closeSync(fd)
  }
}

function writeWhole(fd: number, bytes: Uint8Array, path: string): void {
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
  } catch (error) {
    throw storageFaultOf(error, path) ?? error
  }
}
