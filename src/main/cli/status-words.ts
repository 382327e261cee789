import type { Batch } from '#shared/batch/row.ts'
import { pauseWords } from '#shared/batch/pause-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { failureWords } from '#shared/words/failure-words.ts'
import { localTime } from '#shared/time/time-words.ts'

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
