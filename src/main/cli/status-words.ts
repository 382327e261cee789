import type { Batch } from '#shared/batch/row.ts'
import { pauseWords } from '#shared/batch/pause-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { isMonthWait } from '#shared/settings/quota-wait.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { localTime } from '#shared/time/time-words.ts'

function refusalWords(details: NonNullable<Batch['teamRefusal']>): string {
  const { words, next } = failureWords({ code: 'team', details }, 'command-line')
  return `${words} ${next}`
}

/** Why a batch waits or is paused, and how to continue it; null if it does neither. */
export function statusWords(
  { id: batch, state, pauseReason, wakesAt, turnOf, teamRefusal }: Batch,
  now = Date.now(),
): string | null {
  if (pauseReason === null) return null
  const byMonth = pauseReason === 'quota' && isMonthWait(wakesAt, now)
  const reason = byMonth
    ? m.cli_reason_quota_month()
    : turnOf
      ? m.team_reason_turn_of({ name: turnOf })
      : teamRefusal
        ? refusalWords(teamRefusal)
        : pauseWords[pauseReason]['command-line']()
  if (state === 'waiting' && pauseReason === 'team-turn') return m.team_cli_waits({ batch, reason })
  if (state === 'waiting' && wakesAt !== null)
    return m.cli_batch_waits({ batch, reason, time: localTime(wakesAt) })
  return state === 'paused' ? m.cli_batch_paused({ batch, reason }) : null
}
