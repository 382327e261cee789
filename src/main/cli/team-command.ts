import { Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { teamLimitsSchema, type TeamMember, teamRights, type TeamRights } from '#shared/team/team-calls.ts'
import type { TeamMembership } from '../team/team-membership.ts'
import { type Actions, refuseForeign } from './command-help.ts'
import {
  actionArgument,
  defineCommand,
  jsonOption,
  type Place,
  typedOption,
  withoutUndefined,
} from './command-definition.ts'
import { namedText } from '../import/csv/source-file.ts'
import { type ExitCode, exitCodes, json, type Output, tableLine } from './output.ts'
import { secretInput } from './standard-input.ts'
import { UsageError } from './usage-error.ts'
import { lowered, numberWords } from '#shared/i18n/locale.ts'
import type { Forecourt } from '../assemble.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { localTime } from '#shared/time/time-words.ts'
import type { AwayRow } from '../team/away-doubts.ts'
import { cellsOfAway } from './settle-command.ts'

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
      value,
      force,
      place,
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
    const server = needed('init', '--server', asked.server)
    const name = needed('init', '--name', asked.name)
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

/** `team status`: exit 0 if this desk can send, 1 if its server can't be reached or waits for desks. */
async function teamStatus(
  forecourt: Forecourt,
  { asJson }: { readonly asJson: boolean },
  output: Output,
): Promise<ExitCode> {
  const own = await (await forecourt.membership()).show()
  if (own === null) {
    if (asJson) output.print(json({ team: null, state: 'none' }))
    output.say(forecourt.context.words(new Fault('team', { reason: 'none' })).words)
    return exitCodes.done
  }
  const { team, name, outbox, status, failure } = own
  if (status === null || failure !== null) {
    const state = failure?.details.reason === 'offline' ? 'offline' : 'refused'
    if (asJson) output.print(json({ team, name, state, error: failure }))
    const said = state === 'offline' ? m.team_cli_state_offline : m.team_cli_state_refused
    output.say(`${said({ team })} ${failure?.words ?? ''} ${failure?.next ?? ''}`)
    return exitCodes.partly
  }
  const found = { outbox, ...status, quota: await quotaOf(forecourt), doubts: await awayOf(forecourt) }
  const { me, members, turns } = found
  const isWaiting = members.some(({ joined, checkedIn }) => joined && !checkedIn)
  if (asJson) output.print(json({ ...found, state: isWaiting ? 'waiting' : 'ok' }))
  else {
    for (const member of members) output.printText(tableLine(cellsOf(member)))
    for (const { holder, waiting } of turns)
      output.printText(
        tableLine([
          m.team_cli_turn_send({ name: holder }),
          ...(waiting.length > 0 ? [`${lowered(m.stock_chip_waiting())}: ${waiting.join(', ')}`] : []),
        ]),
      )
    for (const row of found.doubts) output.printText(tableLine(cellsOfAway(row)))
    if (found.quota) output.print(`${quotaWords(found.quota)}\n`)
  }
  if (own.clockOff !== null) output.say(m.team_clock({ minutes: numberWords(own.clockOff) }))
  const ofOthers = found.doubts.filter(({ own }) => !own)
  const forgotten = found.doubts.filter(({ own }) => own)
  const [[doubt], [lost]] = [ofOthers, forgotten]
  if (doubt) output.say(m.team_cli_away({ count: ofOthers.length, batch: doubt.batch }))
  if (lost) output.say(m.team_cli_forgotten({ count: forgotten.length, batch: lost.batch }))
  output.say(m.team_cli_state_ok({ team: found.team, name: me, rights: found.rights }))
  return isWaiting ? exitCodes.partly : exitCodes.done
}

/** Rows in doubt of desks that are away, of the current account: without one there are none. */
async function awayOf(forecourt: Forecourt): Promise<readonly AwayRow[]> {
  const owner = await forecourt.context.accounts.owner().catch(() => null)
  return owner === null ? [] : (await forecourt.awayDoubts()).rows()
}

/** The calls of the current account that the desks made together; null for the sandbox. */
async function quotaOf({ context: { accounts }, team }: Forecourt): Promise<TeamUse | null> {
  const link = await team.link()
  const owner = await accounts.owner().catch(() => null)
  if (owner === null || (await team.budget(owner.accountId)) === null) return null
  const { limits, used } = await link.calls.budget(owner.accountId).refresh()
  return { ...limits, used }
}

interface TeamUse {
  readonly perHour: number | null
  readonly perMonth: number | null
  readonly used: number
}

const quotaWords = ({ perHour, used }: TeamUse): string =>
  perHour === null
    ? m.team_cli_calls({ used: numberWords(used) })
    : m.team_cli_calls_of({ used: numberWords(used), limit: numberWords(perHour) })

const cellsOf = ({ name, rights, seenAt, joined, checkedIn, doubts }: TeamMember): string[] => [
  name,
  rights,
  joined ? localTime(seenAt ?? '') : m.team_page_not_joined(),
  ...(joined && !checkedIn ? [m.team_page_not_checked()] : []),
  ...(doubts > 0 ? [m.team_page_doubts({ count: doubts })] : []),
]
