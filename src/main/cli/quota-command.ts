import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { teamLimitsSchema } from '#shared/team/team-calls.ts'
import type { Forecourt } from '../assemble.ts'
import { type CallLimits, type QuotaLeft, quotaLeft, quotaPackages } from '#shared/settings/quota-packages.ts'
import { choiceOption, defineCommand, jsonOption } from './command-definition.ts'
import { exitCodes, json, type Output } from './output.ts'
import { numberWords } from '#shared/i18n/locale.ts'
import type { QuotaUse } from '../quota/account-calls.ts'

const packageNames = ['none', ...quotaPackages.map(({ perMonth }) => String(perMonth))]

const limitsOf = (name: string): CallLimits =>
  quotaPackages.find(({ perMonth }) => String(perMonth) === name) ?? { perHour: null, perMonth: null }

/** `quota`: the package of calls that is set, and what is left of it for the chosen account. */
export const command = defineCommand({
  describe: (command) =>
    command
      .addOption(
        choiceOption(
          '--package <CALLS>',
          m.cli_quota_package({ known: packageNames.join(', ') }),
          packageNames,
        ),
      )
      .addOption(jsonOption()),
  examples: ['quota --package 20000'],

  async run({ open, output }, { package: chosen, json: asJson }) {
    const forecourt = await open()
    const {
      context: { settings },
    } = forecourt
    const budget = await forecourt.context.budget()
    await budget.look()
    if (chosen !== undefined) {
      const { perHour, perMonth } = limitsOf(chosen)
      if (budget.whose !== 'own') await changeTeam(forecourt, { perHour, perMonth })
      settings.change({ quota: { perHour, perMonth } })
    }
    const { quota } = settings.get()
    const used = budget.used()
    const left = quotaRest(quota, used)
    if (asJson) output.print(json({ ...quota, used, left }))
    else print(quota, left, output)
    const warning = lowWords(left)
    if (warning !== null) output.say(warning)
    return exitCodes.done
  },
})

/** The limits of a team are an owner's to change. @throws Fault `team` */
async function changeTeam({ team }: Forecourt, change: CallLimits): Promise<void> {
  try {
    await (await team.link()).command('settings', { change }, teamLimitsSchema)
  } catch (error) {
    const isOthers = error instanceof Fault && error.details.reason === 'rights'
    throw isOthers ? new Fault('team', { reason: 'limits' }) : error
  }
}

function print({ perHour, perMonth }: CallLimits, left: QuotaRest, output: Output): void {
  if (perHour === null && perMonth === null) output.print(`${m.cli_quota_none()}\n`)
  for (const [rest, say] of [
    [left.hour, m.cli_quota_left_hour],
    [left.month, m.cli_quota_left_month],
  ] as const)
    if (rest) output.print(`${say(numbers(rest))}\n`)
}

const numbers = ({ left, limit }: QuotaLeft): { left: string; limit: string } => ({
  left: numberWords(left),
  limit: numberWords(limit),
})

/** Calls left in the hour and the month; null without that limit. */
interface QuotaRest {
  readonly hour: QuotaLeft | null
  readonly month: QuotaLeft | null
}

const quotaRest = ({ perHour, perMonth }: CallLimits, used: QuotaUse): QuotaRest => ({
  hour: quotaLeft(perHour, used.hour),
  month: quotaLeft(perMonth, used.month),
})

/** A warning if a fifth or less of the month's calls is left, else null. The hour's come back by themselves. */
function lowWords({ month }: Pick<QuotaRest, 'month'>): string | null {
  if (month === null || month.level === 'enough') return null
  const numbers = { left: numberWords(month.left), limit: numberWords(month.limit) }
  return m.cli_quota_low({ ...numbers, percent: month.level === 'low' ? 20 : 10 })
}

/** Warns if few of the month's calls are left. What can't be counted is not worth an error. */
export async function warnOfQuota(forecourt: Forecourt, output: Output): Promise<void> {
  const { quota } = forecourt.context.settings.get()
  if (quota.perMonth === null) return
  const words = await forecourt.context.budget().then(
    (budget) => lowWords(quotaRest(quota, budget.used())),
    () => null,
  )
  if (words !== null) output.say(words)
}
