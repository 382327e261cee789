import { z } from 'zod'
import type { Failure } from '#shared/bridge/failure.ts'
import { Fault } from '#shared/bridge/failure.ts'
import {
  teamLimitsSchema,
  teamStatusSchema,
  type OwnTeam,
  type TeamLimits,
  type TeamRights,
} from '#shared/team/team-calls.ts'
import type { TeamFile } from '../team/team-file.ts'
import type { Membership } from './team-calls.ts'
import type { Team } from './team.ts'

const invitedSchema = z.object({ team: z.string(), role: z.string() })
const namedSchema = z.object({ name: z.string() })

interface MembershipParts {
  readonly team: Team
  /** The account whose writes the desk tells its team of when it joins. */
  readonly accountId: () => Promise<string>
  /** The limits of this desk alone, which those of a team that it begins are taken from. */
  readonly limits: () => TeamLimits
  /** Whether a batch is being sent or waits to be: it asks for no permits until it is begun again. */
  readonly isSending: () => boolean
  readonly words: (error: unknown) => Failure
}

/** How a desk comes to its team and leaves it, for the window and the command line. */
export class TeamMembership implements Membership {
  readonly #parts: MembershipParts

  constructor(parts: MembershipParts) {
    this.#parts = parts
  }

  async show(): Promise<OwnTeam | null> {
    const { team, words } = this.#parts
    const file = team.file()
    if (file === null) return null
    const { host, port } = file.server
    const own = { team: file.team, name: file.name, server: `${host}:${port}` }
    try {
      const link = await team.link()
      const outbox = await link.reconcile()
      return { ...own, outbox, status: await link.command('status', {}, teamStatusSchema), failure: null }
    } catch (error) {
      return { ...own, outbox: 0, status: null, failure: words(error) }
    }
  }

  /** What is wrong with a desk that wants to begin a team at an address, before its password is asked for. @throws Fault `team` */
  checkBegin(server: string): void {
    this.refuseSecond()
    serverOf(server)
  }

  /**
   * Makes the team; this desk is its owner.
   * @throws Fault `team`
   */
  async begin(asked: {
    readonly server: string
    readonly password: string
    readonly ca: string | null
    readonly name: string
  }): Promise<TeamFile> {
    const { team } = this.#parts
    this.refuseSecond()
    const url = serverOf(asked.server)
    const { foundTeam } = await import('../team/founding.ts')
    const secret = await team.newSecret()
    const server = {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || 5432),
      database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
      ca: asked.ca,
    }
    // Read before the team's limits, which are none yet, take their place.
    const { perHour, perMonth } = this.#parts.limits()
    const founder = { user: decodeURIComponent(url.username), password: asked.password }
    const file = await foundTeam(server, founder, { name: asked.name, secret })
    await team.keep(file, secret)
    await (await team.link()).command('settings', { change: { perHour, perMonth } }, teamLimitsSchema)
    await team.pull(await this.#parts.accountId())
    return file
  }

  /**
   * A code for one desk, once, for a day.
   * @param asked.server where the new desk reaches the server, `HOST:PORT`; as this one if it isn't given
   * @throws Fault `team`
   */
  async invite(asked: {
    readonly name: string
    readonly rights: TeamRights
    readonly server?: string | undefined
  }): Promise<string> {
    const { team } = this.#parts
    const [{ newSecret, passwordOf, verifierOf }, { codeOf }, { atAddress }] = await Promise.all([
      import('../team/secret.ts'),
      import('../team/team-file.ts'),
      import('../team/team-desk.ts'),
    ])
    const link = await team.link()
    const server = atAddress(this.#file().server, asked.server)
    const secret = newSecret()
    const verifier = verifierOf(passwordOf(secret))
    const { name, rights } = asked
    const made = await link.command('invite', { name, rights, verifier }, invitedSchema)
    return codeOf({ version: 1, ...made, server, secret })
  }

  /** @throws Fault `team` */
  async join(code: string): Promise<TeamFile> {
    this.refuseSecond()
    const [{ invitationOf }, { enterTeam }] = await Promise.all([
      import('../team/team-file.ts'),
      import('../team/team-desk.ts'),
    ])
    const invitation = invitationOf(code)
    const { team, accountId } = this.#parts
    const secret = await team.newSecret()
    const file = await enterTeam(invitation, secret)
    await team.keep(file, secret)
    await team.pull(await accountId())
    return file
  }

  /**
   * @param force leaves though rows are not confirmed, and though the server can't be asked or no longer lets this desk in
   * @throws Fault `team`, with the reason `open` while rows are not confirmed
   */
  async leave(force: boolean): Promise<{ readonly team: string; readonly name: string }> {
    const { team } = this.#parts
    const file = this.#file()
    try {
      const link = await team.link()
      const open = await link.reconcile()
      if (open > 0 && !force) throw new Fault('team', { reason: 'open', count: open })
      await link.bringCallsHome()
      await link.command('leave', {}, namedSchema)
    } catch (error) {
      // A team without an owner could never be changed again.
      const isOver = error instanceof Fault && error.details.reason !== 'last-owner'
      if (!force || !isOver) throw error
    }
    await team.forget(file)
    return { team: file.team, name: file.name }
  }

  #file(): TeamFile {
    const file = this.#parts.team.file()
    if (file === null) throw new Fault('team', { reason: 'none' })
    return file
  }

  /** @throws Fault `team` if the desk is in a team, or sends: what is under way would go on without the team's permits */
  refuseSecond(): void {
    if (this.#parts.team.file() !== null) throw new Fault('team', { reason: 'already' })
    if (this.#parts.isSending()) throw new Fault('team', { reason: 'sending' })
  }
}

function serverOf(address: string): URL {
  const url = URL.parse(address)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '' || url.username === '')
    throw new Fault('team', { reason: 'address', value: address.replace(/:[^:@/]*@/, ':…@') })
  return url
}
