import CircleDollarSign from '@lucide/svelte/icons/circle-dollar-sign'
import CircleMinus from '@lucide/svelte/icons/circle-minus'
import CirclePlus from '@lucide/svelte/icons/circle-plus'
import FileSpreadsheet from '@lucide/svelte/icons/file-spreadsheet'
import Pencil from '@lucide/svelte/icons/pencil'
import Plus from '@lucide/svelte/icons/plus'
import Trash from '@lucide/svelte/icons/trash'
import Type from '@lucide/svelte/icons/type'
import Undo from '@lucide/svelte/icons/undo-2'
import type { Component } from 'svelte'
import type { Contents } from '#shared/batch/contents.ts'
import { isFinished, isReadInFull, type Batch } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { type BatchStatus, batchStatus } from './batch-columns.ts'
import { isOfFile } from './batch-title.ts'
import { troubleWords } from './batch-words.ts'

/** The state of a batch in the list: how many of its rows are in trouble, in place of that some are. */
export function activityStatus(batch: Batch, isUndone: boolean): BatchStatus {
  const status = batchStatus(batch)
  const troubles = troubleWords(batch)
  if (isUndone && status.tone === 'done') return { tone: 'plain', label: m.activity_state_undone() }
  return isFinished(batch.state) && isReadInFull(batch) && troubles.length > 0
    ? { tone: status.tone, label: troubles.join(', ') }
    : status
}

/** How many adverts a batch is about; its rows, if what they do was not counted. */
export const advertsOf = ({ contents, total, counts }: Batch): number =>
  contents === null ? total - counts.invalid : contents.creates + contents.edits + contents.deletes

/** The batches of which an undo took all back that they did. */
export function undoneIds(batches: readonly Batch[]): ReadonlySet<string> {
  const done = new Map(batches.map(({ id, counts }) => [id, counts.done]))
  return new Set(
    batches.flatMap(({ undoOf, state, counts }) =>
      undoOf !== null && isFinished(state) && counts.done >= (done.get(undoOf) ?? Infinity) ? [undoOf] : [],
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
