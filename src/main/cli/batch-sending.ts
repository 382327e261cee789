import type { Batch, BatchRow } from '#shared/batch/row.ts'
import { isBlocked, type JournalStatus } from '#shared/batch/journal-state.ts'
import { Fault, type FailureCode } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import type { Recovered, Recovery } from '../batch/sending/recovery.ts'
import { failureLine, failureWords } from '#shared/words/failure-words.ts'
import type { Output } from './output.ts'
import { stopSignals } from './stop-signals.ts'
import { pauseWords } from '#shared/batch/pause-words.ts'
import { localTime } from '#shared/time/time-words.ts'

/** Locks the engine, takes over what an earlier process left, and says which rows that puts in doubt. */
export function recoverBatches(forecourt: Forecourt, output: Output): void {
  const { recovery } = forecourt.batches
  if (recovery.isUnchecked) output.say(m.cli_journal_checking())
  sayRecovered(recovery.recover(), output)
}

/** State of a journal that keeps everything from being sent, for `--json`; nothing of a sound one. */
export function journalTrouble({ batches }: Forecourt): { readonly journal?: JournalStatus } {
  return isBlocked(batches.journalCare) ? { journal: batches.journalCare.status() } : {}
}

/** Says in words what `journalTrouble` says to programs, for a command that neither sends nor cleans up. */
export function sayJournalTrouble(forecourt: Forecourt, output: Output): void {
  if (isBlocked(forecourt.batches.journalCare)) recoverDeadBatches(forecourt, output)
  else sayUnchecked(forecourt.batches.recovery, output)
}

/** Recovers for a command that only reads: what another process is sending stays as it is. */
export function recoverDeadBatches({ batches }: Forecourt, output: Output): void {
  try {
    sayRecovered(batches.recovery.recoverDead(), output)
    sayUnchecked(batches.recovery, output)
  } catch (error) {
    if (!isJournalTrouble(error)) throw error
    output.say(failureLine(error))
  }
}

/** A command that only reads leaves a journal that was not closed in order unchecked; one that sends has it checked. */
function sayUnchecked({ isUnchecked }: Recovery, output: Output): void {
  if (isUnchecked) output.say(m.cli_journal_unchecked())
}

/** Failures that keep everything from being sent, but nothing from being read. */
const journalTroubles = new Set<FailureCode>(['journal-damaged', 'journal-elsewhere'])
const isJournalTrouble = (error: unknown): error is Fault =>
  error instanceof Fault && journalTroubles.has(error.code)

/** Says which rows an earlier process left in doubt, and whether the journal went back in time. */
export function sayRecovered({ inDoubt, lost, setAside }: Omit<Recovered, 'waiting'>, output: Output): void {
  if (lost > 0) output.say(`${m.app_journal_behind_title({ count: lost })}.`)
  if (setAside !== null) output.say(m.journal_set_aside({ file: setAside }))
  if (inDoubt > 0)
    output.say(lost > 0 ? m.cli_in_doubt_behind({ count: inDoubt }) : m.cli_in_doubt({ count: inDoubt }))
}

/**
 * Sends the planned rows of a batch. A stop pauses it, and rows that are on their way are still waited for.
 * @param unshown whether a person agrees that adverts which the service doesn't show are compared with what was written last
 */
export async function sendBatch(
  batchId: string,
  { batches }: Forecourt,
  output: Output,
  unshown = false,
): Promise<Batch> {
  const stop = (): void => void batches.control.pause(batchId)
  for (const signal of stopSignals) process.once(signal, stop)
  try {
    await batches.control.send(batchId, unshown)
    await batches.control.idle()
    batches.recovery.assertHeld()
  } finally {
    for (const signal of stopSignals) process.off(signal, stop)
  }
  const batch = batches.reader.get(batchId)
  const status = statusWords(batch)
  if (status !== null) output.say(status)
  sayUndone(batch, batches.reader.allRows(batchId), output)
  return batch
}

/** So many lines are named. */
const mostLines = 10

/** Says which rows failed or are not confirmed, and what goes on with them. */
function sayUndone({ id: batch, counts }: Batch, rows: Iterable<BatchRow>, output: Output): void {
  if (counts.failed + counts.inDoubt === 0) return
  const lines = { failed: [] as number[], 'in-doubt': [] as number[] }
  for (const { state, line } of rows) if (state === 'failed' || state === 'in-doubt') lines[state].push(line)
  const counted = (all: readonly number[]) => ({
    batch,
    count: all.length,
    lines: `${all.slice(0, mostLines).join(', ')}${all.length > mostLines ? ', …' : ''}`,
  })
  if (lines.failed.length > 0) output.say(m.cli_rows_failed(counted(lines.failed)))
  if (lines['in-doubt'].length > 0) output.say(m.cli_rows_not_confirmed(counted(lines['in-doubt'])))
}

/** Next step for a reason that a command resolves, other than “settle” and “resume”; empty for the others. */
function nextWords({ pauseReason, teamRefusal }: Batch): string {
  if (teamRefusal) return failureWords({ code: 'team', details: teamRefusal }, 'command-line').next
  if (pauseReason === 'proxy-login') return m.failure_network_proxy_login_cli({ value: 'http://PROXY:PORT' })
  if (pauseReason === 'not-shown') return `--yes: ${m.cli_resume_yes()}.`
  return pauseReason === 'team' ? m.failure_team_next() : ''
}

/** Reason why a batch waits or is paused, and how to continue it; null if it does neither. */
export function statusWords(batch: Batch, now = Date.now()): string | null {
  const words = pauseWords(batch, now)
  if (words === undefined) return null
  const { id, state, pauseReason, wakesAt } = batch
  const reason = `${words} ${nextWords(batch)}`.trim()
  if (state === 'paused') return m.cli_batch_paused({ batch: id, reason })
  if (pauseReason === 'team-turn') return m.team_cli_waits({ batch: id, reason })
  return wakesAt === null ? null : m.cli_batch_waits({ batch: id, reason, time: localTime(wakesAt) })
}
