import { m } from '#shared/i18n/generated/messages.js'
import type { DraftRow } from '#shared/import/draft.ts'
import { actionWords, isSent, planWords } from '#shared/stock/car-words.ts'
import type { GridColumn } from '../../ui/grid/columns.ts'
import { advertTitle } from '#shared/import/row-summary.ts'
import { byColumn } from '../by-column.ts'
import { actionTones } from './plan-words.ts'

/** A row with an error may have none. */
const keyOf = ({ car }: DraftRow): string => (car === undefined || car.key === '' ? '—' : car.key)

/** The grid of a plan: what happens with which car, and old → new. */
export const planColumns = (): GridColumn<DraftRow>[] => [
  {
    id: 'action',
    title: m.stock_action(),
    width: 104,
    chip: true,
    text: ({ car, leftOut }) => (leftOut ? m.word_left_out() : car ? actionWords[car.action]() : '—'),
    tone: ({ car, leftOut }) => (car && !leftOut ? actionTones[car.action] : 'plain'),
  },
  { id: 'key', title: m.stock_number_column(), width: 92, text: keyOf },
  { id: 'car', title: m.word_car(), width: 176, text: advertTitle },
  {
    id: 'line',
    title: m.batch_view_column_line(),
    width: 56,
    align: 'end',
    text: ({ line, car }) => (car?.missing ? '—' : String(line)),
  },
  {
    id: 'what',
    title: m.stock_what(),
    width: 340,
    grows: true,
    text: planWords,
    tone: (row) => (isSent(row) && !row.car?.missing ? 'proposed' : undefined),
    tip: (row) => row.problems.map(({ message }) => message).join(' ') || planWords(row),
  },
  byColumn(),
]
