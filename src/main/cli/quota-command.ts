import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { teamLimitsSchema } from '#shared/team/team-calls.ts'
import type { Forecourt } from '../assemble.ts'
import { quotaPackages, type CallLimits, type QuotaLeft } from '#shared/settings/quota-packages.ts'
import { defineCommand, jsonOption, choiceOption } from './command-definition.ts'
import { exitCodes, json, type Output } from './output.ts'
import { numberWords } from '#shared/i18n/locale.ts'
import { lowWords, quotaRest, type QuotaRest } from './quota-words.ts'

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
    const { settings } = forecourt
    const budget = await forecourt.budget()
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
