import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { operations } from '#shared/batch/operation.ts'
import type { Journal } from '../batch/journal/journal.ts'
import { RowsForTeam, type OwnWriteOfTeam } from '../batch/journal/rows-for-team.ts'
import {
  permitStates,
  type PermitState,
  type TeamAccount,
  type TeamPlace,
} from '../batch/journal/team-table.ts'
import type { Permits } from '../batch/sending/permits.ts'
import type { QuotaLimits } from '../quota/quota.ts'
import type { OwnCalls } from '../quota/own-calls.ts'
import type { TeamFile } from '../team/team-file.ts'
import {
  demanded,
  TeamDesk,
  type Ask,
  type EngineOfDesk,
  type Hello,
  type OpenPermit,
} from '../team/team-desk.ts'
import { TeamCalls } from './team-calls.ts'
import { TeamPermits } from './team-permits.ts'
import { TeamTurn, type TurnKind } from './team-turns.ts'

const writeSchema = z.object({
  no: z.int(),
  member: z.int(),
  name: z.string(),
  key: z.string(),
  operation: z.enum(operations),
  fingerprint: z.string(),
  autoId: z.int().nullable(),
  payload: z.looseObject({}),
  before: z.looseObject({}),
  state: z.enum(permitStates),
  at: z.string().transform((at) => new Date(at).toISOString()),
})
const changesSchema = z.object({ head: z.int(), generation: z.int(), changes: z.array(writeSchema) })
const headSchema = z.object({ head: z.int() })
const openSchema = z.object({ open: z.custom<OpenPermit[]>(Array.isArray) })
const checkedSchema = z.object({ generation: z.int() })

export interface TeamLinkParts {
  readonly file: TeamFile
  readonly secret: () => Promise<string>
  readonly version: string
  readonly journal: Journal
  readonly engine: EngineOfDesk
  /** Null for an account that no team shares. @throws Fault of the accounts */
  readonly address: (accountId: string) => Promise<TeamAccount | null>
  /** All that this desk has and a team may share. @throws Fault of the accounts */
  readonly accounts: () => Promise<readonly TeamAccount[]>
  readonly ownCalls: (accountId: string) => OwnCalls
  /** Gets the team's limits of calls whenever they are told. */
  readonly onLimits: (limits: QuotaLimits) => void
}

/**
 * What the journal and the team's server have to do with each other. The server decides who may send a row; the journal
 * keeps what other desks wrote, and is the outbox: of every permit that the server has open, it says how it ended.
 */
export class TeamLink {
  readonly #parts: TeamLinkParts
  readonly #desk: TeamDesk
  readonly #rows: RowsForTeam
  readonly #reports = new Set<Promise<unknown>>()
  readonly #turns = new Map<string, TeamTurn>()
  /** The calls that the desks of the team make together. */
  readonly calls: TeamCalls
  readonly #pulls = new Map<string, Promise<void>>()
  readonly #permits = new Map<string, Permits>()

  constructor(parts: TeamLinkParts) {
    this.#parts = parts
    this.#rows = new RowsForTeam(parts.journal.db)
    this.#desk = new TeamDesk({
      ...parts,
      witness: () => ({ asked: this.#team.asked, heads: this.#places() }),
      onHello: (hello, ask) => this.#arrive(hello, ask),
    })
    this.calls = new TeamCalls({
      ask: this.#desk.ask,
      ready: (accountId) => this.#ready(accountId),
      ownCalls: parts.ownCalls,
      onLimits: parts.onLimits,
    })
  }

  get #team(): Journal['team'] {
    return this.#parts.journal.team
  }

  /**
   * The permits of a batch.
   * @param isStaged whether it has the edits that a person made in the app
   */
  permits(accountId: string, batchId: string, isStaged: () => boolean): Permits {
    const known = this.#permits.get(batchId)
    if (known) return known
    const permits = new TeamPermits({
      accountId,
      batchId,
      isStaged,
      turn: this.turn(accountId, 'send'),
      later: (said) => this.#later(said),
      journal: this.#parts.journal,
      seen: () => this.#placeOf(accountId)?.cursor ?? 0,
      ready: () => this.#ready(accountId),
      pull: () => this.pull(accountId),
      ask: this.#desk.ask,
      report: (row, state, autoId) => this.#report(accountId, row, state, autoId),
    })
    this.#permits.set(batchId, permits)
    return permits
  }

  /**
   * What the team counted, for this desk, which is about to be alone.
   * @returns what counts it here, once the desk has left. @throws Fault `team`
   */
  callsHome(): Promise<() => void> {
    return this.calls.home(this.#team.places(this.#parts.file.team))
  }

  /** This desk's turn of a kind. */
  turn(accountId: string, kind: TurnKind): TeamTurn {
    const name = `${kind} ${accountId}`
    const known = this.#turns.get(name)
    if (known) return known
    const made = new TeamTurn({ kind, ask: this.#desk.ask, account: () => this.#ready(accountId) })
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
   * Tells the server how permits ended that it has open, such as a doubt that was settled.
   * @returns how many are open still. @throws Fault `team`
   */
  async reconcile(): Promise<number> {
    await Promise.allSettled(this.#reports)
    const { open } = demanded(await this.#desk.ask('mine', {}, openSchema))
    await this.#tell(open, false, this.#desk.ask)
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
    await this.calls.close()
    await this.#desk.close()
  }

  #placeOf(accountId: string): TeamPlace | null {
    return this.#team.placeOf(accountId, this.#parts.file.team)
  }

  #places() {
    return this.#team
      .places(this.#parts.file.team)
      .map(({ url, user, head, generation }) => ({ url, user, head, generation }))
  }

  /** The account, with everything that the team has to know of it, and that is to be known of the team. */
  async #ready(accountId: string): Promise<TeamAccount> {
    const known = this.#placeOf(accountId)
    if (known) return known
    const hello = await this.#desk.hello()
    const account = this.#placeOf(accountId) ?? (await this.#parts.address(accountId))
    if (account === null) throw new Fault('account-unknown', { account: accountId })
    if (!this.#placeOf(accountId)) await this.#introduce(account, hello, this.#desk.ask)
    return account
  }

  /** Told first: from the moment when this desk sends, no other may send what it sent before. */
  async #introduce(account: TeamAccount, { generation, member }: Hello, ask: Ask): Promise<void> {
    await this.#bring(account, 0, ask)
    await this.calls.bring(account, true, ask)
    const place = { ...account, team: this.#parts.file.team, generation, cursor: 0, head: 0 }
    await this.#pullFrom(place, member, ask)
  }

  /** What a new connection begins with. */
  async #arrive(hello: Hello, ask: Ask): Promise<void> {
    const { member, open, behind, asked, checkedIn, generation } = hello
    await this.#tell(open, behind, ask)
    if (behind) this.#team.catchUp(asked)
    const places = this.#team.places(this.#parts.file.team)
    if (!checkedIn) {
      for (const place of places) {
        await this.#bring(place, place.head, ask)
        await this.calls.bring(place, false, ask)
      }
      demanded(await ask('check_in', { generation }, checkedSchema))
    }
    for (const place of places) await this.#pullFrom(place, member, ask)
    // What was sent and called before the desk joined, whichever account was chosen then.
    for (const account of await this.#parts.accounts())
      if (!this.#placeOf(account.accountId) && this.#isUsed(account.accountId))
        await this.#introduce(account, hello, ask)
  }

  #isUsed(accountId: string): boolean {
    return this.#rows.has(accountId) || this.#parts.ownCalls(accountId).history().length > 0
  }

  async #bring({ accountId, url, user }: TeamAccount, head: number, ask: Ask): Promise<void> {
    demanded(await ask('bring', { url, user, head, rows: [] }, headSchema))
    for (const page of this.#rows.toBring(accountId)) {
      const rows = page.map(({ doubt: _, state, ...row }) => ({
        ...row,
        state: state === 'done' ? 'done' : 'doubt',
      }))
      demanded(await ask('bring', { url, user, head, rows }, headSchema))
    }
  }

  async #pullNow(place: TeamPlace): Promise<void> {
    const { member } = await this.#desk.hello()
    await this.#pullFrom(this.#placeOf(place.accountId) ?? place, member, this.#desk.ask)
  }

  async #pullFrom(from: TeamPlace, member: number, ask: Ask): Promise<void> {
    for (let place = from; ;) {
      const { url, user, cursor: after } = place
      const { head, generation, changes } = demanded(
        await ask('changes', { url, user, after }, changesSchema),
      )
      if (generation !== place.generation && after > 0) {
        // The numbers of a server that went back in time are others.
        place = { ...place, generation, cursor: 0 }
        continue
      }
      const cursor = changes.at(-1)?.no ?? Math.max(after, head)
      const others = changes.filter((change) => change.member !== member)
      place = { ...place, generation, cursor, head: Math.max(head, cursor) }
      this.#team.fold(
        place,
        others.map(({ no: _, ...change }) => change),
      )
      if (changes.length === 0 || cursor >= head) return
    }
  }

  /** Says of each open permit what the journal knows of its row. */
  async #tell(open: readonly OpenPermit[], behind: boolean, ask: Ask): Promise<void> {
    // Whoever sends may have a permit that it has not claimed yet, and nobody else may say that it was not used. Looked at
    // after the permits were listed: who got one of them had the engine by then.
    if (this.#parts.engine.isElsewhere()) return
    const places = this.#team.places(this.#parts.file.team)
    for (const { url, user, key, attempt, state } of open) {
      const place = places.find((each) => each.url === url && each.user === user)
      const own = place ? this.#rows.own(place.accountId, key) : null
      const now = endOf(own, attempt, behind)
      if (now === null || now === state) continue
      demanded(
        await ask('report', { url, user, key, attempt, state: now, autoId: own?.autoId ?? null }, headSchema),
      )
    }
  }

  #report(
    accountId: string,
    row: { key: string; attempt: number },
    state: PermitState,
    autoId: number | null,
  ): void {
    const place = this.#placeOf(accountId)
    if (!place) return
    const { url, user } = place
    // The journal keeps it: it is said when the server is met again.
    this.#later(this.#desk.ask('report', { url, user, ...row, state, autoId }, headSchema))
  }

  /** Is waited for before the connection ends. */
  #later(said: Promise<unknown>): void {
    const told = said.catch(() => undefined).finally(() => this.#reports.delete(told))
    this.#reports.add(told)
  }
}

/**
 * What became of a permit by the journal: null while its row is being sent. A row that was never claimed was not sent,
 * unless the journal itself went back in time.
 */
function endOf(own: OwnWriteOfTeam | null, attempt: number, behind: boolean): PermitState | null {
  if (own === null || own.attempt < attempt) return behind || own?.doubt ? 'doubt' : 'unsent'
  switch (own.state) {
    case 'sending':
      return null
    case 'done':
      return 'done'
    case 'failed':
      return 'failed'
    default:
      return own.doubt ? 'doubt' : 'unsent'
  }
}
