import { m } from '#shared/i18n/generated/messages.js'
import type { Check } from '#shared/import/draft.ts'
import { missingRules, type MissingRule } from '#shared/stock/stock-actions.ts'
import { missingClueWords } from '#shared/stock/missing-clue-words.ts'
import type { StockBrake, StockCheck } from '#shared/stock/stock-check.ts'
import { stockNotes } from '#shared/stock/stock-notes.ts'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import type { ImportState } from '../import-state.svelte.ts'
import { confirmationQuestions, shiftQuestion } from '../questions/check-questions.ts'
import { type Answer, type Question, sentencesOf, type ShownRows } from '../questions/question.ts'
import { carQuestion } from './car-question.ts'

/** Questions of a plan: first those that hold the whole file, then its cars; what only has to be known comes last. */
export function planQuestions(wizard: ImportState, onlinked: (count: number) => void): Question[] {
  const { check, stock } = wizard
  const { result } = check
  const plan = result?.stock
  if (!result || !plan) return []
  const again: Answer = { title: m.stock_plan_again(), run: () => wizard.planAgain() }
  const answers = stock.given.size
  return [
    ...shiftQuestion(wizard, result),
    ...(plan.brake ? [brakeQuestion(wizard, plan, plan.brake)] : missingQuestion(wizard, plan)),
    ...ageQuestion(wizard, plan),
    ...confirmationQuestions(result.confirmations, check, (code) =>
      code === 'changed-since' ? [again] : [],
    ),
    ...foundQuestions(wizard, result, plan, onlinked),
    ...check.asked.rows.flatMap((row) => carQuestion(row, { stock, asked: check.asked })),
    ...moreQuestion(check.asked.more),
    ...(answers === 0
      ? []
      : [
          {
            id: 'answered',
            kind: 'asked' as const,
            place: '',
            answers: [again],
            title: m.stock_answered({ count: answers }),
            texts: [m.stock_answered_text()],
          },
        ]),
    ...[...(plan.isFirstLook ? [m.stock_first_look({ source: plan.source })] : []), ...stockNotes(plan)].map(
      (note): Question => {
        const [title, ...texts] = sentencesOf(note)
        return { id: note, kind: 'note', place: '', title, texts, answers: [] }
      },
    ),
  ]
}

/** Cars that have no question here yet. */
const moreQuestion = (count: number): Question[] =>
  count === 0
    ? []
    : [
        {
          id: 'more',
          kind: 'note',
          place: '',
          answers: [],
          title: m.stock_asked_more({ count }),
          texts: [m.stock_asked_more_text()],
          rows: cars({ group: 'asked' }),
        },
      ]

const cars = (only: ShownRows['only']): ShownRows => ({ filter: 'all', only, column: 'what' })

const missingTitles = {
  keep: { title: m.stock_ask_keep, hint: m.stock_ask_keep_hint },
  'not-in-stock': { title: m.stock_ask_out, hint: m.stock_ask_out_hint },
  delete: { title: m.stock_ask_delete, hint: m.stock_ask_delete_hint },
}

/** Answers about the missing cars, this time; the source keeps its rule. */
const missingAnswers = (
  count: number,
  chosen: MissingRule | null,
  choose: (rule: MissingRule) => unknown,
): Answer[] =>
  missingRules.map((rule) => ({
    title: missingTitles[rule].title({ count }),
    hint: missingTitles[rule].hint(),
    isChosen: rule === chosen,
    run: () => (rule === chosen ? undefined : choose(rule)),
  }))

function missingQuestion(wizard: ImportState, plan: StockCheck): Question[] {
  const { count } = plan.clues
  if (count === 0) return []
  const choose = (rule: MissingRule): unknown => planWith(wizard, { missingNow: rule })
  return [
    {
      id: 'missing',
      kind: 'asked',
      place: '',
      title: m.stock_missing_title({ count }),
      texts: missingClueWords(plan.clues),
      answers: missingAnswers(count, plan.missing, choose),
      rows: cars({ group: 'missing' }),
    },
  ]
}

/** Lifts what holds the file, and makes the plan again. */
function planWith(wizard: ImportState, lifted: Parameters<ImportState['stock']['lift']>[0]): Promise<void> {
  wizard.stock.lift(lifted)
  return wizard.planAgain()
}

function brakeQuestion(
  wizard: ImportState,
  plan: StockCheck,
  { code, count, of, percent }: StockBrake,
): Question {
  const numbers = { count: formatNumber(count), of: formatNumber(of) }
  const common = { id: 'brake', kind: 'asked', place: '', texts: brakeTexts(plan) } as const
  if (code === 'many-missing')
    return {
      ...common,
      title: m.stock_ask_missing({ count, of: numbers.of, percent: formatNumber(percent) }),
      answers: missingAnswers(count, null, (rule) =>
        planWith(wizard, { maxMissing: count, missingNow: rule }),
      ),
      rows: cars({ group: 'missing' }),
    }
  if (code === 'new-unseen')
    return {
      ...common,
      title: m.stock_ask_new_unseen({ count }),
      answers: [{ title: m.stock_ask_go_new({ count }), run: () => planWith(wizard, { maxNew: count }) }],
      rows: cars({ group: 'create' }),
    }
  return {
    ...common,
    title: of === 0 ? m.stock_ask_none() : m.stock_ask_rows(numbers),
    // The safe answer is another file.
    answers: [
      { title: m.import_shift_other(), run: () => wizard.discard() },
      { title: m.stock_ask_go_rows({ count: numbers.count }), run: () => planWith(wizard, { rows: count }) },
    ],
  }
}

function brakeTexts({ last, largestOfWeek, asOf, rows, clues }: StockCheck): string[] {
  const dates = last && {
    date: formatDateTime(last.asOf),
    rows: formatNumber(last.rows),
    now: formatDateTime(asOf),
    count: formatNumber(rows),
  }
  return [
    m.stock_ask_nothing_sent(),
    ...missingClueWords(clues),
    ...(dates ? [m.stock_ask_clue_last(dates)] : []),
    ...(last && largestOfWeek > last.rows
      ? [m.stock_ask_clue_week({ rows: formatNumber(largestOfWeek) })]
      : []),
  ]
}

const ageTitles = { older: m.stock_ask_older, 'seen-before': m.stock_ask_seen, ahead: m.stock_ask_ahead }

function ageQuestion({ stock }: ImportState, { age }: StockCheck): Question[] {
  if (!age) return []
  const isTaken = stock.olderOf === age.asOf
  return [
    {
      id: 'age',
      kind: 'asked',
      place: '',
      title: ageTitles[age.why]({ date: formatDateTime(age.asOf), last: formatDateTime(age.last) }),
      texts: [age.why === 'ahead' ? m.stock_ask_ahead_text() : m.stock_ask_older_text()],
      answers: [
        {
          title: m.stock_ask_older_yes(),
          isChosen: isTaken,
          run: () => {
            stock.olderOf = isTaken ? null : age.asOf
          },
        },
      ],
    },
  ]
}

/** Adverts found for cars without one; likely ones are linked only by a person who has them before their eyes. */
function foundQuestions(
  wizard: ImportState,
  { draftId }: Check,
  { found }: StockCheck,
  onlinked: (count: number) => void,
): Question[] {
  const { check, stock } = wizard
  return (['certain', 'likely'] as const).flatMap((grade): Question[] => {
    const count = found[grade]
    if (count === 0) return []
    const link = async (): Promise<void> => {
      const linked = await stock.linkFound(draftId, grade)
      if (linked === undefined) return
      onlinked(linked)
      await wizard.planAgain()
    }
    const isSeen = grade === 'certain' || check.only.found === 'likely'
    const words = grade === 'certain' ? m.stock_found_certain : m.stock_found_likely
    return [
      {
        id: `found ${grade}`,
        kind: 'asked',
        place: '',
        title: words({ count }),
        answers: [
          isSeen
            ? { title: m.stock_found_link({ count }), isBusy: stock.asking.busy, run: link }
            : { title: m.stock_found_look(), run: () => check.show('all', { found: grade }) },
        ],
        rows: cars({ found: grade }),
      },
    ]
  })
}
