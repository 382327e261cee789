import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { asFileFault } from '../../import/csv/source-file.ts'
import { storageFaultOf } from '../../storage/storage-fault.ts'
import { refusalOf, type FoundFile } from './watched-folder.ts'
import { foundFile, newFile } from './own-folders.ts'
import { makeFolder } from '../../system/make-folder.ts'

/** A file's content at its taking, safe from changes by others. */
export interface PrivateCopy {
  readonly path: string
  readonly sha256: string
  /** Place where the report of its rows is written until it is whole. */
  readonly report: string
}

/** Time after which the files of a killed process are removed, in ms: another process may still read what is newer. */
const keptFor = 24 * 3_600_000

/** Copies of files in the data folder, which only its owner reads. */
export class PrivateCopies {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    makeFolder(folder)
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      const stat = lstatSync(path, { throwIfNoEntry: false })
      if (stat && Date.now() - stat.mtimeMs > keptFor) rmSync(path, { recursive: true, force: true })
    }
  }

  /** @throws Fault `file-missing` or `file-unreadable`, also if it was written to meanwhile; `storage` of the data folder */
  async copy({ path, name }: Pick<FoundFile, 'path' | 'name'>): Promise<PrivateCopy> {
    const place = join(this.#folder, randomBytes(8).toString('hex'))
    mkdirSync(place, { mode: 0o700 })
    const copy = join(place, name)
    try {
      const sha256 = await copyTo(copy, path, name)
      return { path: copy, sha256, report: `${place}.report.csv` }
    } catch (error) {
      rmSync(place, { recursive: true, force: true })
      throw error
    }
  }

  remove({ path, report }: PrivateCopy): void {
    rmSync(dirname(path), { recursive: true, force: true })
    rmSync(report, { force: true })
  }
}

/**
 * SHA-256 of a file, in hex.
 * @param bytes of its beginning alone, which may be read while the rest is written
 * @throws as `PrivateCopies.copy`
 */
export const digestOf = (path: string, name: string, bytes = Infinity): Promise<string> =>
  reading(
    path,
    name,
    async (chunks) => {
      const hash = createHash('sha256')
      for await (const chunk of chunks) hash.update(chunk)
      return hash.digest('hex')
    },
    bytes,
  )

/** Copies a file while it is read once, with the time when it was changed. @returns its SHA-256 in hex */
const copyTo = (copy: string, path: string, name: string): Promise<string> =>
  reading(path, name, async (chunks, changedAt) => {
    const hash = createHash('sha256')
    const fd = openSync(copy, newFile, 0o600)
    try {
      for await (const chunk of chunks) {
        hash.update(chunk)
        writeFileSync(fd, chunk)
      }
    } catch (error) {
      throw storageFaultOf(error, copy) ?? error
    } finally {
      closeSync(fd)
    }
    utimesSync(copy, new Date(), changedAt)
    return hash.digest('hex')
  })

async function reading(
  path: string,
  name: string,
  read: (chunks: AsyncIterable<Buffer>, changedAt: Date) => Promise<string>,
  bytes = Infinity,
): Promise<string> {
  let fd: number | null = null
  try {
    fd = openSync(path, foundFile)
    const before = fstatSync(fd)
    if (refusalOf(before) !== null) throw new Fault('file-unreadable', { file: name, reason: 'not-a-file' })
    const done = await read(createReadStream('', { fd, autoClose: false, end: bytes - 1 }), before.mtime)
    const { size, mtimeMs } = fstatSync(fd)
    if (bytes === Infinity && (size !== before.size || mtimeMs !== before.mtimeMs))
      throw new Fault('file-unreadable', { file: name, reason: 'changed' })
    return done
  } catch (error) {
    throw asFileFault(error, name)
  } finally {
    if (fd !== null) closeSync(fd)
  }
}
