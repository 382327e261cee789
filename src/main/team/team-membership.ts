import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { teamStatusSchema, type OwnTeam, type TeamRights } from '#shared/team/team-calls.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import type { TeamFile } from './team-file.ts'
import { clockOff } from '../system/clock-off.ts'
import { readServerAddress } from './team-server-address.ts'
import type { Context } from '../context/context.ts'
import type { Team } from './team.ts'

const invitedSchema = z.object({ team: z.string(), role: z.string() })
const namedSchema = z.object({ name: z.string() })
const rightsSchema = z.object({ name: z.string(), rights: z.string() })

/** Ways of a desk into its team and out of it, for the window and the command line. */
export class TeamMembership {
  readonly #context: Context
  readonly #team: Team
  readonly #isSending: () => boolean

  /**
   * @param isSending whether a batch is being sent or waits to be: rows in flight belong to the desk as it was when they
   * were begun
   */
  constructor(context: Context, team: Team, isSending: () => boolean) {
    this.#context = context
    this.#team = team
    this.#isSending = isSending
  }

  async show(): Promise<OwnTeam | null> {
    const team = this.#team
    const file = team.file()
    if (file === null) return null
    const { host, port } = file.server
    const own = {
      team: file.team,
      name: file.name,
      server: `${host}:${port}`,
      outbox: 0,
      status: null,
      clockOff: null,
      failure: null,
    }
    try {
      const link = await team.link()
      const outbox = await link.reconcile()
      const status = await link.command('status', {}, teamStatusSchema)
      return { ...own, outbox, status, clockOff: clockOff(status.now), renamed: team.renamedSources }
    } catch (error) {
      return { ...own, renamed: team.renamedSources, failure: this.#context.words(error) }
    }
  }

  /**
   * Checks a desk that wants to begin a team at an address, before its password is asked for.
   * @throws Fault `team`
   */
  checkBegin(server: string): void {
    this.refuseSecond()
    readServerAddress(server)
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
    this.refuseSecond()
    const { user, ...place } = readServerAddress(asked.server)
    const { foundTeam, newTeamId } = await import('./founding.ts')
    const server = { ...place, ca: asked.ca }
    const founder = { user, password: asked.password }
    const id = newTeamId()
    const limits = this.#context.settings.get().quota
    return this.#enter(id, (secret, keep) =>
      foundTeam(server, founder, { team: id, name: asked.name, secret, limits, keep }),
    )
  }

  /**
   * Makes a code for one desk, once, for a day.
   * @param asked.server where the new desk reaches the server, `HOST:PORT`; as this one if it isn't given
   * @param asked.ca the certificate that the server's own is signed by, in PEM; as this desk has it if it isn't given
   * @returns `isHere`: the server's name if it is one that each computer takes for itself
   * @throws Fault `team`
   */
  async invite(asked: {
    readonly name: string
    readonly rights: TeamRights
    readonly server?: string | undefined
    readonly ca?: string | undefined
  }): Promise<{ readonly code: string; readonly isHere: string | null }> {
    const team = this.#team
    const [{ newSecret, passwordOf, verifierOf }, { codeOf }, { atAddress }, { loopback }] =
      await Promise.all([
        import('./secret.ts'),
        import('./team-file.ts'),
        import('./team-desk.ts'),
        import('./connection.ts'),
      ])
    const link = await team.link()
    const server = atAddress(this.#file().server, asked.server, asked.ca)
    const secret = newSecret()
    const verifier = verifierOf(passwordOf(secret))
    const { name, rights } = asked
    const made = await link.command('invite', { name, rights, verifier }, invitedSchema)
    const code = codeOf({ version: 1, ...made, server, secret })
    return { code, isHere: loopback.has(server.host) ? server.host : null }
  }

  /** @throws Fault `team` */
  async join(code: string): Promise<TeamFile & Pick<OwnTeam, 'renamed'>> {
    this.refuseSecond()
    const [{ invitationOf }, { enterTeam }] = await Promise.all([
      import('./team-file.ts'),
      import('./team-desk.ts'),
    ])
    const invitation = invitationOf(code)
    const file = await this.#enter(invitation.team, (secret, keep) => enterTeam(invitation, secret, keep))
    return { ...file, renamed: this.#team.renamedSources }
  }

  /** Keeps what the desk needs before the server has it among its desks: one that can't keep it uses nothing up. */
  async #enter(
    id: string,
    at: (secret: string, keep: (file: TeamFile) => void) => Promise<TeamFile>,
  ): Promise<TeamFile> {
    const team = this.#team
    const secret = await team.secrets.make()
    // Another process of the folder may join at this moment: neither touches what the other keeps.
    const item = `team-${id}-${randomUUID()}`
    await team.secrets.keep(item, secret)
    const kept: TeamFile[] = []
    try {
      await at(secret, (made) => {
        // A batch may have begun while the server was asked.
        this.refuseSecond()
        const file = { ...made, item }
        kept.push(file)
        keepOnDisk(() => team.keepFile(file))
      })
    } catch (error) {
      const [file] = kept
      if (!file) await team.secrets.forget(item)
      // Without an answer it isn't known whether the server has the desk, which sends nothing then until it is known, or it leaves.
      else if (!isOffline(error)) await team.forget(file)
      throw error
    }
    // A new connection begins with what this desk sent, for each of its accounts.
    await (await team.link()).hello()
    await this.#reportCounts()
    return this.#file()
  }

  /**
   * @param force leaves though rows are not confirmed or being sent. The server may be away or refuse this desk, or the
   * file of the team be unreadable.
   * @throws Fault `team`, with the reason `open` while rows are not confirmed, `sending` while they are being sent
   */
  async leave(force: boolean): Promise<{ readonly team: string; readonly name: string }> {
    const team = this.#team
    const file = await this.#fileOrAside(force)
    if (file === null) return { team: '', name: '' }
    try {
      await this.#take(force)
    } catch (error) {
      // A team without an owner could never be changed again.
      const isLastOwner = error instanceof Fault && error.details.reason === 'last-owner'
      if (!force || isLastOwner) throw error
    }
    await team.forget(file)
    await this.#reportCounts()
    return { team: file.team, name: file.name }
  }

  /** Updates the calls that are shown. Without an account nothing is shown. */
  async #reportCounts(): Promise<void> {
    const { accounts, hub } = this.#context
    const owner = await accounts.owner().catch(() => null)
    if (owner) hub.emit('call-counted', { accountId: owner.accountId })
  }

  /** Takes the desk out of its team, and counts here what the team counted. @throws Fault `team` */
  async #take(force: boolean): Promise<void> {
    if (this.#isSending() && !force) throw new Fault('team', { reason: 'sending' })
    const link = await this.#team.link()
    const open = await link.reconcile()
    if (open > 0 && !force) throw new Fault('team', { reason: 'open', count: open })
    const countHere = await link.callsHome()
    await link.command('leave', { force }, namedSchema)
    countHere()
  }

  /** The file of the team; null if it can't be read and was set aside. @throws Fault `team` */
  async #fileOrAside(force: boolean): Promise<TeamFile | null> {
    try {
      return this.#file()
    } catch (error) {
      const isDamaged = error instanceof Fault && error.details.reason === 'file'
      if (!force || !isDamaged) throw error
      await this.#team.setFileAside()
      return null
    }
  }

  /**
   * The team's server has another address, or a certificate of another authority: asked there, as this desk, before the desk goes by it.
   * @param address `HOST:PORT`, or `HOST`. @param ca in PEM; as before if it isn't given
   * @throws Fault `team`; nothing is changed then
   */
  async moveTo(address: string, ca: string | undefined): Promise<TeamFile> {
    const team = this.#team
    const file = this.#file()
    const { atAddress, askAt } = await import('./team-desk.ts')
    const moved = { ...file, server: atAddress(file.server, address, ca) }
    await askAt(moved, await team.secrets.of(file))
    keepOnDisk(() => team.keepFile(moved))
    await (await team.link()).hello()
    return moved
  }

  /** The desk can't send any more. @returns its name as the team has it. @throws Fault `team` */
  async remove(name: string): Promise<{ readonly name: string }> {
    return (await this.#team.link()).command('remove', { name }, namedSchema)
  }

  /** An owner's: what another desk, or this one, may do from now on; the team keeps an owner. @throws Fault `team` */
  async setRights(
    name: string,
    rights: TeamRights,
  ): Promise<{ readonly name: string; readonly rights: string }> {
    return (await this.#team.link()).command('set_rights', { name, rights }, rightsSchema)
  }

  /** The server was put back from a backup: no desk sends until each has reported its sends. @throws Fault `team` */
  async restored(): Promise<void> {
    const team = this.#team
    await (await team.link()).command('restored', {}, z.object({}))
    // This desk says at once what it sent.
    await team.close()
    await (await team.link()).hello()
  }

  #file(): TeamFile {
    const file = this.#team.file()
    if (file === null) throw new Fault('team', { reason: 'none' })
    return file
  }

  /** @throws Fault `team` if the desk is in a team, or sends: what is under way would go on without the team's permits */
  refuseSecond(): void {
    if (this.#team.file() !== null) throw new Fault('team', { reason: 'already' })
    if (this.#isSending()) throw new Fault('team', { reason: 'sending' })
  }
}

/** @throws Fault `storage`, which is no matter of the server */
function keepOnDisk(work: () => void): void {
  try {
    work()
  } catch (error) {
    throw storageFaultOf(error) ?? error
  }
}

const isOffline = (error: unknown): boolean => error instanceof Fault && error.details.reason === 'offline'
