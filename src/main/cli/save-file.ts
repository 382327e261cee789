import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  promises,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { draftNextTo, linkedPlace, renameHeldLater } from '../storage/atomic-file.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { unwritten } from './failure-report.ts'
import { type Output, printBytes, sayLines } from './output.ts'
import { UsageError } from './usage-error.ts'

/**
 * Checks that a file can be saved under this path, before the work that the file will report on begins.
 * @param inputs what the command reads: none of it is written over, whatever its name is this time
 * @throws Fault `storage` with the path and the reason, UsageError if it is one of the inputs or of the app's own files
 */
export function ensureSaveable(path: string, inputs: readonly (string | undefined)[] = []): void {
  if (isStandardOutput(path)) return
  if (inputs.some((input) => input !== undefined && isSameFile(path, input)))
    throw new UsageError(m.cli_output_is_input({ file: path }))
  try {
    const link = lstatSync(path, { throwIfNoEntry: false })
    if (link) refuseForeignLink(path, link)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isFile() && isInDataFolder(realpathSync.native(path)))
      throw new UsageError(m.cli_output_is_data({ file: path }))
    if (found?.isDirectory()) throw notSaved(path)
    // What is no file, as a pipe, is written in place.
    accessSync(found && !found.isFile() ? path : dirname(linkedPlace(path)), constants.W_OK)
  } catch (error) {
    throw error instanceof Fault || error instanceof UsageError ? error : saveFault(path, error)
  }
}

/** `-` and the system's names for standard output, as in other programs; a file of that name is `./-`. */
const isStandardOutput = (path = ''): boolean =>
  /^(?:-|\/dev\/stdout|(?:\/dev|\/proc\/self)\/fd\/1)$/.test(path)

export const shownPath = (path: string): string => (isStandardOutput(path) ? m.cli_standard_output() : path)

/** A data folder is known by what every start makes in it. */
function isInDataFolder(path: string): boolean {
  const folder = dirname(path)
  if (folder === path) return false
  return (
    ['journal.db', 'settings.json'].every((name) => existsSync(join(folder, name))) || isInDataFolder(folder)
  )
}

/** By its place on the disk: a link, a second name or another spelling is the same file. */
function isSameFile(path: string, other: string): boolean {
  const [one, two] = [path, other].map((each) => {
    try {
      return statSync(each, { bigint: true })
    } catch {
      // An unreadable place is reported when it is opened.
      return null
    }
  })
  return Boolean(one?.isFile() && two && one.dev === two.dev && one.ino === two.ino)
}

const notSaved = (path: string, cause?: unknown): Fault =>
  new Fault('storage', { path, reason: 'not-saved' }, { cause })

/** There is no such folder, or what should be one is a file, or the other way round, or links lead in a circle. */
const noPlace: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP']

/** @throws as saveChunks */
export const saveFile = (path: string, bytes: Uint8Array): Promise<void> => saveChunks(path, [bytes])

/**
 * Saves a file in pieces, under its name only when it is whole. The old file stays until then, and for good if the
 * writing fails. Standard output (`-`), a device or a pipe gets the pieces as they come.
 * @throws Fault `storage` with the path and the system's reason; what makes the pieces throws
 */
export async function saveChunks(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const failed = (error: unknown): never => {
    throw error instanceof Fault ? error : saveFault(path, error)
  }
  if (isStandardOutput(path)) {
    for await (const chunk of chunks)
      await printBytes(chunk).catch((error: unknown) => {
        throw unwritten(error)
      })
    return
  }
  const { target, draft, mode } = await placeOf(path).catch(failed)
  const file = await promises.open(draft, draft === target ? 'w' : 'wx', mode).catch(failed)
  try {
    await writeAll(file, chunks, failed)
    if (draft !== target) await renameHeldLater(draft, target).catch(failed)
  } catch (error) {
    if (draft !== target) await promises.rm(draft, { force: true })
    throw error
  }
}

async function writeAll(
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  failed: (error: unknown) => never,
): Promise<void> {
  try {
    for await (const chunk of chunks)
      try {
        await file.appendFile(chunk)
      } catch (error) {
        // Only a pipe has a reader, who has read enough.
        if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return
        failed(error)
      }
    await file.sync().catch(() => undefined)
  } finally {
    await file.close()
  }
}

/** Place of the file, and where it is written first: next to it, unless it can't be replaced. */
async function placeOf(path: string): Promise<{ target: string; draft: string; mode: number }> {
  const link = await promises.lstat(path).catch(() => null)
  if (link) refuseForeignLink(path, link)
  const found = await promises.stat(path).catch(() => null)
  // The pipes of a shell are links that lead to no path.
  if (found && !found.isFile()) return { target: path, draft: path, mode: found.mode }
  // A link stays a link to the file that is replaced.
  const target = linkedPlace(path)
  return { target, draft: draftNextTo(target), mode: found ? found.mode & 0o777 : 0o666 }
}

/** A link of one's own says where a file is to be; one that somebody else put there would choose for the person. */
function refuseForeignLink(path: string, found: Stats): void {
  const user = process.getuid?.()
  if (!found.isSymbolicLink() || user === undefined || found.uid === user || found.uid === 0) return
  throw new Fault('storage', { path, reason: 'foreign-link' })
}

function saveFault(path: string, error: unknown): Fault {
  if (error instanceof Error && 'code' in error && noPlace.includes(error.code)) return notSaved(path, error)
  const known = storageFaultOf(error, path)
  // The name that the person gave, and not that of the draft.
  if (known) return new Fault('storage', { ...known.details, path }, { cause: error })
  const reason = error instanceof Error ? error.message : String(error)
  return new Fault('storage', { path, reason }, { cause: error })
}

/**
 * Words of a command whose bytes go to standard output: all of them are for people then.
 * @throws UsageError if its result is requested as JSON, too: a program could not separate the two
 */
export function besideResult(path: string | undefined, output: Output, asJson = false): Output {
  if (!isStandardOutput(path)) return output
  if (asJson) throw new UsageError(m.cli_output_twice())
  const say = (text: string): void => sayLines(text.trimEnd(), output)
  return { ...output, print: say, printText: say }
}

/** Endings by which other programs would open the file as what it isn't. */
const otherForms = new Set(
  '.xls .xlsm .xlsb .ods .numbers .pdf .json .xml .html .htm .doc .docx .rtf .zip .gz .bz2 .xz .zst .7z .rar .db'.split(
    ' ',
  ),
)
const texts = new Set(['.csv', '.tsv', '.tab', '.txt', '.log'])

const endingOf = (path: string): string => extname(path).toLowerCase()

const otherForm = (file: string, ...endings: readonly string[]): UsageError =>
  new UsageError(m.cli_output_form({ file, endings: endings.join(', ') }))

/**
 * The form of a table that is saved: its ending says it, because other programs open it by that.
 * @param xlsx whether a workbook is asked for
 * @throws UsageError for an ending of another form
 */
export function formOf(path: string, xlsx: boolean): 'csv' | 'xlsx' {
  const ending = endingOf(path)
  if (xlsx && (otherForms.has(ending) || texts.has(ending))) throw otherForm(path, '.xlsx')
  if (otherForms.has(ending)) throw otherForm(path, '.csv', '.xlsx')
  return xlsx || ending === '.xlsx' ? 'xlsx' : 'csv'
}

/** The character between columns that the ending of a table of text says. */
export const delimiterFor = (path: string): '\t' | undefined => (isTabbed(path) ? '\t' : undefined)

const isTabbed = (path: string): boolean => ['.tsv', '.tab'].includes(endingOf(path))

/**
 * @param delimiter the character between columns
 * @throws UsageError for an ending of another form
 */
export function csvOnly(path: string, delimiter = ','): void {
  const ending = endingOf(path)
  if (ending === '.xlsx' || otherForms.has(ending) || (isTabbed(path) && delimiter !== '\t'))
    throw otherForm(path, '.csv')
}

/** @throws UsageError for an ending of another form */
export function zipOnly(path: string): void {
  const ending = endingOf(path)
  if (ending !== '.zip' && (ending === '.xlsx' || otherForms.has(ending) || texts.has(ending)))
    throw otherForm(path, '.zip')
}
