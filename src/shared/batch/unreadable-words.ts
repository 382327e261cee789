import { m } from '#shared/i18n/generated/messages.js'
import { type BatchPart, hasUnreadable, type Batch } from './row.ts'

/** `14 of 40 rows could not be read`, after the journal was damaged; null for a batch of which all can be read. */
export function unreadableWords(batch: Pick<Batch, 'unreadable' | 'total'>): string | null {
  const { unreadable, total } = batch
  if (!hasUnreadable(batch)) return null
  return unreadable === null
    ? m.batch_unreadable_unknown({ total })
    : m.batch_unreadable({ count: unreadable, total: total + unreadable })
}

const partWords: Readonly<Record<BatchPart, () => string>> = {
  header: m.batch_part_header,
  mapping: m.batch_part_mapping,
  encoding: m.batch_part_encoding,
  delimiter: m.batch_part_delimiter,
  file: m.batch_part_file,
  contents: m.batch_part_contents,
}

/** What of a batch can't be read beside its rows; null if all of it can be. */
export const unreadablePartsWords = ({ unreadableParts }: Pick<Batch, 'unreadableParts'>): string | null =>
  unreadableParts === undefined
    ? null
    : m.batch_parts_unreadable({ parts: unreadableParts.map((part) => partWords[part]()).join(', ') })

/** Rows of another batch that can't be read and may be those of the file; `rows` is null if their number is unknown. */
export const maybeSentWords = (
  unread: readonly { readonly id: string; readonly fileName: string; readonly rows: number | null }[],
): string[] =>
  unread.map(({ id: batch, fileName: file, rows }) =>
    rows === null
      ? m.batch_sent_before_unreadable_unknown({ batch, file })
      : m.batch_sent_before_unreadable({ batch, file, count: rows }),
  )

/** What an undo can't take back of a batch; null if all of it can be read. */
export function notUndoneWords(batch: Pick<Batch, 'unreadable'>): string | null {
  const { unreadable } = batch
  if (!hasUnreadable(batch)) return null
  return unreadable === null
    ? m.batch_undo_unreadable_unknown()
    : m.batch_undo_unreadable({ count: unreadable })
}
