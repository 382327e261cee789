import { m } from '#shared/i18n/generated/messages.js'
import { numberWords } from '#shared/i18n/locale.ts'
import { teamLimitsSchema, teamStatusSchema } from '#shared/team/team-calls.ts'
import type { Forecourt } from '../assemble.ts'
import type { TeamAccount } from '../batch/journal/team-entries.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'
import { UsageError } from './usage-error.ts'

interface Asked {
  readonly perHour: number | null | undefined
  readonly perMonth: number | null | undefined
  readonly account: string | undefined
  readonly asJson: boolean
}

/** A number of calls, or null for `none`. @throws UsageError */
export function limitOf(text: string): number | null {
  if (text === 'none') return null
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit > 0 && limit <= 1_000_000_000) return limit
  throw new UsageError(m.team_cli_limit_wrong({ value: text }))
}

/**
 * `team settings`: how many calls the desks may make together, for each account, which an owner changes; and a further account for
 * the team, which it is otherwise from a desk's first row or call of it.
 */
export async function teamSettings(
  forecourt: Forecourt,
  { perHour, perMonth, account: wanted, asJson }: Asked,
  output: Output,
): Promise<ExitCode> {
  const link = await forecourt.team.link()
  const found = wanted === undefined ? null : await meantAccount(forecourt, wanted)
  const isChange = perHour !== undefined || perMonth !== undefined
  const change = { ...(perHour !== undefined && { perHour }), ...(perMonth !== undefined && { perMonth }) }
  const limits = await link.command('settings', isChange ? { change } : {}, teamLimitsSchema)
  const account = found && (await share(forecourt, found))
  if (asJson) output.print(json({ ...limits, ...(account && { account }) }))
  else {
    output.print(`${m.team_cli_limit_hour({ limit: words(limits.perHour) })}\n`)
    output.print(`${m.team_cli_limit_month({ limit: words(limits.perMonth) })}\n`)
  }
  if (account) output.say(m.team_cli_account_joined(account))
  return exitCodes.done
}

interface Shared {
  readonly name: string
  readonly baseUrl: string
  readonly userId: number
  /** Adverts that the team knows to be created there. */
  readonly creates: number
}

/** Tells the team of an account and of all that this desk did there before. @throws Fault `team` */
async function share({ team }: Forecourt, { name, accountId, url, user }: Meant): Promise<Shared> {
  await team.pull(accountId)
  const { accounts } = await (await team.link()).command('status', {}, teamStatusSchema)
  const joined = accounts.find(({ baseUrl, userId }) => baseUrl === url && userId === user)
  return { name, baseUrl: url, userId: user, creates: joined?.creates ?? 0 }
}

interface Meant extends TeamAccount {
  readonly name: string
}

/** The account of this desk with a name or a user id. @throws UsageError if it is none, or several */
async function meantAccount({ accounts, team }: Forecourt, wanted: string): Promise<Meant> {
  const all = await Promise.all(accounts.ids().map((id) => team.address(id)))
  const known = all
    .filter((each) => each !== null)
    .map((each): Meant => ({ ...each, name: accounts.nameOf(each.accountId) ?? each.url }))
  const isMeant = ({ name, user }: Meant): boolean =>
    name.toLowerCase() === wanted.trim().toLowerCase() || String(user) === wanted.trim()
  const [found, ...more] = known.filter(isMeant)
  if (found && more.length === 0) return found
  const names = (found ? [found, ...more] : known).map(({ name, user, url }) => `${name} (${user}, ${url})`)
  const said = { value: wanted, known: names.join('; ') }
  throw new UsageError(found ? m.team_cli_account_several(said) : m.team_cli_account_unknown(said))
}

const words = (limit: number | null): string => (limit === null ? m.team_cli_no_limit() : numberWords(limit))
