import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import { localTime } from '#shared/time/time-words.ts'
import type { Forecourt } from '../assemble.ts'
import type { AwayRow } from '../team/away-doubts.ts'
import { exitCodes, json, tableLine, type ExitCode, type Output } from './output.ts'
import { UsageError } from './usage-error.ts'

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
export function isOfAnotherDesk(id: string, { batches, team }: Forecourt): boolean {
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
export async function settleElsewhere(
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
