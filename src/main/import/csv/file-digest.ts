import { createHash } from 'node:crypto'
import { createReadStream, promises } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Fault } from '#shared/bridge/failure.ts'
import { asFileFault, type SourceFile } from './source-file.ts'

/** A file as it was when it was checked. */
export type FileState = Pick<SourceFile, 'name' | 'bytes' | 'changedAt'>

/**
 * The SHA-256 of a file, in hex, computed in slices far below a millisecond. It costs as much as parsing, so it is
 * computed only for a file that is planned.
 * @throws Fault `file-unreadable` (reason `changed`) if the file is no longer the one that was checked
 */
export async function digestFile(path: string, checked: FileState): Promise<string> {
  try {
    const { size, mtimeMs } = await promises.stat(path)
    if (size !== checked.bytes || mtimeMs !== checked.changedAt)
      throw new Fault('file-unreadable', { file: checked.name, reason: 'changed' })
    return await digestOf(path)
  } catch (error) {
    throw asFileFault(error, checked.name)
  }
}

/** The SHA-256 of a file, in hex. @throws what the file system throws */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
