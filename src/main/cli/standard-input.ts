import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { storageFaultOf } from '../storage/storage-fault.ts'

/** Paths that stand for standard input; a file of that name is `./-`. */
export const standardInput = '-'

/** A copy of an input that can't be read twice, until `remove`: a table is read more than once. @throws Fault `storage` */
export async function keptInput(input: Readable): Promise<{ content: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-input-'))
  const content = join(folder, 'standard-input')
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    await pipeline(input, createWriteStream(content, { mode: 0o600 }))
  } catch (error) {
    remove()
    throw storageFaultOf(error, content) ?? error
  }
  return { content, remove }
}
