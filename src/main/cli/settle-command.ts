import { Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { exitCodeOf } from '../batch/batch-json.ts'
import { printBatch, sayLikeness } from './batch-output.ts'
import { recoverBatches, sendBatch } from './batch-sending.ts'
import { defineCommand, jsonOption } from './command-definition.ts'
import { type ExitCode, exitCodes, json, type Output, tableLine } from './output.ts'
import { UsageError } from './usage-error.ts'
import { z } from 'zod'
import type { Attempt, BatchRow } from '#shared/batch/row.ts'
import { storedJson } from '../storage/row-query.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { lowered } from '#shared/i18n/locale.ts'
import { localTime } from '#shared/time/time-words.ts'
import type { AwayRow } from '../team/away-doubts.ts'

/**
 * `settle`: looks for rows in doubt at the service. `--send-again` then sends those still in doubt, `--bind` and
 * `--never-made` say what a create became. `--keep` and `--overwrite` answer one conflict, or all of them.
 */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_settle_about())
      .argument('<BATCH>', m.cli_argument_batch())
      .addOption(answerOption('--send-again', m.cli_settle_send_again()))
      .addOption(answerOption('--bind <LINE=ID>', m.cli_settle_bind()).argParser(bindingOf))
      .addOption(answerOption('--not-mine <LINE>', m.cli_settle_not_mine()).argParser(lineOf))
      .addOption(
        answerOption('--never-made <LINE|all=N>', m.cli_settle_never_made()).argParser(
          answeredBy('--never-made'),
        ),
      )
      .addOption(answerOption('--keep <LINE|all=N>', m.cli_settle_keep()).argParser(answeredBy('--keep')))
      .addOption(
        answerOption('--overwrite <LINE|all=N>', m.cli_settle_overwrite()).argParser(
          answeredBy('--overwrite'),
        ),
      )
      .addOption(jsonOption()),
  examples: [
    'settle 2026-11-21-k3f9a',
    'settle 2026-11-21-k3f9a --bind 12=39100007',
    'settle 2026-11-21-k3f9a --keep all=3',
  ],

  async run({ open, output }, options, id) {
    const forecourt = await open()
    const { batches } = forecourt
    // First, because a row that was being sent when its process ended becomes one in doubt.
    recoverBatches(forecourt, output)
    if (isOfAnotherDesk(id, forecourt)) return settleElsewhere(id, askedElsewhere(options), forecourt, output)
    if (!(await answered(id, options, batches.answers))) await batches.settling.settle(id)
    if (options.sendAgain) await sendDoubtfulAgain(id, forecourt, output)
    if (options.overwrite !== undefined || options.notMine !== undefined)
      await sendBatch(id, forecourt, output)
    const batch = batches.reader.get(id)
    await printBatch(batch, options.json === true, forecourt, output)
    if (!options.json) printOpenLines(id, forecourt, output)
    sayLikeness(batch, output)
    return exitCodeOf(batch)
  },
})

/** Options of which one alone can be given. */
const answers = ['sendAgain', 'bind', 'notMine', 'neverMade', 'keep', 'overwrite']

function answerOption<Flags extends string>(flags: Flags, meaning: string) {
  const option = new Option(flags, meaning)
  return option.conflicts(answers.filter((name) => name !== option.attributeName()))
}

interface AnswerOptions {
  readonly notMine?: number
  readonly bind?: { readonly line: number; readonly autoId: number }
  readonly neverMade?: Answered
  readonly keep?: Answered
  readonly overwrite?: Answered
}

/** Another desk's rows are not sent from here: of one line a person may know what became of it. */
function askedElsewhere(options: AnswerOptions & { readonly sendAgain?: true; readonly json?: true }) {
  const { bind, neverMade, notMine, keep, overwrite, sendAgain } = options
  const never = neverMade && 'line' in neverMade ? { line: neverMade.line, autoId: null } : null
  return {
    answer: bind ?? never,
    isOther: [notMine, keep, overwrite, sendAgain].some(Boolean) || (neverMade && never === null) === true,
    asJson: options.json === true,
  }
}

/** The row of one line, or all rows of the batch in that state, of which the person knows the number. */
type Answered = { readonly line: number } | { readonly count: number }

/** Applies what a person says about a line, or about all rows in that state; false if the service is to be asked. */
async function answered(
  id: string,
  { bind, notMine, neverMade, keep, overwrite }: AnswerOptions,
  answers: Forecourt['batches']['answers'],
): Promise<boolean> {
  const rows = neverMade ?? keep ?? overwrite
  const kind = neverMade ? 'never-made' : keep ? 'keep' : 'overwrite'
  if (notMine !== undefined) await answers.answer(id, notMine, { kind: 'send-again' })
  else if (bind) await answers.answer(id, bind.line, { kind: 'bind', autoId: bind.autoId })
  else if (rows && 'line' in rows) await answers.answer(id, rows.line, { kind })
  else if (rows) await answers.answerAll(id, kind, rows.count)
  return bind !== undefined || notMine !== undefined || rows !== undefined
}

const answeredBy =
  (flag: string) =>
  (value: string): Answered => {
    const [, all, number] = /^(all=)?(\d{1,9})$/.exec(value) ?? []
    if (number === undefined) throw new UsageError(m.cli_not_a_line_or_all({ flag, value }))
    return all === undefined ? { line: Number(number) } : { count: Number(number) }
  }

function lineOf(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(m.cli_not_a_number({ option: '--not-mine', value }))
  return Number(value)
}

function bindingOf(value: string): { line: number; autoId: number } {
  const [, line, autoId] = /^(\d+)=(\d+)$/.exec(value) ?? []
  if (line === undefined || autoId === undefined) throw new UsageError(m.cli_not_a_binding({ value }))
  return { line: Number(line), autoId: Number(autoId) }
}

/**
 * Only rows that the look at the service has just left in doubt, or found unchanged. Those that it probably found are left:
 * the person was not asked about them yet.
 */
async function sendDoubtfulAgain(id: string, forecourt: Forecourt, output: Output): Promise<void> {
  const { batches } = forecourt
  const rows = [...batches.reader.allRows(id)]
  const inDoubt = rows.filter(({ state }) => state === 'in-doubt')
  const doubtful = inDoubt.filter(({ probableId }) => probableId === undefined)
  const probable = inDoubt.length - doubtful.length
  const again = rows.filter(({ state, attempts }) => state === 'planned' && attempts > 0)
  for (const { line } of doubtful) await batches.answers.answer(id, line, { kind: 'send-again' })
  const count = doubtful.length + again.length
  if (probable > 0) output.say(m.cli_probable_left({ count: probable, batch: id }))
  output.say(count > 0 ? m.cli_sent_again({ count }) : m.cli_sent_again_none())
  if (count > 0) await sendBatch(id, forecourt, output)
}

const triedSchema = storedJson.pipe(
  z.object({ ownList: z.number().nullable(), searchPages: z.number(), read: z.number() }),
)

/** Prints the lines that need a person's answer: in conflict, or in doubt with what was tried to find them. */
function printOpenLines(batch: string, { batches }: Forecourt, output: Output): void {
  for (const row of batches.reader.allRows(batch))
    if (row.state === 'in-doubt' || row.state === 'conflict') {
      output.print(openLine(row))
      const tried = triedWords(batches.reader.attempts(batch, row.line))
      if (tried !== null) output.print(`${tried}\n`)
    }
}

const openLine = ({ line, operation, autoId, errorWords }: BatchRow): string =>
  `${[line, operation, autoId, errorWords].filter((part) => part !== null).join('  ')}\n`

/** Course of the last search for a created advert; null if there was none. */
function triedWords(attempts: readonly Attempt[]): string | null {
  const look = attempts.findLast(({ kind }) => kind === 'look')
  const tried = look?.answer ? triedSchema.safeParse(look.answer).data : undefined
  if (!tried) return null
  const { ownList: list, searchPages: pages, read } = tried
  return list === null ? m.cli_tried_search({ pages, read }) : m.cli_tried_list({ list, read })
}

interface Asked {
  /** A person's word about one line: its advert, or null if it made none. */
  readonly answer: { readonly line: number; readonly autoId: number | null } | null
  /** Another option was given, which is for rows of this desk. */
  readonly isOther: boolean
  readonly asJson: boolean
}

/**
 * True if a batch is another desk's.
 * @throws Fault `team` if the team's file can't be read
 */
function isOfAnotherDesk(id: string, { batches, team }: Forecourt): boolean {
  if (team.file() === null) return false
  try {
    batches.reader.get(id)
    return false
  } catch (error) {
    if (error instanceof Fault && error.code === 'batch-unknown') return true
    throw error
  }
}

/** `settle` for a batch of a desk that is away: looks at its rows in doubt, or takes what a person knows of one. Nothing is sent. */
async function settleElsewhere(
  batch: string,
  { answer, isOther, asJson }: Asked,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const away = await forecourt.awayDoubts()
  const of = (rows: readonly AwayRow[]): AwayRow[] => rows.filter((row) => row.batch === batch)
  const open = of(await away.rows())
  if (open.length === 0) throw new Fault('batch-unknown', { batch })
  if (isOther) throw new UsageError(m.team_cli_settle_only({ batch }))
  let rows: readonly AwayRow[]
  if (answer === null) rows = await away.look((row) => row.batch === batch)
  else {
    const asked = open.find(({ line }) => line === answer.line)
    if (!asked) throw new Fault('usage', { reason: 'line', line: answer.line })
    await away.answer({ no: asked.no, autoId: answer.autoId })
    rows = of(await away.rows())
  }
  if (asJson) output.print(json({ batch, rows }))
  else for (const row of rows) output.printText(tableLine(cellsOfAway(row)))
  const left = rows.filter(({ state }) => state === 'in-doubt').length
  output.say(left === 0 ? m.team_cli_settled() : m.team_cli_still_open({ count: left }))
  return left === 0 ? exitCodes.done : exitCodes.partly
}

export const cellsOfAway = (row: AwayRow): string[] => [
  row.removed ? m.team_away_removed({ name: row.desk }) : row.desk,
  localTime(row.at),
  `${row.batch}/${row.line}`,
  row.operation,
  row.about,
  ...(row.state === 'in-doubt'
    ? [row.words ?? lowered(m.word_not_confirmed())]
    : [row.state === 'done' ? m.team_away_done({ id: row.autoId ?? '' }) : m.team_away_unsent()]),
]
