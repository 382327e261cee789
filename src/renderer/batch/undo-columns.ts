import { m } from '#shared/i18n/generated/messages.js'
import type { BatchRow } from '#shared/batch/row.ts'
import { undoGradeOf, type UndoGrade } from '#shared/batch/undo.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import type { Tone } from '../ui/tone.ts'
import { lineColumn } from '../writes/line-column.ts'
import { operationWords } from '../writes/operation-words.ts'
import { rowSummary } from '#shared/import/row-summary.ts'
import { advertColumn, idColumn } from './batch-columns.ts'
import { undoGradeWords } from './batch-words.ts'
import { isChangedSince, isChoosable, isChosen } from './undo-state.svelte.ts'

const gradeTones: Readonly<Record<UndoGrade, Tone>> = {
  exact: 'done',
  partial: 'warning',
  impossible: 'plain',
}

/** A row's grade as its chip says it; preceded by whether the advert has changed since. */
export function gradeChip(row: BatchRow): { readonly tone: Tone; readonly label: string } {
  const grade = undoGradeOf(row.errorCode) ?? 'impossible'
  const words = undoGradeWords[grade]()
  return isChangedSince(row)
    ? { tone: 'conflict', label: `${m.word_changed_since()} · ${words}` }
    : { tone: gradeTones[grade], label: words }
}

/** A preview's rows: what is chosen, how far it gets, and old → new. */
export function undoColumns(): GridColumn<BatchRow>[] {
  return [
    {
      id: 'chosen',
      title: m.batch_undo_take_back(),
      width: 104,
      align: 'center',
      text: (row) => (isChosen(row) ? m.word_yes() : m.word_no()),
    },
    lineColumn(),
    {
      id: 'operation',
      title: m.word_action(),
      width: 100,
      text: (row) => (row.operation && isChoosable(row) ? operationWords[row.operation]() : '—'),
    },
    advertColumn(),
    { id: 'grade', title: m.word_outcome(), width: 200, text: (row) => gradeChip(row).label },
    { id: 'what', title: m.word_changes(), width: 320, text: rowSummary },
    {
      id: 'note',
      title: m.word_note(),
      width: 420,
      text: (row) => row.problems.map(({ message }) => message).join(' ') || (row.errorWords ?? ''),
    },
    idColumn(),
  ]
}
