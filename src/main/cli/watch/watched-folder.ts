import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { m } from '#shared/i18n/generated/messages.js'
import { Fault } from '#shared/bridge/failure.ts'
import { asFileFault } from '../../import/csv/source-file.ts'
import { lookAt, type Found } from './found-files.ts'
import { refuseOtherThanFolder } from './own-folder.ts'

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

/** Default time without writes after which a file counts as whole, in ms. */
export const usualRest = 2_000
const mostRest = 3_600_000

/** `10s` or `5m` in ms; null for what is none, less than 1 second or more than an hour. */
export function restOf(text: string): number | null {
  const [, count = '', unit] = /^(\d{1,4})([sm])$/.exec(text.trim()) ?? []
  const ms = Number(count) * (unit === 'm' ? 60_000 : 1_000)
  return unit !== undefined && ms >= 1_000 && ms <= mostRest ? ms : null
}

/** The folders that watch makes in the one that it watches. */
const ownFolders = ['work', 'done', 'failed', 'checked'] as const

/** A folder in which files appear. */
export class WatchedFolder {
  readonly path: string

  /** @throws Fault `usage` if it is no folder or is not there, or a folder of watch's own is a link; `file-unreadable` */
  constructor(path: string) {
    this.path = path
    this.look()
    for (const name of ownFolders) refuseOtherThanFolder(join(path, name))
  }

  /** The tables in it, the oldest first, and what looks like one. */
  look(): Found {
    try {
      return lookAt(this.path, readdirSync(this.path).filter(isTable))
    } catch (error) {
      throw asFolderFault(error, this.path)
    }
  }
}

function asFolderFault(error: unknown, path: string): Fault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOTDIR')
    return new Fault('usage', { reason: m.cli_watch_is_file({ path }) }, { cause: error })
  if (code === 'ENOENT')
    return new Fault('usage', { reason: m.cli_watch_folder_missing({ path }) }, { cause: error })
  const fault = asFileFault(error, path)
  return new Fault('file-unreadable', { ...fault.details, file: path }, { cause: error })
}
