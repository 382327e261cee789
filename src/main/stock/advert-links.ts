import type { AdvertLink, LinkedField, LinkOutcome, OrderedCar } from '#shared/stock/stock-calls.ts'
import { changeableFields, fieldNamed } from '#shared/batch/field-lists.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { LinkField, StockLink } from '../batch/journal/stock-links.ts'
import type { Batches } from '../batch/open-batches.ts'
import type { CurrentAdvert } from '../import/compare/row-compare.ts'
import { pricesOf } from '../import/stock/car-compare.ts'
import { weighFields } from '../import/stock/three-values.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import type { Owner } from '../inventory/owner.ts'
import type { Context } from '../context/context.ts'
import { timestamp } from '../system/clock.ts'
import { readStockKey } from '../writes/stock-key.ts'
import type { Team } from '../team/team.ts'
import { comparedFacts, currentAdverts, writtenOfMany } from '../joins/batch-ports.ts'
import type { LinkChanges } from './link-changes.ts'

/** The features that links are about. */
interface Features {
  readonly inventory: InventoryService
  readonly batches: Batches
  readonly team: Team
}

/** The links of the dealer's own numbers, as the window shows and answers them. */
export class AdvertLinks {
  readonly #context: Context
  readonly #batches: Batches
  readonly #inventory: InventoryService
  readonly #team: Team
  readonly #changes: LinkChanges

  constructor(context: Context, { inventory, batches, team }: Features, changes: LinkChanges) {
    this.#context = context
    this.#batches = batches
    this.#inventory = inventory
    this.#team = team
    this.#changes = changes
  }

  /** The number of an advert with the fields that its file owns; null if it has none. */
  async of(autoId: number): Promise<AdvertLink | null> {
    const { accountId } = await this.#context.accounts.owner()
    const links = this.#batches.stockLinks()
    const key = links.keyOf(accountId, autoId)
    const link = key === null ? null : links.find(accountId, key)
    return link && this.#shown(accountId, link)
  }

  /** Facts of ordered cars by their ids and by their codes, in their order. */
  async ordered(cars: readonly { readonly autoId: number; readonly code: string }[]): Promise<OrderedCar[]> {
    const { accountId } = await this.#context.accounts.owner()
    const links = this.#batches.stockLinks()
    return cars.map(({ autoId, code: text }) => {
      const key = links.keyOf(accountId, autoId)
      const code = readStockKey(text)
      if (!code) return { autoId, key, code: 'absent', other: null }
      if (code.key === key) return { autoId, key, code: 'same', other: null }
      const found = links.find(accountId, code.key)
      if (found?.state !== 'live') return { autoId, key, code: 'unknown', other: null }
      return { autoId, key, code: 'other', other: found.autoId }
    })
  }

  /**
   * Links a number to an advert of the account.
   * @param from the advert that the person saw the number to have; null for none
   * @throws Fault `usage`: `linked` if the advert has another number, `key-held` if a create of the number may have
   * made one; `advert-unknown` without such an advert of the account; `engine-locked`; those of `changeLinks`
   */
  async link(text: string, autoId: number, from: number | null): Promise<LinkOutcome> {
    const owner = await this.#context.accounts.owner()
    const key = readStockKey(text)
    if (!key) return { outcome: 'no-number' }
    if (!this.#isOwn(owner, autoId)) throw new Fault('advert-unknown', { autoId })
    // The lock first: no other process changes the link between the look and the answer.
    const { linkAnswers } = this.#batches.recovery.ensureLock().tables
    return this.#change(owner.accountId, () => {
      const has = this.#batches.stockLinks().find(owner.accountId, key.key)
      if (has?.state === 'live' && has.autoId !== autoId && has.autoId !== from) {
        const [facts] = this.#inventory.table.facts.brief(owner.accountId, [has.autoId])
        return { outcome: 'elsewhere', autoId: has.autoId, title: facts?.title ?? '' }
      }
      linkAnswers.set(owner.accountId, { ...key, autoId, origin: 'hand' }, timestamp(this.#context.clock))
      return { outcome: 'linked' }
    })
  }

  /** @throws Fault `usage` (`not-linked`) if the number has another advert by now, `engine-locked`; those of `changeLinks` */
  async cut(key: string, autoId: number): Promise<void> {
    const { accountId } = await this.#context.accounts.owner()
    const { linkAnswers } = this.#batches.recovery.ensureLock().tables
    await this.#change(accountId, () => {
      this.#require(accountId, key, autoId)
      linkAnswers.cut(accountId, key, timestamp(this.#context.clock))
    })
  }

  /** @throws Fault `usage` (`not-linked`) if the number has another advert by now, `invalid-request`, `engine-locked`; those of `changeLinks` */
  async pin(key: string, autoId: number, field: string, pinned: boolean): Promise<AdvertLink | null> {
    const { accountId } = await this.#context.accounts.owner()
    if (!isOwnable(field)) throw new Fault('invalid-request', { value: field })
    const { linkAnswers } = this.#batches.recovery.ensureLock().tables
    await this.#change(accountId, () => {
      this.#require(accountId, key, autoId)
      linkAnswers.pin(accountId, key, field, pinned, timestamp(this.#context.clock))
    })
    return this.of(autoId)
  }

  /** Shows what other desks changed before as well, also if nothing is changed here. */
  async #change<Result>(accountId: string, work: () => Result): Promise<Result> {
    try {
      return await this.#team.changeLinks(accountId, work)
    } finally {
      await this.#changes.look()
    }
  }

  #require(accountId: string, key: string, autoId: number): void {
    const link = this.#batches.stockLinks().find(accountId, key)
    if (link?.state !== 'live' || link.autoId !== autoId)
      throw new Fault('usage', { reason: 'not-linked', value: key })
  }

  #isOwn({ accountId, userId }: Owner, autoId: number): boolean {
    const [facts] = this.#inventory.table.facts.brief(accountId, [autoId])
    return facts?.userId === userId && facts.state !== 'gone'
  }

  #shown(accountId: string, link: StockLink): AdvertLink {
    const batches = this.#batches
    const { key, autoId, source, origin, at, out } = link
    const fields = Object.entries(batches.stockLinks().fieldsOf(accountId, key)).flatMap(([field, known]) =>
      isOwnable(field) || field === 'currency_id' ? [[field, known] as const] : [],
    )
    return {
      key,
      autoId,
      origin,
      at,
      out,
      source: source === null ? null : (batches.stockSources().get(source)?.name ?? null),
      fields: shownFields(new Map(fields), this.#live(accountId, autoId)),
    }
  }

  /** Values that the advert shows, and by our own writes what no read shows; null if it is not cached. */
  #live(accountId: string, autoId: number): CurrentAdvert | null {
    const facts = comparedFacts(this.#inventory, accountId, [autoId], changeableFields)
    const written = writtenOfMany(this.#batches, accountId, [autoId])
    return currentAdverts(facts, written, changeableFields).get(autoId) ?? null
  }
}

/** A currency belongs to its price. */
const isOwnable = (field: string): field is FieldName =>
  field !== 'currency_id' && changeableFields.some((each) => each === field)

/** The fields in the order in which they are written. */
function shownFields(known: ReadonlyMap<FieldName, LinkField>, live: CurrentAdvert | null): LinkedField[] {
  const given = Object.fromEntries(
    [...known].flatMap(([field, each]) => (each.given === null ? [] : [[field, each.given]])),
  )
  // A pin hides what was changed by hand: it is weighed as if there were none.
  const facts = Object.fromEntries([...known].map(([field, each]) => [field, { ...each, pinned: false }]))
  const shown = live && { values: live.values, prices: pricesOf(live) }
  const held = shown ? weighFields(given, shown, facts, 'keep').held : []
  const currency = known.get('currency_id')?.given
  return changeableFields.flatMap((field): LinkedField[] => {
    const each = known.get(field)
    if (!each || field === 'currency_id' || !fieldNamed(field)) return []
    const byHand = held.find((one) => one.field === field)
    return [
      {
        field,
        given: each.given,
        pinned: each.pinned,
        currency: field === 'price' && typeof currency === 'number' ? currency : null,
        live: byHand?.live ?? live?.values[field] ?? null,
        byHand: byHand !== undefined,
      },
    ]
  })
}
