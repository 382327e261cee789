import { serviceTime } from '#shared/time/service-time.ts'
import { readStored } from '../../storage/row-query.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { AttemptStart } from '../journal/attempts-table.ts'
import type { RowError, RowTransition } from '../journal/outcome.ts'
import type { TeamCreate } from '../journal/team-entries.ts'
import type { LiveAdvert } from '../journal/live-advert.ts'
import { CreateSearch, type Found, type Tried } from './look-for-creates.ts'
import { probably } from '#shared/batch/row.ts'
import { byLikeness } from '#shared/batch/undo.ts'
import { createPayload } from '../../writes/advert-write.ts'
import { isSure, matchCreates, type DoubtfulCreate, type Matching } from './match-creates.ts'
import type { SettleContext } from './settle-change.ts'

/** Error that a time by this computer's clock alone may have, after its difference to the service's, in ms. */
const clockSlackMs = 5 * 60_000

/**
 * Time after its last attempt began within which a create may still be made: a write is waited for a minute, the
 * service may take longer.
 */
const madeWithinMs = 6 * 60_000

/** Result for a create of a desk that is away: its advert, or why it is still in doubt. */
export interface AwayVerdict {
  readonly autoId: number | null
  readonly error: RowError | null
}

/** Name of a create of another desk here. */
export const awayId = ({ member, key }: Pick<TeamCreate, 'member' | 'key'>): string => `${member} ${key}`

/**
 * Settles the creates in doubt of one batch. Those of the account's other batches compete for the adverts that are found,
 * so that no create gets the advert of an equal one.
 */
export class CreateSettling {
  readonly #context: SettleContext
  readonly #rows: ReadonlySet<number>
  readonly #away: ReadonlySet<string>
  readonly #verdicts = new Map<string, AwayVerdict>()

  /**
   * @param rows ids of the creates in doubt of the batch that is settled
   * @param away creates of desks that are away, which are looked for too, by `awayId`
   */
  constructor(context: SettleContext, rows: ReadonlySet<number>, away: ReadonlySet<string> = new Set()) {
    this.#context = context
    this.#rows = rows
    this.#away = away
  }

  /**
   * One make and model after another, because an advert fits only creates of the same. The least recently searched
   * comes first: if the search is aborted, those before it are settled.
   * @returns findings about creates of desks that are away, by `awayId`, to be reported to the team
   */
  async settle(): Promise<ReadonlyMap<string, AwayVerdict>> {
    const { port, signal } = this.#context
    const creates = this.#openCreates()
    const own = await port.findOwn(signal)
    const search = new CreateSearch(creates, own, this.#context)
    for (const group of this.#groupsOf(creates)) await this.#settleVehicle(group, search)
    return this.#verdicts
  }

  #groupsOf(creates: readonly OwnCreate[]): OwnCreate[][] {
    const { attempts } = this.#context.journal.tables
    return [...Map.groupBy(creates, vehicleOf).values()]
      .filter((group) => group.some((create) => this.#isLookedFor(create)))
      .map((group) => ({ group, look: attempts.lastLook(group.map(({ row }) => row)) }))
      .sort((a, b) => a.look - b.look)
      .map(({ group }) => group)
  }

  async #settleVehicle(creates: readonly OwnCreate[], search: CreateSearch): Promise<void> {
    const { journal } = this.#context
    const found = await search.find(
      creates,
      (autoId) => this.#isBound(autoId) || this.#isOfOtherKey(autoId, creates),
    )
    // Whatever was found was made after its desk had a permit: after this the journal knows of it.
    await this.#context.pullTeam()
    inTransaction(journal.db, () => this.#conclude(creates, found))
    for (const { row } of creates) if (row > 0) this.#context.doneWrites.announce(row)
  }

  #conclude(creates: readonly OwnCreate[], { adverts, tried }: Found): void {
    const vehicle = creates[0] && vehicleOf(creates[0])
    // Rows may have been claimed or answered during the search.
    const open = this.#openCreates().filter((create) => vehicleOf(create) === vehicle)
    const unbound = adverts.filter(({ autoId }) => !this.#isBound(autoId))
    const own = ownAdverts(open, unbound)
    const others = open.filter(({ row }) => !own.has(row))
    const free = unbound.filter(({ autoId }) => this.#keyOf(autoId) === null)
    const sure = new Map([...own, ...matchCreates(others, free, isSure).found])
    const taken = new Set(sure.values())
    const like = matchCreates(
      others.filter(({ row }) => !sure.has(row)),
      free.filter(({ autoId }) => !taken.has(autoId)),
    )
    const found = new Map([...sure].filter(([row]) => !this.#asksAll(row)))
    const asked = { ...like, found: new Map([...like.found, ...sure]) }
    for (const create of open)
      if (!create.sending && (found.has(create.row) || this.#isLookedFor(create)))
        this.#concludeRow(create, found.get(create.row) ?? null, asked, tried)
  }

  #isLookedFor({ row, away }: OwnCreate): boolean {
    return away === null ? this.#rows.has(row) : this.#away.has(away)
  }

  /** True if nothing is taken for the row without a person: its source's creates since a recovery are unknown. */
  #asksAll(row: number): boolean {
    return this.#context.journal.tables.links.isOfUnlooked(row)
  }

  #keyOf(autoId: number): string | null {
    return this.#context.journal.tables.links.keyOf(this.#context.accountId, autoId)
  }

  /** True if the advert has a key that is none of the rows'. */
  #isOfOtherKey(autoId: number, creates: readonly OwnCreate[]): boolean {
    return this.#keyOf(autoId) !== null && creates.every(({ linkedTo }) => linkedTo !== autoId)
  }

  /** @param like adverts that a person is asked about */
  #concludeRow({ row, away }: OwnCreate, autoId: number | null, like: Matching, tried: Tried): void {
    const { journal } = this.#context
    const at = journal.now()
    const transition = autoId === null ? notFound(row, like, tried) : foundByLikeness
    if (away !== null) {
      this.#verdicts.set(away, { autoId, error: autoId === null ? transition.error : null })
      return
    }
    journal.tables.rows.move(row, 'in-doubt', transition, at, autoId)
    const code = autoId === null ? transition.error.code : null
    journal.tables.attempts.recordLook(row, code, JSON.stringify({ ...tried, autoId }), at)
  }

  #isBound(autoId: number): boolean {
    const { accountId, journal } = this.#context
    return (
      journal.tables.answers.boundTo(accountId, autoId) !== null ||
      journal.tables.writes.isCreatedElsewhere(accountId, autoId)
    )
  }

  /**
   * Time when a create was sent, by the service's clock: no advert from before that is its own. A time that only this
   * computer's clock gave is corrected by the difference that the two clocks have now, and by `slackMs`.
   */
  #sentAt(start: AttemptStart | null, slackMs: number): number {
    if (start === null) return 0
    if (start.serviceAt !== null) return Date.parse(start.serviceAt)
    const { now, serviceNow } = this.#context.clocks()
    return Date.parse(start.at) + (serviceNow === null ? 0 : serviceNow - now) + slackMs
  }

  #openCreates(): OwnCreate[] {
    const { rows, attempts, links } = this.#context.journal.tables
    const own = rows.openCreates(this.#context.accountId).map(({ id, payload, state }) => ({
      row: id,
      payload: readStored(createPayload, payload, 'journal.db, rows'),
      sentAt: serviceTime(this.#sentAt(attempts.firstSent(id), -clockSlackMs)),
      until: serviceTime(this.#sentAt(attempts.lastPossible(id), clockSlackMs) + madeWithinMs),
      sending: state === 'sending',
      linkedTo: links.advertOfRow(id),
      away: null,
    }))
    return [...own, ...this.#createsElsewhere()]
  }

  /**
   * Those of the team's other desks compete for the adverts found; those of absent desks are reported. Their rows have
   * numbers of none.
   */
  #createsElsewhere(): OwnCreate[] {
    return this.#context.journal.tables.team.openCreates(this.#context.accountId).map((create, nth) => ({
      row: -1 - nth,
      payload: create.payload,
      sentAt: serviceTime(Date.parse(create.at) - clockSlackMs),
      until: serviceTime(Date.parse(create.at) + clockSlackMs + madeWithinMs),
      sending: !this.#away.has(awayId(create)),
      linkedTo: null,
      away: awayId(create),
    }))
  }
}

/** A create in doubt; `linkedTo` is the advert that its key has by now. */
interface OwnCreate extends DoubtfulCreate {
  readonly linkedTo: number | null
  /** Null for a row of this desk. */
  readonly away: string | null
}

/** Rows whose key has an advert by now that is surely the one that they made. An advert that a key has is no other row's. */
const ownAdverts = (
  creates: readonly OwnCreate[],
  adverts: readonly LiveAdvert[],
): ReadonlyMap<number, number> =>
  new Map(
    creates.flatMap((create) => {
      const live = adverts.find(({ autoId }) => autoId === create.linkedTo)
      return live && !create.sending && isSure(create, live) ? [[create.row, live.autoId]] : []
    }),
  )

const vehicleOf = ({ payload }: DoubtfulCreate): string => `${payload.marka_id} ${payload.model_id}`

function notFound(row: number, { tied, crowded, found }: Matching, { left }: Tried): Doubt {
  const probable = found.get(row)
  if (probable !== undefined) return stillInDoubt(probably, String(probable))
  if (tied.has(row)) return stillInDoubt('twins-differ')
  if (crowded.has(row)) return stillInDoubt('too-many-fit')
  return stillInDoubt(left > 0 ? 'search-unfinished' : 'not-seen')
}

type Doubt = RowTransition & { readonly error: RowError }

const stillInDoubt = (code: string, detail: string | null = null): Doubt => ({
  state: 'in-doubt',
  source: null,
  doubt: true,
  error: { code, detail, status: null, answer: null },
})

const foundByLikeness: Doubt = { ...stillInDoubt(byLikeness), state: 'done', source: 'reconciled' }
