import { callsOf } from '../../writes/call-cost.ts'
import { type Check, type Confirmation, secondAdvertProblems } from '#shared/import/draft.ts'
import type { StagedPlan } from './staged-plan.ts'
import type { PriceSteps, StagingSums } from './staging-sums.ts'
import {
  createNumber,
  deleteNumber,
  editNumber,
  isSentVerdict,
  isUnchanged,
  isValidVerdict,
  isWarned,
  operationNumber,
  replacesText,
  replacesUnknown,
} from './verdict.ts'

/** Deleting a larger share of the stock has to be confirmed. */
export const deleteSharePercent = 20

/** Replacing the texts of a larger share of the edits has to be confirmed, from so many texts on. */
const textSharePercent = 20
const fewTexts = 5

/** The summary of a check; rows that were fixed or left out since are counted as they are now. */
export function summarise(
  sums: StagingSums,
  draftId: string,
  plan: StagedPlan,
): Omit<Check, 'file' | 'blank' | 'endMark' | 'outside' | 'revision' | 'steps'> {
  const { problems } = sums
  const toSend = (operation: number): number =>
    sums.rows((verdict, leftOut) => isSent(verdict, leftOut) && operationNumber(verdict) === operation)
  const [creates, edits, deletes] = [toSend(createNumber), toSend(editNumber), toSend(deleteNumber)]
  const replacedTexts = sums.rows((verdict, leftOut) => isSent(verdict, leftOut) && replacesText(verdict))
  const unknownTexts = sums.rows((verdict, leftOut) => isSent(verdict, leftOut) && replacesUnknown(verdict))
  return {
    draftId,
    operation: plan.fileOperation,
    rows: sums.rows(() => true),
    invalid: sums.rows((verdict) => !isValidVerdict(verdict)),
    warnings: sums.rows(isWarned),
    leftOut: sums.rows((_verdict, leftOut) => leftOut),
    unchanged: sums.rows(isUnchanged),
    toSend: sums.rows(isSent),
    calls: callsOf({ create: creates, edit: edits, delete: deletes }, { readsAfter: plan.readsAfter }),
    creates,
    edits,
    deletes,
    sentBefore: problems.find(({ code }) => code === 'sent-before')?.count ?? 0,
    problems,
    prices: { down: sums.steps.down, up: sums.steps.up, percent: averagePercent(sums.steps) },
    texts: { replaced: replacedTexts, unknown: unknownTexts },
    confirmations: [
      // Of a file that is the whole stock, the brake asks with its own number.
      ...(plan.keyIndex === undefined ? confirmDeletes(deletes, plan.stock) : []),
      ...confirmPrices(sums),
      ...confirmUnusual(sums),
      ...confirmAssumed(sums),
      ...confirmTexts(replacedTexts, unknownTexts, edits),
      ...confirmSent(sums),
      ...confirmRepeats(sums),
    ],
  }
}

const isSent = (verdict: number, leftOut: boolean): boolean => !leftOut && isSentVerdict(verdict)

/** To one decimal place; null if no price moves. */
const averagePercent = ({ down, up, sum }: PriceSteps): number | null =>
  down + up === 0 ? null : Math.round(sum / (down + up) / 10) / 10

/**
 * The confirmation that so many deletes need, or none.
 * @param stock adverts of the account; null if it isn't known, then none is needed
 */
export function confirmDeletes(deletes: number, stock: number | null): Confirmation[] {
  if (!stock) return []
  const percent = Math.round((deletes / stock) * 100)
  return deletes * 100 > stock * deleteSharePercent ? [{ code: 'delete-share', count: deletes, percent }] : []
}

function confirmPrices({ jumps: { count, percent } }: StagingSums): Confirmation[] {
  return count > 0 ? [{ code: 'price-jump', count, percent: Math.round(percent) }] : []
}

function confirmUnusual(sums: StagingSums): Confirmation[] {
  const count = sums.repeats('price-unusual')
  return count > 0 ? [{ code: 'price-unusual', count }] : []
}

/** Counted by its rows, which may have errors too: what the words mean is asked of all. */
function confirmAssumed({ problems }: StagingSums): Confirmation[] {
  const count = problems.reduce((sum, each) => (each.code === 'value-assumed' ? sum + each.count : sum), 0)
  return count > 0 ? [{ code: 'value-assumed', count }] : []
}

/** A column of internal notes that became the text of the adverts would show here. */
function confirmTexts(count: number, unknown: number, edits: number): Confirmation[] {
  const all = count + unknown
  if (all < fewTexts || all * 100 <= edits * textSharePercent) return []
  return [{ code: 'texts-replaced', count, unknown, percent: Math.round((all / edits) * 100) }]
}

/** Identical vehicles are in many a stock: a person says so. */
const confirmRepeats = (sums: StagingSums): Confirmation[] =>
  (['twice-in-file', 'in-stock'] as const)
    .map((code) => ({ code, count: sums.repeats(secondAdvertProblems[code]) }))
    .filter(({ count }) => count > 0)

/** Batches that a confirmation names. */
const namedBatches = 3

function confirmSent({ sent }: StagingSums): Confirmation[] {
  if (sent.length === 0) return []
  const found = sent.filter(({ recovered }) => recovered === '')
  const batches = found.slice(0, namedBatches).map(({ id, fileName }) => ({ id, fileName }))
  const maybe = sent.find(({ recovered }) => recovered !== '')
  const unknown = maybe
    ? { at: maybe.recovered, sends: maybe.sends === '' ? null : maybe.sends, creates: maybe.count }
    : null
  return [{ code: 'sent-before', count: sent.reduce((sum, { count }) => sum + count, 0), batches, unknown }]
}
