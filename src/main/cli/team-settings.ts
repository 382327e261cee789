import { m } from '#shared/i18n/generated/messages.js'
import { numberWords } from '#shared/i18n/locale.ts'
import { teamLimitsSchema } from '#shared/team/team-calls.ts'
import type { Forecourt } from '../assemble.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'
import { UsageError } from './usage-error.ts'
import { withoutUndefined } from './options.ts'

interface Asked {
  readonly perHour?: number | null | undefined
  readonly perMonth?: number | null | undefined
  readonly asJson: boolean
}

/** A number of calls, or null for `none`. @throws UsageError */
export function limitOf(text: string): number | null {
  if (text === 'none') return null
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit > 0 && limit <= 1_000_000_000) return limit
  throw new UsageError(m.team_cli_limit_wrong({ value: text }))
}

/** `team settings`: how many calls the desks may make together, for each account, which an owner changes. */
export async function teamSettings(
  forecourt: Forecourt,
  { perHour, perMonth, asJson }: Asked,
  output: Output,
): Promise<ExitCode> {
  const link = await forecourt.team.link()
  const change = withoutUndefined({ perHour, perMonth })
  const isChange = Object.keys(change).length > 0
  const limits = await link.command('settings', isChange ? { change } : {}, teamLimitsSchema)
  if (asJson) output.print(json(limits))
  else {
    output.print(`${m.team_cli_limit_hour({ limit: words(limits.perHour) })}\n`)
    output.print(`${m.team_cli_limit_month({ limit: words(limits.perMonth) })}\n`)
  }
  return exitCodes.done
}

const words = (limit: number | null): string => (limit === null ? m.team_cli_no_limit() : numberWords(limit))
