import { m } from '#shared/i18n/generated/messages.js'
import type { Batch, BatchPart } from './row.ts'

const partWords: Readonly<Record<BatchPart, () => string>> = {
  header: m.batch_part_header,
  mapping: m.batch_part_mapping,
  encoding: m.batch_part_encoding,
  delimiter: m.batch_part_delimiter,
  file: m.batch_part_file,
  contents: m.batch_part_contents,
}

/** Words for the parts of a batch that can't be read, apart from its rows; null if all of it can be. */
export const unreadablePartsWords = ({ unreadableParts }: Pick<Batch, 'unreadableParts'>): string | null =>
  unreadableParts === undefined
    ? null
    : m.batch_parts_unreadable({ parts: unreadableParts.map((part) => partWords[part]()).join(', ') })
