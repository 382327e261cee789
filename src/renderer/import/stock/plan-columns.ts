import { m } from '#shared/i18n/generated/messages.js'
import type { DraftRow } from '#shared/import/draft.ts'
import { actionWords, isSent, planWords } from '#shared/stock/car-words.ts'
import type { StockBrake } from '#shared/stock/stock-check.ts'
import type { GridColumn } from '../../ui/grid/columns.ts'
import { advertTitle } from '#shared/import/row-summary.ts'
import { byColumn } from '../by-column.ts'
import type { AskedCars } from './asked-cars.svelte.ts'
import { askedWords } from './car-question.ts'
import { groupTones } from '../group-words.ts'

/** A row with an error may have none. */
const keyOf = ({ car }: DraftRow): string => (car === undefined || car.key === '' ? '—' : car.key)

/** Nothing is done about a missing car before the brake is lifted. */
function happensWith(row: DraftRow, { brake, asked }: PlanParts): string {
  if (brake && row.car?.missing) return m.stock_missing_asked()
  return row.car?.action === 'asked' ? askedWords(row, asked) : planWords(row)
}

interface PlanParts {
  /** Question that holds the missing cars until it is answered. */
  readonly brake: StockBrake | null
  readonly asked: AskedCars
}

/**
 * The grid of a plan: what happens with which car, and old → new.
 */
export const planColumns = (parts: PlanParts): GridColumn<DraftRow>[] => [
  {
    id: 'action',
    title: m.stock_action(),
    width: 104,
    chip: true,
    text: ({ car, leftOut }) => (leftOut ? m.word_left_out() : car ? actionWords[car.action]() : '—'),
    tone: ({ car, leftOut }) => (car && !leftOut ? groupTones[car.action] : 'plain'),
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
    text: (row) => happensWith(row, parts),
    tone: (row) => (isSent(row) && !row.car?.missing ? 'proposed' : undefined),
    tip: (row) => row.problems.map(({ message }) => message).join(' ') || happensWith(row, parts),
  },
  byColumn(),
]
