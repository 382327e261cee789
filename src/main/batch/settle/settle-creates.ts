import { serviceTime } from '../../http/service-time.ts'
import { readStored } from '../../storage/stored-record.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { AttemptStart } from '../journal/attempts-table.ts'
import type { RowError, RowTransition } from '../journal/outcome.ts'
import { lookForCreates, type Found, type Tried } from './look-for-creates.ts'
import { probably } from '#shared/batch/row.ts'
import { byLikeness } from '#shared/batch/undo.ts'
import { createPayload } from '../../writes/advert-write.ts'
import { isSure, matchCreates, type DoubtfulCreate, type Matching } from './match-creates.ts'
import { SavedLooks } from './saved-looks.ts'
import type { SettleContext } from './settle-context.ts'

/** How far a time that only this computer's clock gave may be off, after its difference to the service's, in ms. */
const clockSlackMs = 5 * 60_000

/** How long after its last attempt began a create may be made: a write is waited for a minute, the service may take longer. */
const madeWithinMs = 6 * 60_000

/**
 * Settles the creates in doubt of one batch. Those of the account's other batches compete for the adverts that are found,
 * so that no create gets the advert of an equal one.
 */
export class CreateSettling {
  readonly #context: SettleContext
  readonly #rows: ReadonlySet<number>

  /** @param rows ids of the creates in doubt of the batch that is settled */
  constructor(context: SettleContext, rows: ReadonlySet<number>) {
    this.#context = context
    this.#rows = rows
  }

  /**
   * One make and model after another, because an advert fits only creates of the same, the least recently searched first:
   * if the search is aborted, those before are settled.
   */
  async settle(): Promise<void> {
    const { port, signal } = this.#context
    const creates = this.#openCreates()
    const own = (await port.findOwn?.(signal)) ?? null
    const looks = new SavedLooks(creates, this.#context)
    for (const group of this.#groupsOf(creates)) await this.#settleVehicle(group, own, looks)
  }

  #groupsOf(creates: readonly DoubtfulCreate[]): DoubtfulCreate[][] {
    const { attempts } = this.#context.journal
    return [...Map.groupBy(creates, vehicleOf).values()]
      .filter((group) => group.some(({ row }) => this.#rows.has(row)))
      .map((group) => ({ group, look: attempts.lastLook(group.map(({ row }) => row)) }))
      .sort((a, b) => a.look - b.look)
      .map(({ group }) => group)
  }

  async #settleVehicle(
    creates: readonly DoubtfulCreate[],
    own: readonly number[] | null,
    looks: SavedLooks,
  ): Promise<void> {
    const { accountId, port, cached, signal, journal } = this.#context
    const found = await lookForCreates(creates, {
      port,
      own,
      cached,
      signal,
      read: (autoId) => looks.read(autoId),
      isNamed: (autoId) => journal.rows.names(accountId, autoId, 0),
      isBound: (autoId) => this.#isBound(autoId),
    })
    inTransaction(journal.db, () => this.#conclude(creates, found))
    for (const { row } of creates) this.#context.doneWrites.tell(row)
  }

  #conclude(creates: readonly DoubtfulCreate[], { adverts, tried }: Found): void {
    const vehicle = creates[0] && vehicleOf(creates[0])
    // Rows may have been claimed or answered during the search.
    const open = this.#openCreates().filter((create) => vehicleOf(create) === vehicle)
    const free = adverts.filter(({ autoId }) => !this.#isBound(autoId))
    const { found } = matchCreates(open, free, isSure)
    const taken = new Set(found.values())
    const like = matchCreates(
      open.filter(({ row }) => !found.has(row)),
      free.filter(({ autoId }) => !taken.has(autoId)),
    )
    for (const { row, sending } of open)
      if (!sending && (found.has(row) || this.#rows.has(row)))
        this.#concludeRow(row, found.get(row) ?? null, like, tried)
  }

  /** @param like adverts that a person is asked about */
  #concludeRow(row: number, autoId: number | null, like: Matching, tried: Tried): void {
    const { journal } = this.#context
    const at = journal.now()
    const transition = autoId === null ? notFound(row, like, tried) : foundByLikeness
    journal.rows.move(row, 'in-doubt', transition, at, autoId)
    const code = autoId === null ? transition.error.code : null
    journal.attempts.recordLook(row, code, JSON.stringify({ ...tried, autoId }), at)
  }

  #isBound(autoId: number): boolean {
    return this.#context.answers.boundTo(this.#context.accountId, autoId) !== null
  }

  /**
   * When a create was sent, by the service's clock: no advert from before that is its own. A time that only this
   * computer's clock gave is corrected by the difference that the two clocks have now, and by `slackMs`.
   */
  #sentAt(start: AttemptStart | null, slackMs: number): number {
    if (start === null) return 0
    if (start.serviceAt !== null) return Date.parse(start.serviceAt)
    const { now, serviceNow } = this.#context.clocks()
    return Date.parse(start.at) + (serviceNow === null ? 0 : serviceNow - now) + slackMs
  }

  #openCreates(): DoubtfulCreate[] {
    const { rows, attempts } = this.#context.journal
    return rows.openCreates(this.#context.accountId).map(({ id, payload, state }) => ({
      row: id,
      payload: readStored(createPayload, payload, 'journal.db, rows'),
      sentAt: serviceTime(this.#sentAt(attempts.firstSent(id), -clockSlackMs)),
      until: serviceTime(this.#sentAt(attempts.lastPossible(id), clockSlackMs) + madeWithinMs),
      sending: state === 'sending',
    }))
  }
}

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
