import { setImmediate as nextTurn } from 'node:timers/promises'
import { currencyOfCode } from '#shared/batch/currency.ts'
import { fieldNamed } from '#shared/batch/field-lists.ts'
import type { HeldKey, LinkField, LinkFields, StockLink } from '../batch/journal/stock-links.ts'
import type { KeysElsewhere } from '../batch/journal/stock-sources.ts'
import type { FieldFacts, HeldFact, LinkFact, UnlinkedAdvert, Vehicle } from '../import/stock/stock-facts.ts'
import type { LinkedFacts } from '../inventory/advert-rows.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import type { Owner } from '../inventory/owner.ts'
import type { OwnAdverts } from '../service/advert-record.ts'
import type { Values } from '../writes/values.ts'
import { unlistedFor } from '../joins/planning-account.ts'

/** Adverts of one question to the cache. */
const idsAtOnce = 500

/** Facts of the account's adverts in the cache and the service's own list. */
export interface StockContext {
  readonly inventory: InventoryService
  readonly owner: Owner
  /** The service's list; null if it gives none that is whole. */
  readonly listed: OwnAdverts | null
  readonly writtenOf: (ids: readonly number[]) => ReadonlyMap<number, Values>
  /** Time when other desks of the team last wrote an advert, ISO 8601. */
  readonly writtenElsewhere: ReadonlyMap<number, string>
  /** Ms since 1970. */
  readonly now: number
}

/** Keys of the newest files: that of the source that is planned, and those of the others. */
export interface KeysOfSources {
  readonly source: number | null
  readonly had: ReadonlySet<string>
  readonly elsewhere: KeysElsewhere
}

/** Links of the account with the known facts about their adverts. */
export async function linkFacts(
  links: readonly StockLink[],
  keys: KeysOfSources,
  context: StockContext,
): Promise<LinkFact[]> {
  const { inventory, owner } = context
  const found: LinkFact[] = []
  for (let from = 0; from < links.length; from += idsAtOnce) {
    const some = links.slice(from, from + idsAtOnce)
    const ids = some.map(({ autoId }) => autoId)
    const facts = new Map(inventory.table.facts.linked(owner.accountId, ids).map((each) => [each.id, each]))
    for (const link of some) found.push(linkFact(link, keys, facts.get(link.autoId), context))
    await nextTurn()
  }
  return found
}

function linkFact(
  link: StockLink,
  { source, had, elsewhere }: KeysOfSources,
  advert: LinkedFacts | undefined,
  context: StockContext,
): LinkFact {
  const { key, fold, autoId, state, endedBy, out, origin, lackedSha256, lackedAt } = link
  const currency = advert ? currencyOfCode(advert.mainCurrency) : null
  return {
    key,
    fold,
    autoId,
    state,
    endedBy,
    out,
    vehicle: vehicleOf(link, advert),
    // There is no question about the cars of a link that no file ever had.
    ofSource: source !== null && (link.source === source || had.has(key)),
    isElsewhere: elsewhere.held.has(key),
    silentSource: elsewhere.silent.get(key) ?? null,
    gone: isGone(link, advert, context),
    byLikeness: origin === 'likeness',
    byHand: origin === 'hand',
    isStale: isStale(advert, context.writtenElsewhere.get(autoId)),
    priced: currency !== null,
    currency,
    lacked: lackedSha256 === null || lackedAt === null ? null : { sha256: lackedSha256, at: lackedAt },
  }
}

function vehicleOf(
  { marka, model, base, equip }: StockLink,
  advert: LinkedFacts | undefined,
): Vehicle | null {
  const make = marka || (advert?.makeId ?? 0)
  return make === 0 ? null : [make, model || (advert?.modelId ?? 0), base, equip]
}

/** Clocks of two desks are no further apart, in ms. */
const clocksApart = 600_000

const isStale = (advert: LinkedFacts | undefined, writtenAt: string | undefined): boolean =>
  advert !== undefined &&
  writtenAt !== undefined &&
  Date.parse(advert.readAt) < Date.parse(writtenAt) + clocksApart

const overStates: ReadonlySet<string> = new Set(['gone', 'sold', 'archive'])

function isGone({ autoId, at }: StockLink, advert: LinkedFacts | undefined, context: StockContext): boolean {
  if (advert && overStates.has(advert.state)) return true
  const { listed, now } = context
  if (!listed || now - Date.parse(at) < unlistedFor) return false
  return !activeOf(listed).has(autoId)
}

const actives = new WeakMap<OwnAdverts, ReadonlySet<number>>()

function activeOf(listed: OwnAdverts): ReadonlySet<number> {
  const known = actives.get(listed) ?? new Set(listed.active)
  actives.set(listed, known)
  return known
}

/** The own live adverts without a key, apart from those that are in no file. */
export async function unlinkedAdverts(
  links: readonly StockLink[],
  outside: readonly number[],
  context: StockContext,
): Promise<UnlinkedAdvert[]> {
  const known = new Set([
    ...links.flatMap(({ state, autoId }) => (state === 'live' ? [autoId] : [])),
    ...outside,
  ])
  const unlinked: UnlinkedAdvert[] = []
  const ids = Array.from(context.inventory.table.known.ids(context.owner)).filter((id) => !known.has(id))
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    unlinked.push(...unlinkedAmong(ids.slice(from, from + idsAtOnce), context))
    await nextTurn()
  }
  return unlinked
}

function unlinkedAmong(ids: readonly number[], context: StockContext): UnlinkedAdvert[] {
  const written = context.writtenOf(ids)
  return context.inventory.table.facts
    .brief(context.owner.accountId, ids)
    .flatMap((advert): UnlinkedAdvert[] => {
      const { id, title, makeId, modelId, year, usd, eur, uah, state } = advert
      if (makeId === null || modelId === null || overStates.has(state)) return []
      if (context.listed && !activeOf(context.listed).has(id) && context.listed.archive.includes(id))
        return []
      const { base_id: base, equip_id: equip } = written.get(id) ?? {}
      return [
        {
          autoId: id,
          title,
          makeId,
          modelId,
          year,
          prices: {
            ...(usd !== null && { 1: usd }),
            ...(eur !== null && { 2: eur }),
            ...(uah !== null && { 3: uah }),
          },
          trim: typeof base === 'number' && typeof equip === 'number' ? [base, equip] : null,
        },
      ]
    })
}

/** Keys of which a row is not settled. */
export const heldFacts = (held: readonly HeldKey[]): HeldFact[] =>
  held.map(({ key, fold, state, operation, marka, model, base, equip }) => ({
    key,
    fold,
    why: state === 'planned' ? 'sending' : state,
    vehicle: operation === 'create' && marka > 0 ? [marka, model, base, equip] : null,
  }))

/** The fields of keys, without those that no write has any more: mostly there are none. */
export const fieldFacts = (fields: LinkFields): ReadonlyMap<string, FieldFacts> =>
  new Map(
    [...fields].map(([key, known]) => [key, Object.keys(known).every(isWritten) ? known : writtenOf(known)]),
  )

const isWritten = (field: string): boolean => fieldNamed(field) !== undefined

const writtenOf = (known: Readonly<Record<string, LinkField>>): FieldFacts =>
  Object.fromEntries(Object.entries(known).filter(([field]) => isWritten(field)))
