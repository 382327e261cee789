import CircleDollarSign from '~icons/lucide/circle-dollar-sign'
import CircleMinus from '~icons/lucide/circle-minus'
import CirclePlus from '~icons/lucide/circle-plus'
import FileSpreadsheet from '~icons/lucide/file-spreadsheet'
import Pencil from '~icons/lucide/pencil'
import Plus from '~icons/lucide/plus'
import Trash from '~icons/lucide/trash'
import Type from '~icons/lucide/type'
import Undo from '~icons/lucide/undo-2'
import type { Component } from 'svelte'
import type { Contents } from '#shared/batch/contents.ts'
import type { Batch } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { type BatchStatus, batchStatus } from './batch-columns.ts'
import { isOfFile } from './batch-title.ts'
import { troubleWords } from './batch-words.ts'

/** The state of a batch in the list: how many of its rows are in trouble, in place of that some are. */
export function activityStatus(batch: Batch, isUndone: boolean): BatchStatus {
  const status = batchStatus(batch)
  const troubles = troubleWords(batch)
  if (isUndone && status.tone === 'done') return { tone: 'plain', label: m.activity_state_undone() }
  return batch.state === 'finished' && batch.unreadableParts === undefined && troubles.length > 0
    ? { tone: status.tone, label: troubles.join(', ') }
    : status
}

/** Number of adverts of a batch; its rows, if what they do was not counted. */
export const advertsOf = ({ contents, total, counts }: Batch): number =>
  contents === null ? total - counts.invalid : contents.creates + contents.edits + contents.deletes

/** The batches of which an undo took all back that they did. */
export function undoneIds(batches: readonly Batch[]): ReadonlySet<string> {
  const done = new Map(batches.map(({ id, counts }) => [id, counts.done]))
  return new Set(
    batches.flatMap(({ undoOf, state, counts }) =>
      undoOf !== null && state === 'finished' && counts.done >= (done.get(undoOf) ?? Infinity)
        ? [undoOf]
        : [],
    ),
  )
}

const deedIcons: readonly (readonly [(contents: Contents) => number, Component])[] = [
  [({ deletes }) => deletes, Trash],
  [({ creates }) => creates, Plus],
  [({ prices }) => prices, CircleDollarSign],
  [({ texts }) => texts, Type],
  [({ outOfStock }) => outOfStock, CircleMinus],
  [({ inStock }) => inStock, CirclePlus],
]

/** The sign of what was done: an undo, a file, or the gravest thing that was done in the app. */
export function activityIcon(batch: Batch): Component {
  const { contents } = batch
  if (batch.undoOf !== null) return Undo
  if (isOfFile(batch) || contents === null) return FileSpreadsheet
  return deedIcons.find(([count]) => count(contents) > 0)?.[1] ?? Pencil
}
