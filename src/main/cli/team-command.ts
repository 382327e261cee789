import { Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { teamRights, type TeamRights, teamLimitsSchema } from '#shared/team/team-calls.ts'
import type { TeamMembership } from '../team/team-membership.ts'
import { refuseForeign, type Actions } from './command-help.ts'
import {
  defineCommand,
  jsonOption,
  actionArgument,
  withoutUndefined,
  typedOption,
  type Place,
} from './command-definition.ts'
import { namedText } from '../import/csv/source-file.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'
import { secretInput } from './standard-input.ts'
import { teamStatus } from './team-status.ts'
import { UsageError } from './usage-error.ts'
import { numberWords } from '#shared/i18n/locale.ts'
import type { Forecourt } from '../assemble.ts'

/** Arguments and own options of each action. */
const meanings = {
  init: { meaning: m.team_cli_does_init, options: ['--server', '--ca', '--name'] },
  invite: { meaning: m.team_cli_does_invite, options: ['--name', '--rights', '--server', '--ca'] },
  join: { takes: 'CODE', meaning: m.team_cli_does_join },
  status: { meaning: m.team_cli_does_status },
  leave: { meaning: m.team_cli_does_leave, options: ['--force'] },
  remove: { takes: 'NAME', meaning: m.team_cli_does_remove },
  rights: { takes: 'NAME', meaning: m.team_cli_does_rights, options: ['--rights'] },
  restored: { meaning: m.team_cli_does_restored },
  settings: { meaning: m.team_cli_does_settings, options: ['--per-hour', '--per-month'] },
  server: { takes: 'HOST:PORT', meaning: m.team_cli_does_server, options: ['--ca'] },
} satisfies Actions
type Action = keyof typeof meanings

interface Asked {
  readonly value: string | undefined
  readonly server?: string | undefined
  readonly ca?: string | undefined
  readonly name?: string | undefined
  readonly rights?: TeamRights | undefined
  readonly force: boolean
  readonly place: Place
}

/** `team`: the desks that share one key. */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.team_cli_about())
      .addArgument(actionArgument('<ACTION>', meanings))
      .argument('[VALUE]', m.team_cli_value())
      .option('--server <ADDRESS>', m.team_cli_server())
      .option('--ca <FILE>', m.team_cli_ca())
      .option('--name <NAME>', m.team_cli_name())
      .addOption(new Option('--rights <RIGHTS>', m.team_cli_rights()).choices(teamRights))
      .option('--force', m.team_cli_force())
      .addOption(new Option('--per-hour <CALLS>', m.team_cli_per_hour()).argParser(limitOf))
      .addOption(new Option('--per-month <CALLS>', m.team_cli_per_month()).argParser(limitOf))
      .addOption(jsonOption()),
  actions: meanings,
  examples: [
    'team init --server postgresql://postgres@db/shop --name Olena',
    'team invite --name Petro',
    'team join CODE',
  ],

  async run({ open, output, place }, options, action, value) {
    const { json: asJson = false, force = false, ...given } = options
    refuseForeign('team', meanings, action, Object.keys(options).map(typedOption))
    const forecourt = await open()
    if (action === 'status') return teamStatus(forecourt, { asJson }, output)
    if (action === 'settings') return teamSettings(forecourt, { ...given, asJson }, output)
    const [answer, words, plain] = await does[action](await forecourt.membership(), {
      ...given,
      ...{ value, force, place },
    })
    if (asJson) output.print(json(answer))
    else if (plain !== undefined) output.print(`${plain}\n`)
    for (const line of words) output.say(line)
    return exitCodes.done
  },
})

/** Answer of an action for `--json`, what is said, and what is printed without `--json`. */
type Said = readonly [answer: object, words: readonly string[], plain?: string]
type Does = (membership: TeamMembership, asked: Asked) => Promise<Said>
const does: Readonly<Record<Exclude<Action, 'status' | 'settings'>, Does>> = {
  async init(membership, asked) {
    const [server, name] = [needed('init', '--server', asked.server), needed('init', '--name', asked.name)]
    membership.checkBegin(server)
    const password = asked.place.teamPassword ?? (await secretInput()).trim()
    const { team } = await membership.begin({ server, password, ca: certificateOf(asked) ?? null, name })
    return [{ team, name }, [m.team_cli_founded({ name })]]
  },

  async invite(membership, asked) {
    const name = needed('invite', '--name', asked.name)
    const { rights = 'sender', server } = asked
    const { code, isHere } = await membership.invite({ name, rights, server, ca: certificateOf(asked) })
    const here = isHere === null ? [] : [m.team_cli_invited_here({ host: isHere })]
    return [{ code, name }, [m.team_cli_invited({ name }), ...here], code]
  },

  async join(membership, { value }) {
    const { team, name, renamed } = await membership.join(needed('join', 'CODE', value))
    const sources = renamed.map((source) => m.team_source_renamed(source))
    return [{ team, name, renamed }, [m.team_cli_joined({ name }), ...sources]]
  },

  leave: async (membership, { force }) => [await membership.leave(force), [m.team_cli_left()]],

  async remove(membership, { value }) {
    const { name } = await membership.remove(needed('remove', 'NAME', value))
    return [{ name }, [m.team_cli_removed({ name })]]
  },

  async rights(membership, { value, rights }) {
    const name = needed('rights', 'NAME', value)
    const changed = await membership.setRights(name, needed('rights', '--rights', rights))
    return [changed, [m.team_cli_rights_set(changed)]]
  },

  async restored(membership) {
    await membership.restored()
    return [{ state: 'waiting' }, [m.team_cli_restored()]]
  },

  async server(membership, asked) {
    const { server } = await membership.moveTo(
      needed('server', 'HOST:PORT', asked.value),
      certificateOf(asked),
    )
    const { host, port } = server
    return [{ host, port }, [m.team_cli_moved({ address: `${host}:${String(port)}` })]]
  },
}

const certificateOf = ({ ca }: Asked): string | undefined => (ca === undefined ? undefined : namedText(ca))

function needed<Text extends string>(action: Action, what: string, value: Text | undefined): Text {
  if (value === undefined || value.trim() === '')
    throw new UsageError(m.cli_action_needs({ action: `team ${action}`, what }))
  return value.trim() as Text
}

interface Limits {
  readonly perHour?: number | null | undefined
  readonly perMonth?: number | null | undefined
  readonly asJson: boolean
}

/** A number of calls, or null for `none`. @throws UsageError */
function limitOf(text: string): number | null {
  if (text === 'none') return null
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit > 0 && limit <= 1_000_000_000) return limit
  throw new UsageError(m.team_cli_limit_wrong({ value: text }))
}

/** `team settings`: how many calls the desks may make together, for each account, which an owner changes. */
async function teamSettings(
  forecourt: Forecourt,
  { perHour, perMonth, asJson }: Limits,
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
