import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { serviceAt } from '../accounts/account-identity.ts'
import { sandboxId } from '../accounts/account-list.ts'
import type {
  TeamAccount,
  SettledElsewhere,
  TeamFolded,
  TeamStockFile,
  TeamWrite,
} from '../batch/journal/team-entries.ts'
import { isEngineHeld } from '../batch/sending/recovery.ts'
import type { Permits, Sharing } from '../batch/sending/permits.ts'
import type { TeamLink } from './team-link.ts'
import type { TeamTurn } from './team-turns.ts'
import {
  forgetTeamFile,
  hasTeamFile,
  isSameDesk,
  itemOf,
  readTeamFile,
  setTeamFileAside,
  writeTeamFile,
  type TeamFile,
} from './team-file.ts'
import type { AccountCalls } from '../quota/account-calls.ts'
import type { QuotaLimits } from '../quota/quota.ts'
import { advertWrite } from '../writes/advert-write.ts'
import type { Owner } from '../inventory/owner.ts'
import type { Context } from '../context/context.ts'
import { TeamSecrets } from './team-secrets.ts'

/** Rights of desks that may write; of rows the server's permits say so. */
const maySend: ReadonlySet<string> = new Set(['sender', 'owner'])
/** Reasons for which the team lets nothing of this desk through, whatever becomes of the server. */
const barring: ReadonlySet<unknown> = new Set(
  'send-rights removed login session protocol desk-older desk-newer'.split(' '),
)
const isBarred = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'team' && barring.has(error.details.reason)
const rightsSchema = z.object({ rights: z.string() })

/** The process's own batches, as far as a team has to do with them. */
interface Engine {
  /** True if this process has the engine of the data folder. */
  readonly isHeld: () => boolean
  /** Takes what other desks found out of this one's rows into the journal. */
  readonly follow: (accountId: string, settled: readonly SettledElsewhere[]) => void
}

interface Linked {
  readonly file: TeamFile
  /** One for the process: two connections would be two desks of one identity, and the newer ends the older. */
  readonly link: Promise<TeamLink>
}

/**
 * The desks that share an account, if this one belongs to a team: `team.json` in the data folder says so. Without it nothing
 * of a team is loaded, and nothing is different.
 */
export class Team {
  readonly #context: Context
  readonly #engine: Engine
  readonly secrets: TeamSecrets
  #linked: Linked | null = null
  #opened: TeamLink | null = null
  #hasEnded = false
  readonly #reporting = new Set<Promise<unknown>>()
  /** Own sources that have other names now, because another desk had one of that name. */
  readonly #renamed: TeamFolded['sources'][number][] = []

  constructor(context: Context, engine: Engine) {
    this.#engine = engine
    this.#context = context
    this.secrets = new TeamSecrets(context)
    // A settled doubt, and the link that it made, keep other desks waiting until they are reported.
    context.hub.on('batch-changed', ({ state }) => {
      if (this.#opened && state !== 'running') this.#report()
    })
  }

  /** The team of the data folder, or null. @throws Fault `team` if its file can't be read */
  file(): TeamFile | null {
    return readTeamFile(this.#context.environment.dataDir)
  }

  /** Other desks that may send the rows of a batch, now and while it is being sent. */
  sharing(accountId: string, batchId: string): Sharing {
    return {
      permits: () => this.permits(accountId, batchId),
      isShared: () => this.#isShared(accountId) && hasTeamFile(this.#context.environment.dataDir),
      report: () => this.#report(),
    }
  }

  /** A report that can't be made now is said when the server is met again. */
  #report(): void {
    const told = this.linkOrNone()
      .then((link) => link?.reconcile())
      .catch((error: unknown) => {
        this.#context.log.warn('the team could not be told how a row ended', { error })
      })
      .finally(() => this.#reporting.delete(told))
    this.#reporting.add(told)
  }

  /**
   * Permits of a batch; null if only this desk can send its rows.
   * @throws Fault `team`, with the reason `left` if it has creates that were planned in a team which this desk is in no more
   */
  async permits(accountId: string, batchId: string): Promise<Permits | null> {
    if (!this.#isShared(accountId)) return null
    const current = this.#noteMembership(accountId)
    if (this.#context.journal.tables.team.isOfLeft(accountId, batchId, current))
      throw new Fault('team', { reason: 'left', value: batchId })
    const link = await this.linkOrNone()
    return link?.permits(accountId, batchId) ?? null
  }

  /** @returns the team that the desk is in now, '' for none: whether the one before was left, lost or replaced. @throws Fault `team` */
  #noteMembership(accountId: string): string {
    const current = this.file()?.team ?? ''
    this.#context.journal.tables.team.noteMembership(accountId, current)
    return current
  }

  /**
   * Refuses what this desk could not send afterwards, as far as that is known at once: for any trouble of the server's, batches wait.
   * @throws Fault `team`
   */
  async checkMaySend(accountId: string): Promise<void> {
    try {
      // Before anything is planned: what is planned from here on is of no team that was left.
      if (this.#isShared(accountId)) this.#noteMembership(accountId)
      const link = await this.#linkOf(accountId)
      if (link === null) return
      // Asked each time: an owner may have changed them.
      const { rights } = await link.command('status', {}, rightsSchema)
      if (!maySend.has(rights)) throw new Fault('team', { reason: 'send-rights' })
    } catch (error) {
      if (isBarred(error)) throw error
    }
  }

  /** This desk's turn to set statuses of the account's orders; null if no other desk can. @throws Fault `team` */
  async orderTurn(accountId: string): Promise<TeamTurn | null> {
    const link = await this.#linkOf(accountId)
    if (link === null) return null
    const { rights } = await link.hello()
    if (!maySend.has(rights)) throw new Fault('team', { reason: 'rights' })
    return link.turn(accountId, 'orders')
  }

  /**
   * Calls of an account that the desks of the team make together. Null if they are counted by this computer alone, as
   * those of an account that is only being tried. @throws Fault `team`
   */
  async budget(accountId: string): Promise<AccountCalls | null> {
    if (this.#hasEnded) throw new Fault('cancelled')
    const link = await this.#linkOf(accountId)
    if (link === null) return null
    if (link.calls.known(accountId)) return link.calls.budget(accountId)
    return (await this.address(accountId)) === null ? null : link.calls.budget(accountId)
  }

  /** The same at once: `unasked` if the team's was not asked for yet, null if there is none. */
  knownBudget(accountId: string): AccountCalls | 'unasked' | null {
    if (!this.#isShared(accountId) || this.file() === null) return null
    return this.#opened?.calls.known(accountId) ?? 'unasked'
  }

  /** Takes what other desks sent into the journal. @throws Fault `team` */
  async pull(accountId: string): Promise<void> {
    await (await this.#linkOf(accountId))?.pull(accountId)
  }

  /** @throws Fault `team`, also without one */
  async takeOrder(accountId: string, orderId: number, take: boolean): Promise<void> {
    await (await this.link()).takeOrder(accountId, orderId, take)
  }

  /**
   * Gives a stock file its place among those of its source at all desks.
   * @param refuseOutdated throws if the plan was made before what the journal has of the log by now
   * @returns its entry in the team's log; null without a team
   * @throws Fault `plan-outdated` if a file came to another desk since it was planned, `team`
   */
  async takeFile(accountId: string, file: TeamStockFile, refuseOutdated: () => void): Promise<number | null> {
    const link = await this.#linkOf(accountId)
    return link?.takeFile(accountId, file, refuseOutdated) ?? null
  }

  /**
   * Applies a person's word about links to what all desks know of them, and reports it to the team.
   * @throws what the work throws; Fault `team`, before anything is done; `usage` (`link-elsewhere`) if another desk changed a link at the
   *   same moment, whose word counts
   */
  async changeLinks<Result>(accountId: string, work: () => Result): Promise<Result> {
    const link = await this.#linkOf(accountId)
    // The team wouldn't take it, and this desk alone would go by it.
    if ((await link?.hello())?.rights === 'viewer') throw new Fault('team', { reason: 'rights' })
    await this.pull(accountId)
    const result = work()
    const moved = await this.#reportLinks(accountId)
    if (moved.length > 0) throw new Fault('usage', { reason: 'link-elsewhere', value: moved.join(', ') })
    return result
  }

  /** Reports new links and files to the team, at once if possible. */
  async reportStock(accountId: string): Promise<void> {
    await this.#reportLinks(accountId)
  }

  /**
   * @returns the numbers that another desk changed. What can't be reported now is kept, and reported when the server is
   * met again.
   */
  async #reportLinks(accountId: string): Promise<readonly string[]> {
    try {
      const link = await this.#linkOf(accountId)
      return (await link?.reportStock(accountId)) ?? []
    } catch (error) {
      this.#context.log.warn('the team could not be told of links', { error })
      return []
    }
  }

  /** Own sources that this process gave other names. */
  get renamedSources(): TeamFolded['sources'] {
    return this.#renamed
  }

  /** The same for a question that can do without it: whether a row may be sent is asked again for each. */
  async pullIfReachable(accountId: string): Promise<void> {
    try {
      await this.pull(accountId)
    } catch (error) {
      this.#context.log.warn('the team’s log could not be read', { error })
    }
  }

  /** The way to the server of the team that shares an account; null if none does. @throws Fault `team` if the team's file can't be read */
  async #linkOf(accountId: string): Promise<TeamLink | null> {
    return this.#isShared(accountId) ? this.linkOrNone() : null
  }

  /** The way to the team's server. @throws Fault `team` if this desk is in none */
  async link(): Promise<TeamLink> {
    const link = await this.linkOrNone()
    if (!link) throw new Fault('team', { reason: 'none' })
    return link
  }

  /** @throws Fault `team` if the team's file can't be read */
  async linkOrNone(): Promise<TeamLink | null> {
    const file = this.file()
    const known = this.#linked
    if (file !== null && known && isSameDesk(known.file, file)) return known.link
    // Another process joined a team, left it, or moved it to another server.
    if (known) void this.close().catch(() => undefined)
    if (file === null) return null
    this.#linked = { file, link: this.#open(file) }
    return this.#linked.link
  }

  /** From here on this folder sends as a desk of the team. @throws if the file can't be written */
  keepFile(file: TeamFile): void {
    writeTeamFile(this.#context.environment.dataDir, file)
  }

  /** The desk is in no team from here on. What the others wrote stays in its journal. */
  async forget(file: TeamFile): Promise<void> {
    // First: a link opened after this one is closed would find none.
    forgetTeamFile(this.#context.environment.dataDir)
    await this.close().catch(() => undefined)
    await this.secrets.forget(itemOf(file))
  }

  /** A file of the team that can't be read is kept under another name, and the desk is in no team. */
  async setFileAside(): Promise<void> {
    setTeamFileAside(this.#context.environment.dataDir)
    await this.close().catch(() => undefined)
  }

  /** The app ends: no further call is made. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.close()
  }

  async close(): Promise<void> {
    // At once: a link that is opened from here on is another one.
    const linked = this.#linked
    this.#linked = null
    this.#opened = null
    await Promise.allSettled(this.#reporting)
    await (await linked?.link)?.close()
  }

  /** The sandbox of a folder is a service of its own. */
  #isShared(accountId: string): boolean {
    return accountId !== sandboxId
  }

  async #open(file: TeamFile): Promise<TeamLink> {
    const { TeamLink } = await import('./team-link.ts')
    const link = new TeamLink({
      file,
      journal: this.#context.journal,
      engine: {
        isHeld: () => this.#engine.isHeld(),
        isElsewhere: () => !this.#engine.isHeld() && isEngineHeld(this.#context.environment.dataDir),
      },
      follow: (accountId, settled) => {
        // A row is only moved by the process that may be sending it; without one it follows when it is sent or settled next.
        if (!this.#engine.isHeld()) return false
        this.#engine.follow(accountId, settled)
        return true
      },
      version: this.#context.environment.version,
      secret: () => this.secrets.of(file),
      address: (accountId) => this.address(accountId),
      accounts: () => this.#addresses(),
      ownCalls: (accountId) => this.#context.ledger.ownCalls(accountId),
      onLimits: (limits) => this.#takeLimits(limits),
      onWritten: ({ accountId, user }, writes) => this.#showWritten({ accountId, userId: user }, writes),
      onTaken: ({ accountId }) => this.#context.hub.emit('orders-taken', { accountId }),
      onOverruled: ({ keys, sources }) => {
        this.#renamed.push(...sources)
        // The log goes into the file for support, which has no names and no stock numbers.
        const counts = { keys: keys.length, sources: sources.length }
        this.#context.log.warn('the team knew stock numbers or sources otherwise', counts)
      },
    })
    // The desk may have left meanwhile.
    if (this.#linked?.file === file) this.#opened = link
    return link
  }

  /** Shows writes of other desks like this desk's own. */
  #showWritten(owner: Owner, writes: readonly TeamWrite[]): void {
    for (const { operation, payload, autoId, at } of writes) {
      const write = advertWrite.safeParse({ operation, payload }).data
      if (write && autoId !== null)
        this.#context.hub.emit('advert-written', { owner, write, autoId, at: Date.parse(at) })
    }
    this.#context.publish('batch:elsewhere', null)
  }

  /** The team's limits are this desk's own: all that is planned by them, and what it has when it leaves. */
  #takeLimits({ perHour, perMonth }: QuotaLimits): void {
    const { settings, log } = this.#context
    const { quota } = settings.get()
    if (quota.perHour === perHour && quota.perMonth === perMonth) return
    try {
      settings.change({ quota: { perHour, perMonth } })
    } catch (error) {
      log.warn('the team’s limits could not be saved', { error })
    }
  }

  async #addresses(): Promise<TeamAccount[]> {
    const found = await Promise.all(this.#context.accounts.ids().map((id) => this.address(id)))
    return found.filter((each) => each !== null)
  }

  /** Needs no key. Null for an account that is only being tried, or was removed, and for the sandbox. */
  async address(accountId: string): Promise<TeamAccount | null> {
    if (!this.#isShared(accountId)) return null
    const found = await this.#context.accounts.addressOf(accountId)
    return found && { accountId, url: serviceAt(found.baseUrl), user: found.userId }
  }
}
