import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  promises,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs'
import { Fault } from '#shared/bridge/failure.ts'
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

/** A file that is being read, with the name that its messages use. */
export interface SourceFile {
  readonly fd: number
  readonly name: string
  readonly bytes: number
  /** Time when the file was last written, in ms since 1970. */
  readonly changedAt: number
  /** True if a record counts as one line, however many its cells hold: the rows of a sheet do. */
  readonly rowsAreLines?: boolean
}

/** In bytes: no text whose rows are kept in memory is longer. */
export const longestText = 256 * 1_048_576

/** The system's code of an error, or ''. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The Fault for an error of the file system. */
export function asFileFault(error: unknown, file: string): Fault {
  if (error instanceof Fault) return error
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return new Fault('file-missing', { file }, { cause: error })
  if (code === 'EISDIR') return new Fault('file-is-directory', { file }, { cause: error })
  return new Fault('file-unreadable', { file, reason: code }, { cause: error })
}

/** Reads a file, opened by `openSource` and closed by `closeSource`. @throws what both throw */
export function withSource<Result>(path: string, name: string, read: (source: SourceFile) => Result): Result {
  const source = openSource(path, name)
  try {
    return read(source)
  } finally {
    closeSource(source)
  }
}

/**
 * Opens a file for one reading, during which other programs may write to it.
 * @throws Fault `file-missing`, `file-is-directory`, `file-unreadable` or `file-empty`, each with the file's name
 */
export function openSource(path: string, name: string): SourceFile {
  const fd = openOrFault(path, name)
  try {
    return sourceOf(fd, name)
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** @throws Fault `file-unreadable` (reason `changed`) if the file was written to: what was found of half a file would only mislead */
export function closeSource({ fd, name, bytes, changedAt }: SourceFile): void {
  try {
    const { size, mtimeMs } = fstatSync(fd)
    if (size !== bytes || mtimeMs !== changedAt)
      throw new Fault('file-unreadable', { file: name, reason: 'changed' })
  } finally {
    closeSync(fd)
  }
}

/**
 * Text of a file that a person named for a setting, or of a pipe, such as a shell's `<(…)`: it is read once.
 * @throws what withSource throws
 */
export function namedText(path: string): string {
  try {
    if (!statSync(path).isFIFO()) return withSource(path, path, ({ fd }) => readFileSync(fd, 'utf8'))
    const text = readFileSync(path, 'utf8')
    if (text === '') throw new Fault('file-empty', { file: path })
    return text
  } catch (error) {
    throw asFileFault(error, path)
  }
}

/** Opening a pipe would wait for somebody who writes to it; Windows knows no such flag. */
const withoutWaiting = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0

function openOrFault(path: string, name: string): number {
  try {
    return openSync(path, constants.O_RDONLY | withoutWaiting)
  } catch (error) {
    throw asFileFault(error, name)
  }
}

function sourceOf(fd: number, name: string): SourceFile {
  const stat = fstatSync(fd)
  if (stat.isDirectory()) throw new Fault('file-is-directory', { file: name })
  // A pipe or a device would be read twice, and the second time it would be empty.
  if (!stat.isFile()) throw new Fault('file-unreadable', { file: name, reason: 'not-a-file' })
  if (stat.size === 0) throw new Fault('file-empty', { file: name })
  return { fd, name, bytes: stat.size, changedAt: stat.mtimeMs }
}

/** All bytes of a file. @throws Fault `file-too-long` */
export function wholeBytes(source: SourceFile): Buffer {
  if (source.bytes > longestText) throw new Fault('file-too-long', { file: source.name })
  const buffer = Buffer.allocUnsafe(source.bytes)
  return buffer.subarray(0, readBytes(source, buffer, 0))
}

/** Fills `into` from `position` on; less only at the file's end. @returns bytes read */
export function readBytes(source: SourceFile, into: Uint8Array, position: number): number {
  let filled = 0
  try {
    while (filled < into.length) {
      const read = readSync(source.fd, into, filled, into.length - filled, position + filled)
      if (read === 0) break
      filled += read
    }
  } catch (error) {
    throw asFileFault(error, source.name)
  }
  return filled
}

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
