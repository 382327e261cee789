import type { Forecourt } from '../assemble.ts'
import type { StockLink } from '../batch/journal/stock-links.ts'

/** A link as it is printed and exported. */
export interface KnownLink extends Pick<
  StockLink,
  'key' | 'autoId' | 'state' | 'endedBy' | 'origin' | 'out'
> {
  /** The name of the source that last had the key; null if no file had it. */
  readonly source: string | null
  /** The fields that a person keeps from the file. */
  readonly pinned: readonly string[]
  /** Make, model, modification and equipment; 0 for what is not known. */
  readonly vehicle: readonly [number, number, number, number]
  /** Title of the advert; null if it is not cached. */
  readonly title: string | null
}

/** All links of the account, by key. */
export async function knownLinks({ accounts, batches, inventory }: Forecourt): Promise<KnownLink[]> {
  const { accountId } = await accounts.owner()
  const reader = batches.stockLinks()
  const links = reader.list(accountId)
  const fields = reader.fields(accountId)
  const names = new Map(
    batches
      .stockSources()
      .list(accountId)
      .map(({ id, name }) => [id, name]),
  )
  const adverts = inventory.briefFacts(
    accountId,
    links.map(({ autoId }) => autoId),
  )
  const titles = new Map(adverts.map(({ id, title }) => [id, title]))
  return links.map(({ key, autoId, state, endedBy, source, origin, out, marka, model, base, equip }) => ({
    ...{ key, autoId, state, endedBy, origin, out },
    source: source === null ? null : (names.get(source) ?? null),
    pinned: Object.entries(fields.get(key) ?? {}).flatMap(([field, { pinned }]) => (pinned ? [field] : [])),
    vehicle: [marka, model, base, equip],
    title: titles.get(autoId) ?? null,
  }))
}
