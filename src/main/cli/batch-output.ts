import type { Batch } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { unreadablePartsWords, unreadableWords } from '#shared/batch/unreadable-words.ts'
import type { Forecourt } from '../assemble.ts'
import { printedBatch, type PrintedBatch } from '../batch/batch-json.ts'
import { json, type Output } from './output.ts'

/** A batch as `--json` prints it. */
export const printedOf = (batch: Batch, { batches }: Forecourt): PrintedBatch =>
  printedBatch(batch, batches.reader.allRows(batch.id))

/** Prints a batch: as one object with its rows, or as a line with its counts. */
export function printBatch(batch: Batch, asJson: boolean, forecourt: Forecourt, output: Output): void {
  output.print(asJson ? json(printedOf(batch, forecourt)) : `${batch.id}  ${countsOf(batch)}\n`)
}

export function countsOf(batch: Batch): string {
  const { sending, ...counts } = batch.counts
  const words = m.cli_counts({ ...counts, inDoubt: counts.inDoubt + sending })
  return [words, unreadableWords(batch), unreadablePartsWords(batch)]
    .filter((each) => each !== null)
    .join('  ')
}

/** Says how many rows are done only because an advert like theirs was found. */
export function sayLikeness({ likeness: count = 0 }: Batch, output: Output): void {
  if (count > 0) output.say(m.batch_by_likeness({ count }))
}

/** Says how many rows wait for a person's answer, and how to answer. */
export function sayConflicts({ id: batch, counts }: Batch, output: Output): void {
  if (counts.conflict > 0) output.say(m.cli_conflicts({ count: counts.conflict, batch }))
}
