import { m } from '#shared/i18n/generated/messages.js'
import { isMonthWait } from '../settings/quota-wait.ts'
import { failureWords } from '../words/failure-words.ts'
import type { Batch } from './row.ts'

const reasons: Readonly<Record<NonNullable<Batch['pauseReason']>, () => string>> = {
  person: m.batch_reason_person,
  auth: m.batch_reason_auth,
  'proxy-login': m.batch_reason_proxy_login,
  package: m.batch_reason_package,
  'rate-limit': m.failure_rate_limit_words,
  quota: m.batch_reason_quota,
  offline: m.batch_reason_offline,
  service: m.batch_reason_service,
  doubts: m.batch_reason_doubts,
  'not-shown': m.batch_reason_not_shown,
  answers: m.batch_reason_answers,
  storage: m.batch_reason_storage,
  restart: m.batch_reason_restart,
  team: m.team_reason_team,
  'team-offline': m.team_reason_offline,
  'team-turn': m.team_reason_turn,
}

type Paused = Pick<Batch, 'state' | 'pauseReason' | 'wakesAt' | 'turnOf' | 'teamRefusal'>

/** Reason why a batch is paused or waits, for the window and the command line; undefined if it does neither. */
export function pauseWords(batch: Paused, now = Date.now()): string | undefined {
  const { state, pauseReason, wakesAt, turnOf, teamRefusal } = batch
  if (pauseReason === null || (state !== 'paused' && state !== 'waiting')) return undefined
  if (pauseReason === 'quota' && isMonthWait(wakesAt, now)) return m.batch_reason_quota_month()
  if (turnOf) return m.team_reason_turn_of({ name: turnOf })
  return teamRefusal ? failureWords({ code: 'team', details: teamRefusal }).words : reasons[pauseReason]()
}
