import type { Encoding } from '#shared/import/draft.ts'
import { type Cell, type CsvOptions, csvText } from './csv-text.ts'
import { textBytes } from './text-bytes.ts'

interface CsvForm extends CsvOptions {
  readonly encoding: Encoding
  /** True if the file begins with the mark of its encoding, if that has one. */
  readonly bom: boolean
}

/** A CSV file in pieces, each as its page is read: it is never in memory as a whole. */
export async function* csvChunks(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
  { encoding, bom, ...csv }: CsvForm,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield textBytes(csvText([header], csv), encoding, bom)
  for await (const rows of pages) if (rows.length > 0) yield textBytes(csvText(rows, csv), encoding, false)
}
