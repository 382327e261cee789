import type { StagedRow } from '#shared/staged/staged-edit.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { formatDateTime } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { columnWords } from '../writes/field-words.ts'
import { byWords, newWords, oldWords, stateTones, stateWords } from './cell-words.ts'

/** The columns of the review, in the language of the moment. */
export const reviewColumns = (): readonly GridColumn<StagedRow>[] => [
  {
    id: 'advert',
    title: m.word_advert(),
    width: 220,
    text: ({ title, advert }) => title || String(advert),
  },
  { id: 'field', title: m.word_field(), width: 104, text: ({ field }) => columnWords(field) },
  {
    id: 'old',
    title: m.staged_col_old(),
    width: 150,
    text: oldWords,
    tip: oldWords,
    struck: ({ seen }) => seen !== null,
  },
  {
    id: 'new',
    title: m.staged_col_new(),
    width: 170,
    grows: true,
    text: newWords,
    tip: newWords,
    tone: ({ state }) => stateTones[state],
  },
  { id: 'by', title: m.staged_one_by(), width: 76, align: 'end', text: byWords },
  { id: 'undo', title: m.word_undo(), width: 92, text: () => '' },
  {
    id: 'state',
    title: m.word_state(),
    width: 240,
    text: stateWords,
    tip: stateWords,
    tone: ({ state }) => stateTones[state],
    chip: true,
  },
  { id: 'id', title: m.word_id(), width: 88, align: 'end', text: ({ advert }) => String(advert) },
  {
    id: 'at',
    title: m.staged_col_at(),
    width: 150,
    hidden: true,
    text: ({ stagedAt }) => formatDateTime(stagedAt),
  },
]
