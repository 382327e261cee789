import { m } from '#shared/i18n/generated/messages.js'
import type { Batch } from './row.ts'

/** Why a batch is paused or waits, with the next step in the window and on the command line. */
export const pauseWords: Readonly<
  Record<NonNullable<Batch['pauseReason']>, Readonly<Record<'window' | 'command-line', () => string>>>
> = {
  person: { window: m.batch_view_reason_person, 'command-line': m.cli_reason_person },
  auth: { window: m.batch_view_reason_auth, 'command-line': m.cli_reason_auth },
  'proxy-login': { window: m.batch_view_reason_proxy_login, 'command-line': m.cli_reason_proxy_login },
  package: { window: m.batch_view_reason_package, 'command-line': m.cli_reason_package },
  'rate-limit': { window: m.batch_view_reason_rate_limit, 'command-line': m.cli_reason_rate_limit },
  quota: { window: m.batch_view_reason_quota, 'command-line': m.cli_reason_quota },
  offline: { window: m.batch_view_reason_offline, 'command-line': m.cli_reason_offline },
  service: { window: m.batch_view_reason_service, 'command-line': m.cli_reason_service },
  doubts: { window: m.batch_view_reason_doubts, 'command-line': m.cli_reason_doubts },
  'not-shown': { window: m.batch_view_reason_not_shown, 'command-line': m.cli_reason_not_shown },
  answers: { window: m.batch_view_reason_answers, 'command-line': m.cli_reason_answers },
  storage: { window: m.batch_view_reason_storage, 'command-line': m.cli_reason_storage },
  restart: { window: m.batch_view_reason_restart, 'command-line': m.cli_reason_restart },
  team: { window: m.team_view_reason_team, 'command-line': m.team_reason_team },
  'team-offline': { window: m.team_view_reason_offline, 'command-line': m.team_reason_offline },
  'team-turn': { window: m.team_view_reason_turn, 'command-line': m.team_view_reason_turn },
}
