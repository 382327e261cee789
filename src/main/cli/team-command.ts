import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { Argument, Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { teamRights, type TeamRights } from '#shared/team/team-calls.ts'
import type { Forecourt } from '../assemble.ts'
import { actionHelp, refuseForeign, type Action as ActionMeaning } from './action-help.ts'
import { defineCommand } from './command-definition.ts'
import { examples } from './help-examples.ts'
import { jsonOption } from './options.ts'
import { asFileFault } from '../import/csv/source-file.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'
import type { Place } from './place.ts'
import { limitOf, teamSettings } from './team-settings.ts'
import { teamStatus } from './team-status.ts'
import { UsageError } from './usage-error.ts'

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
} satisfies Readonly<Record<string, ActionMeaning>>
type Action = keyof typeof meanings
const actions = Object.keys(meanings) as readonly Action[]

export interface Asked {
  readonly value: string | undefined
  readonly server: string | undefined
  readonly ca: string | undefined
  readonly name: string | undefined
  readonly rights: TeamRights | undefined
  readonly force: boolean
  readonly perHour: number | null | undefined
  readonly perMonth: number | null | undefined
  readonly place: Place
  readonly asJson: boolean
}

/** `team`: the desks that share one key. */
export const teamCommand = defineCommand({
  describe: (command) =>
    command
      .description(m.team_cli_about())
      .addArgument(new Argument('<ACTION>', m.cli_action()).choices(actions).argParser(actionOf))
      .argument('[VALUE]', m.team_cli_value())
      .option('--server <ADDRESS>', m.team_cli_server())
      .option('--ca <FILE>', m.team_cli_ca())
      .option('--name <NAME>', m.team_cli_name())
      .addOption(new Option('--rights <RIGHTS>', m.team_cli_rights()).choices(teamRights))
      .option('--force', m.team_cli_force())
      .addOption(new Option('--per-hour <CALLS>', m.team_cli_per_hour()).argParser(limitOf))
      .addOption(new Option('--per-month <CALLS>', m.team_cli_per_month()).argParser(limitOf))
      .addOption(jsonOption())
      .addHelpText(
        'after',
        `${actionHelp(meanings)}\n${examples(
          ['team init --server postgresql://postgres@db/shop --name Olena', m.team_cli_example_init()],
          ['team invite --name Petro', m.team_cli_example_invite()],
          ['team join CODE', m.team_cli_example_join()],
        )}`,
      ),

  async run({ open, output, place }, options, action, value) {
    const {
      json: asJson = false,
      force = false,
      server,
      ca,
      name,
      rights: given,
      perHour,
      perMonth,
    } = options
    const asked = {
      ...{ value, server, ca, name, rights: given, perHour, perMonth },
      ...{ force, place, asJson },
    }
    refuseForeign('team', meanings, action, givenOf(options))
    return does[action](await open(), asked, output)
  },
})

/** As they are typed: `perHour` is `--per-hour`. */
const givenOf = (options: object): string[] =>
  Object.keys(options).map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)

function actionOf(value: string): Action {
  const action = actions.find((each) => each === value)
  if (action === undefined) throw new UsageError(m.cli_unknown_command({ name: `team ${value}` }))
  return action
}

type Does = (forecourt: Forecourt, asked: Asked, output: Output) => Promise<ExitCode>
const does: Readonly<Record<Action, Does>> = {
  init,
  invite,
  join,
  status: teamStatus,
  leave,
  remove,
  rights,
  restored,
  settings: teamSettings,
  server: moveTo,
}

async function init(forecourt: Forecourt, asked: Asked, output: Output): Promise<ExitCode> {
  const [server, name] = [needed('init', '--server', asked.server), needed('init', '--name', asked.name)]
  const membership = await forecourt.membership()
  membership.checkBegin(server)
  const password = await passwordOf(asked)
  const ca = certificateOf(asked)
  const file = await membership.begin({ server, password, ca, name })
  said({ team: file.team, name }, m.team_cli_founded({ name }), asked, output)
  return exitCodes.done
}

function certificateOf({ ca }: Asked): string | null {
  if (ca === undefined) return null
  try {
    return readFileSync(ca, 'utf8')
  } catch (error) {
    throw asFileFault(error, ca)
  }
}

const passwordOf = async ({ place }: Asked): Promise<string> =>
  place.teamPassword ?? (await text(process.stdin)).trim()

async function rights(forecourt: Forecourt, asked: Asked, output: Output): Promise<ExitCode> {
  const name = needed('rights', 'NAME', asked.value)
  if (asked.rights === undefined)
    throw new UsageError(m.team_cli_needs({ action: 'rights', what: '--rights' }))
  const changed = await (await forecourt.membership()).setRights(name, asked.rights)
  said(changed, m.team_cli_rights_set(changed), asked, output)
  return exitCodes.done
}

async function invite(forecourt: Forecourt, asked: Asked, output: Output): Promise<ExitCode> {
  const name = needed('invite', '--name', asked.name)
  const { rights: given = 'sender', server } = asked
  const ca = certificateOf(asked) ?? undefined
  const code = await (await forecourt.membership()).invite({ name, rights: given, server, ca })
  output.print(asked.asJson ? json({ code, name }) : `${code}\n`)
  output.say(m.team_cli_invited({ name }))
  const [{ invitationOf }, { loopback }] = await Promise.all([
    import('../team/team-file.ts'),
    import('../team/connection.ts'),
  ])
  const { host } = invitationOf(code).server
  if (loopback.has(host)) output.say(m.team_cli_invited_here({ host }))
  return exitCodes.done
}

async function moveTo(forecourt: Forecourt, asked: Asked, output: Output): Promise<ExitCode> {
  const address = needed('server', 'HOST:PORT', asked.value)
  const { server } = await (await forecourt.membership()).moveTo(address, certificateOf(asked) ?? undefined)
  const answer = { host: server.host, port: server.port }
  said(answer, m.team_cli_moved({ address: `${server.host}:${server.port}` }), asked, output)
  return exitCodes.done
}

async function join(forecourt: Forecourt, asked: Asked, output: Output): Promise<ExitCode> {
  const code = needed('join', 'CODE', asked.value)
  const { team, name } = await (await forecourt.membership()).join(code)
  const renamed = forecourt.team.renamedSources
  said({ team, name, renamed }, m.team_cli_joined({ name }), asked, output)
  for (const source of renamed) output.say(m.team_source_renamed(source))
  return exitCodes.done
}

async function leave(forecourt: Forecourt, asked: Asked, output: Output): Promise<ExitCode> {
  said(await (await forecourt.membership()).leave(asked.force), m.team_cli_left(), asked, output)
  return exitCodes.done
}

async function remove(forecourt: Forecourt, asked: Asked, output: Output): Promise<ExitCode> {
  const { name } = await (await forecourt.membership()).remove(needed('remove', 'NAME', asked.value))
  said({ name }, m.team_cli_removed({ name }), asked, output)
  return exitCodes.done
}

async function restored(forecourt: Forecourt, asked: Asked, output: Output): Promise<ExitCode> {
  await (await forecourt.membership()).restored()
  said({ state: 'waiting' }, m.team_cli_restored(), asked, output)
  return exitCodes.done
}

function needed(action: Action, what: string, value: string | undefined): string {
  if (value === undefined || value.trim() === '') throw new UsageError(m.team_cli_needs({ action, what }))
  return value.trim()
}

function said(answer: object, words: string, { asJson }: Asked, output: Output): void {
  if (asJson) output.print(json(answer))
  output.say(words)
}
