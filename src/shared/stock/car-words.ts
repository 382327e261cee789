import type { Problem } from '../batch/row.ts'
import { m } from '../i18n/generated/messages.js'
import type { DraftRow } from '../import/draft.ts'
import { rowState } from '../import/row-state.ts'
import { rowSummary } from '../import/row-summary.ts'
import { reasonWords } from './reason-words.ts'
import { isHeldBack, type StockAction } from './stock-actions.ts'
import type { CarDecision } from './stock-check.ts'

/** State of a car in a plan. */
export const actionWords: Readonly<Record<StockAction, () => string>> = {
  create: m.word_new_one,
  edit: m.stock_action_edit,
  unchanged: m.word_unchanged,
  waiting: m.stock_action_waiting,
  missing: m.stock_action_missing,
  asked: m.stock_action_asked,
  kept: m.stock_action_kept,
  error: m.stock_action_error,
}

/** Why a car has its action; '' if its problem says it, or there is nothing to say. */
export const whyWords = ({ key, action, reason, other, autoId, candidates }: CarDecision): string =>
  reason === null || isHeldBack({ action, reason })
    ? ''
    : reasonWords[reason]({
        key,
        other: other ?? '',
        advert: String(autoId ?? ''),
        line: '',
        count: candidates.length,
      })

export const isSent = (row: DraftRow): boolean => rowState(row) === 'planned'

/** Fate of the advert of a car that the file lacks. */
const missingWords = (row: DraftRow): string => {
  if (!isSent(row)) return m.stock_missing_stays()
  return row.operation === 'delete' ? m.stock_missing_deleted() : m.stock_missing_goes_out()
}

/** The problems of a row; what a new advert needs is of no matter while it is asked whether the car has one. */
export const problemsOf = ({ car, problems }: DraftRow): readonly Problem[] =>
  car?.action === 'asked' ? problems.filter(({ code }) => code !== 'required') : problems

const keptCodes: ReadonlySet<string> = new Set(['kept-by-hand', 'kept-pinned'])

/** File's values of fields that stay as a person set them; a row may have other warnings before that. */
const keptWords = ({ problems }: DraftRow): string =>
  problems
    .filter(({ code }) => keptCodes.has(code))
    .map(({ message }) => message)
    .join(' ')

/** Old → new of a row, or why nothing is sent for it, in one line. */
export function planWords(row: DraftRow): string {
  const { car } = row
  if (!car) return ''
  if (car.action === 'missing') return [missingWords(row), whyWords(car)].filter(Boolean).join(' · ')
  const sent = isSent(row) ? rowSummary(row) : ''
  const first = problemsOf(row)[0]?.message ?? ''
  const words = (car.action === 'error' && first) || whyWords(car) || keptWords(row) || first
  return [sent, words].filter(Boolean).join(' · ')
}
