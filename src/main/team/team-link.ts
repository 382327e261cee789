import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import type { TeamTable } from '../batch/journal/team-table.ts'
import type { PermitState, TeamAccount, TeamPlace, TeamStockFile } from '../batch/journal/team-entries.ts'
import type { Permits } from '../batch/sending/permits.ts'
import { demanded, TeamDesk, type Ask, type Hello, type OpenPermit } from './team-desk.ts'
import { TeamCalls } from './desk-calls.ts'
import { TeamLog, type TeamParts } from './team-log.ts'
import { TeamOutbox } from './team-outbox.ts'
import { TeamPermits } from './team-permits.ts'
import { TeamStockLog } from './team-stock.ts'
import { TeamTurn, type TurnKind } from './team-turns.ts'

const headSchema = z.object({ head: z.int() })
const openSchema = z.object({ open: z.custom<OpenPermit[]>(Array.isArray) })

type SentRow = Pick<OpenPermit, 'key' | 'attempt'>

/**
 * Link between the journal and the team's server have to do with each other. The server decides who may send a row. The
 * journal keeps other desks' writes and is the outbox: of every permit that the server has open, it says how it ended.
 */
export class TeamLink {
  readonly #parts: TeamParts
  readonly #desk: TeamDesk
  readonly #reports = new Set<Promise<unknown>>()
  readonly #turns = new Map<string, TeamTurn>()
  /** The calls that the desks of the team make together. */
  readonly calls: TeamCalls
  readonly #pulls = new Map<string, Promise<void>>()
  readonly #permits = new Map<string, Permits>()
  readonly #log: TeamLog
  readonly #outbox: TeamOutbox
  readonly #stock: TeamStockLog
  /** This desk's number in the team. */
  #member = 0

  constructor(parts: TeamParts) {
    this.#parts = parts
    this.#desk = new TeamDesk({
      ...parts,
      witness: () => ({ ...this.#team.witness(parts.file.team), heads: this.#places() }),
      onHello: (hello, ask) => this.#arrive(hello, ask),
    })
    this.#log = new TeamLog(parts)
    this.#outbox = new TeamOutbox(parts)
    this.#stock = new TeamStockLog(parts.journal, async (accountId, ask) => {
      const place = this.#placeOf(accountId)
      if (place) await this.#log.read(place, this.#member, ask)
    })
    this.calls = new TeamCalls(parts, this.#desk.ask, (accountId) => this.#ready(accountId))
  }

  get #team(): TeamTable {
    return this.#parts.journal.tables.team
  }

  /** The permits of a batch. */
  permits(accountId: string, batchId: string): Permits {
    const known = this.#permits.get(batchId)
    if (known) return known
    const permits = new TeamPermits({
      accountId,
      batchId,
      turn: this.turn(accountId, 'send'),
      later: (said) => this.#later(said),
      journal: this.#parts.journal,
      seen: () => this.#placeOf(accountId)?.cursor ?? 0,
      self: () => this.#member,
      ready: () => this.#ready(accountId),
      pull: () => this.pull(accountId),
      reportStock: async () => {
        await this.reportStock(accountId)
      },
      ask: this.#desk.ask,
      report: (row, state, autoId) => this.#report(accountId, row, state, autoId),
    })
    this.#permits.set(batchId, permits)
    return permits
  }

  /**
   * Takes over the team's count, for this desk, which is about to be alone.
   * @returns what counts it here, once the desk has left.
   * @throws Fault `team`
   */
  callsHome(): Promise<() => void> {
    return this.calls.home(this.#team.places(this.#parts.file.team))
  }

  /** This desk's turn of a kind. */
  turn(accountId: string, kind: TurnKind): TeamTurn {
    const name = `${kind} ${accountId}`
    const known = this.#turns.get(name)
    if (known) return known
    const made = new TeamTurn(kind, this.#desk.ask, () => this.#ready(accountId))
    this.#turns.set(name, made)
    return made
  }

  /**
   * Takes what the other desks wrote into the journal, up to now.
   * @throws Fault `team`
   */
  async pull(accountId: string): Promise<void> {
    const place = this.#placeOf(accountId)
    // One that began before may have read the log already.
    await this.#pulls.get(accountId)?.catch(() => undefined)
    const pulled = place ? this.#pullNow(place) : this.#ready(accountId).then(() => undefined)
    this.#pulls.set(accountId, pulled)
    await pulled
  }

  /**
   * Reports new links of stock numbers and new stock files to the team.
   * @returns the numbers that another desk changed meanwhile: its word counts. @throws Fault `team`
   */
  async reportStock(accountId: string): Promise<string[]> {
    return this.#stock.reportInTurn(await this.#ready(accountId), this.#desk.ask)
  }

  /**
   * Gives a stock file its place among those of its source.
   * @param refuseOutdated as in `Team.takeFile`; at its moment the server hears how far the log was read
   * @returns its entry in the log. @throws Fault `plan-outdated` if a file came to another desk since, `team`
   */
  async takeFile(accountId: string, file: TeamStockFile, refuseOutdated: () => void): Promise<number | null> {
    await this.#ready(accountId)
    const place = this.#placeOf(accountId)
    refuseOutdated()
    return place && this.#stock.take(place, file, this.#desk.ask)
  }

  /** Takes an order for this desk, or gives it back, as far as this desk knows who has it: else that is read. @throws Fault `team` */
  async takeOrder(accountId: string, orderId: number, take: boolean): Promise<void> {
    const account = await this.#ready(accountId)
    const seen = this.#team.orders.entryOf(accountId, orderId)
    const entry = { kind: 'order', key: String(orderId), seen, advert: null, body: { isTaken: take } }
    await this.#stock.put(account, [entry], this.#desk.ask)
    await this.pull(accountId)
  }

  /**
   * Reports to the server how its open permits ended, such as a settled doubt.
   * @returns how many are open still. @throws Fault `team`
   */
  async reconcile(): Promise<number> {
    await Promise.allSettled(this.#reports)
    const { open } = demanded(await this.#desk.ask('mine', {}, openSchema))
    const isReported = await this.#reportAllStock(this.#desk.ask, 'reportInTurn')
    await this.#outbox.report(open, { behind: false, isReported: isReported }, this.#desk.ask)
    return demanded(await this.#desk.ask('mine', {}, openSchema)).open.length
  }

  /** Asks a function of the server that isn't about rows. @throws Fault `team` for a refusal too */
  async command<Schema extends z.ZodType>(
    name: string,
    question: object,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    return demanded((await this.#desk.ask(name, question, schema)) as z.output<Schema> & object)
  }

  hello(): Promise<Hello> {
    return this.#desk.hello()
  }

  /** Says what can still be said, and ends the connection. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#reports)
    await this.#desk.close()
  }

  #placeOf(accountId: string): TeamPlace | null {
    return this.#team.placeOf(accountId, this.#parts.file.team)
  }

  #places() {
    return this.#team.places(this.#parts.file.team).map(({ url, user, head }) => ({ url, user, head }))
  }

  /** The account, with everything that the team has to know of it, and that is to be known of the team. */
  async #ready(accountId: string): Promise<TeamAccount> {
    const known = this.#placeOf(accountId)
    if (known) return known
    await this.#desk.hello()
    const account = this.#placeOf(accountId) ?? (await this.#parts.address(accountId))
    if (account === null) throw new Fault('account-unknown', { account: accountId })
    if (!this.#placeOf(accountId)) await this.#introduce(account, this.#desk.ask)
    return account
  }

  /** Reported first: from this desk's first send on, no other may send what it sent before. */
  async #introduce(account: TeamAccount, ask: Ask): Promise<void> {
    await this.#join(account, null, ask)
    // After the log was read: what the team knows of a number already counts.
    await this.#reportAllStock(ask)
  }

  /**
   * Reports all that this desk knows of an account, and reads all that the team knows. @param known how far it was read
   * before
   */
  async #join(account: TeamAccount, known: TeamPlace | null, ask: Ask): Promise<void> {
    const head = known?.head ?? 0
    await this.#outbox.bring(account, head, ask)
    if (known) await this.#stock.bring(known, ask)
    await this.calls.bring(account, known === null, ask)
    if (known) await this.#outbox.bringHeard(known, ask)
    // From the beginning: repeated reports have other numbers.
    await this.#log.read({ ...account, team: this.#parts.file.team, cursor: 0, head }, this.#member, ask)
  }

  /** Start of a new connection. */
  async #arrive(hello: Hello, ask: Ask): Promise<void> {
    const { member, open, behind, asked, isJoined, epoch } = hello
    const { team } = this.#parts.file
    this.#member = member
    const isReported = await this.#reportAllStock(ask)
    await this.#outbox.report(open, { behind, isReported: isReported }, ask)
    if (isJoined) this.#team.join(team, epoch, asked)
    else {
      for (const place of this.#team.places(team)) await this.#join(place, place, ask)
      demanded(await ask('check_in', {}, z.object({})))
      this.#team.join(team, epoch, asked)
    }
    for (const place of this.#team.places(team)) await this.#log.read(place, this.#member, ask)
    if (!isReported && (await this.#reportAllStock(ask)))
      await this.#outbox.report(open, { behind, isReported: true }, ask)
    // What was sent and called before the desk joined, whichever account was chosen then.
    for (const account of await this.#parts.accounts())
      if (!this.#placeOf(account.accountId) && this.#isUsed(account.accountId))
        await this.#introduce(account, ask)
  }

  /**
   * @returns false while nothing may be reported: this desk is read-only, or the team waits for a desk after its server
   * went back in time. @throws Fault `team`
   */
  async #reportAllStock(ask: Ask, how: 'report' | 'reportInTurn' = 'report'): Promise<boolean> {
    try {
      for (const place of this.#team.places(this.#parts.file.team)) await this.#stock[how](place, ask)
      return true
    } catch (error) {
      if (error instanceof Fault && /^(waiting|rights)$/.test(String(error.details.reason))) return false
      throw error
    }
  }

  #isUsed(accountId: string): boolean {
    return this.#outbox.isUsed(accountId) || this.#parts.ownCalls(accountId).history().length > 0
  }

  async #pullNow(place: TeamPlace): Promise<void> {
    await this.#desk.hello()
    await this.#log.read(this.#placeOf(place.accountId) ?? place, this.#member, this.#desk.ask)
  }

  #report(accountId: string, row: SentRow, state: PermitState, autoId: number | null): void {
    const place = this.#placeOf(accountId)
    if (!place) return
    const { url, user } = place
    const report = () => this.#desk.ask('report', { url, user, ...row, state, autoId }, headSchema)
    // First the link that the row made: as long as its permit is open, no other desk creates the car. The journal keeps both: they are
    // said when the server is met again.
    const isReported = !this.#team.stock.hasUnreported(accountId)
    this.#later(isReported ? report() : this.reportStock(accountId).then(report))
  }

  /** Is waited for before the connection ends. */
  #later(said: Promise<unknown>): void {
    const told = said.catch(() => undefined).finally(() => this.#reports.delete(told))
    this.#reports.add(told)
  }
}
