import type { Problem } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { valueWords } from '#shared/import/change-words.ts'
import { confirmationWords } from '#shared/import/confirmation-words.ts'
import type { Check, Confirmation, ConfirmationCode, Shift } from '#shared/import/draft.ts'
import { shiftExamples } from '#shared/import/shift-words.ts'
import type { CheckState, RowsOnly } from '../check-state.svelte.ts'
import { fieldTitle } from '../column-title.ts'
import type { ImportState } from '../import-state.svelte.ts'
import { problemWords } from '../problem-words.ts'
import { type Answer, type Facts, type Question, sentencesOf, type ShownRows } from './question.ts'

/** Questions of a checked file, the gravest first; what only has to be known comes last. */
export function checkQuestions(wizard: ImportState): Question[] {
  const { check } = wizard
  const { result } = check
  if (!result) return []
  if (result.shift) return shiftQuestion(wizard, result)
  return [
    ...linkedQuestion(check),
    ...confirmationQuestions(result.confirmations, check),
    ...problemQuestions(wizard, result, 'error'),
    ...staleNote(check, result),
    ...problemQuestions(wizard, result, 'warning'),
  ]
}

/** Why nothing of a file is taken, not even in part. */
export function shiftQuestion(wizard: ImportState, { shift }: Check): Question[] {
  if (!shift) return []
  const { slip, rows, of } = shift
  const said = m.import_shift_title({ count: rows, of, examples: shiftExamples(shift) })
  const heading = slip?.way === 'low' ? m.import_slip_low() : m.import_slip_high()
  return [
    {
      id: 'shift',
      kind: 'refused',
      place: m.word_row_count({ count: rows }),
      title: slip ? heading : said,
      texts: [...(slip ? [said] : []), m.import_shift_text()],
      table: slip && slipTable(slip),
      answers: wizard.made ? [] : [{ title: m.import_shift_other(), run: () => wizard.discard() }],
      rows: shown({ only: { group: 'error' }, column: 'price' }),
    },
  ]
}

/** Prices of a shifted file beside those of the site, by which a person sees where it slipped. */
function slipTable({ lines, currency }: NonNullable<Shift['slip']>): Facts {
  const price = (value: number): string => valueWords('price', value, currency)
  return {
    label: m.import_slip_table(),
    heads: [m.batch_view_column_line(), m.word_advert(), m.word_in_the_file(), m.word_on_the_site()],
    rows: lines.map(({ line, title, inFile, onSite, slipped }) => ({
      cells: [String(line), title, price(inFile), price(onSite)],
      wrong: slipped ? [1] : [],
    })),
  }
}

/** New adverts whose stock numbers have adverts. */
function linkedQuestion(check: CheckState): Question[] {
  const count = check.linked
  if (count === 0) return []
  const problem = { code: 'number-linked', column: 'stock_no' } as const
  return [
    {
      id: 'linked',
      kind: 'asked',
      place: m.word_row_count({ count }),
      title: m.import_linked_title({ count }),
      texts: [m.import_linked_text()],
      answers: [
        { title: m.import_linked_change({ count }), run: () => check.changeLinked() },
        leaveOut(check, count, { problem }),
      ],
      rows: shown({ only: { problem }, column: 'stock_no' }),
    },
  ]
}

/** Column that shows what a confirmation is about. */
const columns: Readonly<Partial<Record<ConfirmationCode, string>>> = {
  'changed-since': 'price',
  'delete-share': 'auto_id',
  'out-share': 'in_stock',
  'price-jump': 'price',
  'price-unusual': 'price',
  'value-assumed': 'price',
  'texts-replaced': 'auto_note',
}

/** The rows of a confirmation; undefined if it is about the whole file. */
function rowsOf({ code }: Confirmation): ShownRows | undefined {
  if (code === 'rows-stated') return undefined
  if (code === 'rows-hidden') return shown({ filter: 'delete' })
  return shown({ only: { asked: code }, column: columns[code] ?? '' })
}

/** Answers to confirmations, and the rows that can be left out instead. */
type Confirming = Pick<CheckState, 'confirmed' | 'confirm'> & Partial<Pick<CheckState, 'leaveOutOnly'>>

/** @param more a further answer to each */
export const confirmationQuestions = (
  confirmations: readonly Confirmation[],
  asking: Confirming,
  more: (code: ConfirmationCode) => readonly Answer[] = () => [],
): Question[] =>
  confirmations.map((asked): Question => {
    const { title: said, yes } = confirmationWords(asked)
    const [title, ...texts] = sentencesOf(said)
    const { code, count } = asked
    const isGiven = asking.confirmed.includes(code)
    const rows = rowsOf(asked)
    return {
      id: code,
      kind: 'asked',
      title,
      texts,
      rows,
      place: m.word_row_count({ count }),
      answers: [
        { title: yes, isChosen: isGiven, run: () => asking.confirm(code, !isGiven) },
        ...(rows?.only.asked && asking.leaveOutOnly ? [leaveOut(asking, count, rows.only)] : []),
        ...more(code),
      ],
    }
  })

const leaveOut = (asking: Confirming, count: number, only: RowsOnly): Answer => ({
  title: m.import_question_leave({ count }),
  hint: m.import_question_leave_hint(),
  run: () => asking.leaveOutOnly?.(only),
})

/** Kinds of problems that no other question is about. */
function problemQuestions(
  { check, header, mapping }: ImportState,
  { confirmations, problems }: Check,
  severity: Problem['severity'],
): Question[] {
  const asked: ReadonlySet<string> = new Set(['number-linked', ...confirmations.map(({ code }) => code)])
  const kinds = problems.filter((each) => each.severity === severity && !asked.has(each.code))
  return kinds.map(({ code, column, count }): Question => {
    const place = column === '' ? m.import_whole_row() : fieldTitle(column, header, mapping)
    const only = { problem: { code, column } }
    const spoilt = code === 'letter-spoilt' ? [...mapping.keys()].filter((at) => mapping[at] === column) : []
    const repairs = spoilt.map((at) => ({
      title: m.import_repair_letters({ column: place }),
      run: () => check.repairLetters(at),
    }))
    return {
      id: `${code} ${column}`,
      kind: severity === 'error' ? 'problem' : 'note',
      place: m.word_row_count({ count }),
      title: `${problemWords[code]()} · ${place}`,
      answers: [...repairs, ...(severity === 'error' ? [leaveOut(check, count, only)] : [])],
      rows: shown({ only, column }),
    }
  })
}

/** Adverts that were read too long ago to trust the check. */
function staleNote({ freshness }: CheckState, result: Check): Question[] {
  const { stale, reading } = freshness
  if (!stale) return []
  const { count, calls } = stale
  const [title, ...texts] = sentencesOf(m.import_stale({ count }))
  return [
    {
      id: 'stale',
      kind: 'note',
      title,
      texts,
      place: m.word_row_count({ count }),
      answers: [
        {
          title: m.import_stale_read({ count: calls, calls }),
          isBusy: reading.busy,
          run: () => freshness.read(result),
        },
        ...(reading.busy ? [{ title: m.word_cancel(), run: () => reading.stop() }] : []),
      ],
    },
  ]
}

const shown = ({ filter = 'all', only = {}, column = '' }: Partial<ShownRows>): ShownRows => ({
  filter,
  only,
  column,
})
