import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Fault } from '#shared/bridge/failure.ts'
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
 * @param coding the header Content-Encoding
 * @throws Fault `fetch`: coding, cut, too-large
 */
export async function unpackAnswer(
  path: string,
  coding: string,
  { address, mostBytes }: AnswerBounds,
): Promise<void> {
  if (coding === '' || coding === 'identity') return
  if (coding !== 'gzip' && coding !== 'x-gzip')
    throw new Fault('fetch', { reason: 'coding', address, value: coding })
  const unpacked = `${path}.unpacked`
  const file = new AnswerFile(unpacked, { address, mostBytes })
  try {
    const gunzip = createGunzip()
    const packed = createReadStream(path)
    packed.on('error', (error) => gunzip.destroy(error))
    for await (const chunk of Readable.from(packed.pipe(gunzip))) {
      file.add(chunk as Uint8Array)
      if (file.isTooLarge) throw tooLarge({ address, mostBytes })
    }
    renameHeld(unpacked, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new Fault('fetch', { reason: 'cut', address }, { cause: error })
    throw error
  } finally {
    file.close()
    rmSync(unpacked, { force: true })
  }
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
