import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { extname, join } from 'node:path'
import { m } from '#shared/i18n/generated/messages.js'
import { Fault } from '#shared/bridge/failure.ts'
import { asFileFault, codeOf } from '../../import/csv/source-file.ts'
import { type FolderFile, refuseOtherThanFolder } from './own-folders.ts'

/**
 * Endings of tables and of files that may hold one, readable or not: a file that is ignored in silence would be waited for.
 * Others are notes of the program that writes the tables (`.ok`, `.md5`), or older ones (`.bak`).
 */
const endings = new Set(
  (
    '.csv .tsv .tab .txt .xlsx .xlsm .xltx .xltm .xls .xlsb .ods .fods .numbers .gsheet .xml .yml .htm .html .json .jsonl ' +
    '.ndjson .zip .gz .rar .7z .tar .tgz .bz2 .xz .dbf .mdb .accdb .db .sqlite .pdf .doc .docx .rtf'
  ).split(' '),
)

/** Excel locks a workbook with a file of such a name. */
const isTable = (name: string): boolean =>
  endings.has(extname(name).toLowerCase()) && !name.startsWith('.') && !name.startsWith('~$')

/** The folders that watch makes in the one that it watches. */
const ownFolders = ['work', 'done', 'failed', 'checked'] as const

export interface FoundFile extends FolderFile {
  readonly changedAt: number
  /** The same as long as it is the same file with the same content. */
  readonly state: string
}

/** A file that is never imported, and why. */
export interface RefusedFile {
  readonly state: string
  readonly words: string
}

export interface Found {
  /** The oldest first. */
  readonly files: readonly FoundFile[]
  readonly refused: readonly RefusedFile[]
}

/** A folder in which files appear. */
export class WatchedFolder {
  readonly path: string

  /** @throws Fault `usage` if it is no folder or is not there, or a folder of watch's own is a link; `file-unreadable` */
  constructor(path: string) {
    this.path = path
    this.look()
    for (const name of ownFolders) refuseOtherThanFolder(join(path, name))
  }

  /** The tables in it, and what looks like one. */
  look(): Found {
    try {
      return lookAt(this.path, readdirSync(this.path).filter(isTable))
    } catch (error) {
      throw asFolderFault(error, this.path)
    }
  }
}

/** Looks at files by their names, without opening or following any. */
export function lookAt(folder: string, names: readonly string[]): Found {
  const files: FoundFile[] = []
  const refused: RefusedFile[] = []
  for (const name of names) {
    const path = join(folder, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat) {
      // A name that is no UTF-8 is read with marks in the place of its bytes, and nothing is there under that name.
      if (name.includes('\uFFFD')) refused.push({ state: name, words: m.cli_watch_bad_name({ file: name }) })
      continue
    }
    const state = `${name} ${stat.ino} ${stat.size} ${stat.mtimeMs}`
    const refusal = refusalOf(stat)
    if (refusal === null) files.push({ name, path, changedAt: stat.mtimeMs, mode: stat.mode & 0o666, state })
    else refused.push({ state: `${state} ${stat.nlink}`, words: refusal({ file: name }) })
  }
  files.sort((one, other) => one.changedAt - other.changedAt || (one.name < other.name ? -1 : 1))
  return { files, refused }
}

/**
 * Words about what is never imported; null for a file with one name. A link or a second name may stand for a file that
 * the folder's owner can't read.
 */
export function refusalOf(stat: Stats): ((inputs: { file: string }) => string) | null {
  if (stat.isSymbolicLink()) return m.cli_watch_link
  if (!stat.isFile()) return m.cli_watch_no_file
  return stat.nlink > 1 ? m.cli_watch_second_name : null
}

function asFolderFault(error: unknown, path: string): Fault {
  const words = { ENOTDIR: m.cli_watch_is_file, ENOENT: m.cli_watch_folder_missing }[codeOf(error)]
  if (words) return new Fault('usage', { reason: words({ path }) }, { cause: error })
  const fault = asFileFault(error, path)
  return new Fault('file-unreadable', { ...fault.details, file: path }, { cause: error })
}
