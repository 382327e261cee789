import { createReadStream, createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Fault } from '#shared/bridge/failure.ts'
import type { SourceFile } from '../csv/source-file.ts'
import type { PackageParts } from './package-parts.ts'
import { asBroken, hugeSheet } from './sheet-faults.ts'
import { mostEntryBytes, mostRatio, ratioFrom } from './zip-entries.ts'

/** A table in an archive. */
export interface PackedTable {
  readonly name: string
  /** @throws Fault `sheet-too-large`, `sheet-broken` */
  readonly unpack: (output: string) => Promise<void>
}

const tables = /\.(?:csv|tsv|xlsx|xlsm|xltx|xltm|xls|xlsb|ods|fods|numbers|xml|json|jsonl|gz|dbf)$/i
const pages = /\.(?:txt|html?)$/i
/** Entries that systems and programs add to an archive. */
const isOwn = (name: string): boolean =>
  /(?:^|[/\\])(?:__MACOSX[/\\]|\.[^/\\]*$|~\$|Thumbs\.db$|desktop\.ini$)/i.test(name)

/**
 * The table in an archive; null if there is none.
 * @throws Fault `file-binary` with the reason `archive-tables` and the names if there are several
 */
export function tableInZip(source: SourceFile, parts: PackageParts): PackedTable | null {
  const files = parts.entries.filter(({ name }) => !isOwn(name))
  const named = files.filter(({ name }) => tables.test(name))
  const found = named.length > 0 ? named : files.filter(({ name }) => pages.test(name))
  if (found.length > 1) {
    const choices = found.map(({ name }) => name).join(', ')
    throw new Fault('file-binary', { file: source.name, reason: 'archive-tables', choices })
  }
  const [entry] = found.length === 0 && files.length === 1 ? files : found
  if (!entry) return null
  const unpack = (output: string): Promise<void> =>
    pipeline(entry.bytes(), createWriteStream(output, { mode: 0o600 }))
  return { name: entry.name, unpack }
}

/** Name for the content of a gzip file, which programs name differently or not at all. */
export const tableInGzip = (source: SourceFile, path: string): PackedTable => ({
  name: basename(source.name).replace(/\.gz(?:ip)?$/i, ''),
  unpack: (output) => gunzip(source, path, output),
})

async function gunzip({ name, bytes }: SourceFile, path: string, output: string): Promise<void> {
  const most = Math.min(mostEntryBytes, Math.max(ratioFrom, bytes * mostRatio))
  let size = 0
  const bounded = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      size += piece.length
      if (size > most) throw hugeSheet(name)
      yield piece
    }
  }
  try {
    await pipeline(
      createReadStream(path),
      createGunzip(),
      bounded,
      createWriteStream(output, { mode: 0o600 }),
    )
  } catch (error) {
    throw asBroken(error, name)
  }
}
