import type { Contents } from '#shared/batch/contents.ts'
import type { Batch } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { percentWords } from '#shared/words/percent-words.ts'

/**
 * True if the batch was made of a file that a person brought; one of a version that didn't count its contents always
 * was.
 */
export const isOfFile = ({ file, undoOf, contents }: Batch): boolean =>
  undoOf === null && (file !== null || contents === null)

/** Origin of the rows: another desk of the team, the file's name, or that they were made in the app. */
export function batchOrigin(batch: Batch): string {
  if (batch.desk !== undefined) return batch.desk
  if (batch.undoOf !== null) return m.activity_from_undo()
  return isOfFile(batch) ? batch.fileName : m.activity_from_app()
}

/** Deed of a batch, `40 prices −2 %`; its file's name if that isn't known, or if it sends nothing. */
export function batchDeed({ contents, fileName, undoOf }: Batch): string {
  const deed = contents === null ? '' : contentsWords(contents)
  return undoOf === null ? deed || fileName : m.batch_undo_of({ file: deed || fileName })
}

/** Title of a batch's page: a file by its name, anything else by what it does. */
export const batchTitle = (batch: Batch): string => (isOfFile(batch) ? batch.fileName : batchDeed(batch))

function contentsWords(contents: Contents): string {
  const { creates, edits, deletes, prices, texts, inStock, outOfStock, advert } = contents
  // An edit of several fields is named by each of them; one without names is an edit.
  const isNamed = prices + texts + inStock + outOfStock >= edits
  const parts: readonly (readonly [count: number, many: Words, one: Named | null])[] = [
    [creates, m.word_new_advert_count, null],
    [prices, (said) => m.activity_prices(said) + shareWords(contents), priceOf(contents)],
    [texts, m.activity_texts, m.activity_text_of],
    [outOfStock, m.activity_out_of_stock, m.activity_out_of_stock_of],
    [inStock, m.activity_in_stock, m.activity_in_stock_of],
    [isNamed ? 0 : edits, m.word_edit_count, m.activity_change_of],
    [deletes, m.word_deletion_count, m.activity_delete_of],
  ]
  const done = parts.filter(([count]) => count > 0)
  const [only] = done
  const one = only?.[2]
  if (advert !== null && done.length === 1 && one) return one({ advert })
  if (advert !== null && edits === 1) return m.activity_change_of({ advert })
  return done.map(([count, many]) => many({ count })).join(', ')
}

type Words = (said: { count: number }) => string
type Named = (said: { advert: string }) => string

const priceOf =
  (contents: Contents): Named =>
  (said) =>
    m.activity_price_of(said) + shareWords(contents)

/** Rounded prices move by a little more or less than was asked for: by how much they differ and still count as the same. */
const sameWithin = 0.25

/** ` −2 %` if all prices move by the same share, else nothing. */
function shareWords({ percent }: Contents): string {
  if (percent === null || percent.most - percent.least > sameWithin) return ''
  const share = (percent.least + percent.most) / 2
  const whole = Math.round(share)
  return ` ${percentWords(Math.abs(share - whole) < sameWithin ? whole : share)}`
}
