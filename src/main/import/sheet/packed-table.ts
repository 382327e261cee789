import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'
import { Fault } from '#shared/bridge/failure.ts'
import { longestText, type SourceFile, wholeBytes } from '../csv/source-file.ts'
import { chunkSize, inflated, mostUnpacked } from './inflated.ts'
import type { PackageParts } from './package-parts.ts'
import { hugeSheet } from './sheet-faults.ts'

/** A table in an archive. */
export interface PackedTable {
  readonly name: string
  /** Its bytes in pieces. @throws Fault `sheet-too-large`, `sheet-broken` */
  readonly bytes: () => AsyncIterable<Buffer>
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
  return entry ?? null
}

/** The table in a gzip file, which programs name differently or not at all. */
export const tableInGzip = (source: SourceFile): PackedTable => ({
  name: basename(source.name).replace(/\.gz(?:ip)?$/i, ''),
  bytes: () => gunzipped(source),
})

async function* gunzipped(source: SourceFile): AsyncGenerator<Buffer> {
  const { name, bytes: packed } = source
  if (packed > longestText) throw hugeSheet(name)
  let size = 0
  for await (const bytes of inflated(createGunzip({ chunkSize }), wholeBytes(source), name)) {
    size += bytes.length
    if (size > mostUnpacked(packed)) throw hugeSheet(name)
    yield bytes
  }
}
