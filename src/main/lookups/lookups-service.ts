import { Fault } from '#shared/bridge/failure.ts'
import type { VehicleNames } from '#shared/batch/row.ts'
import type { NameChoice } from '#shared/import/unknown-names.ts'
import type { FileChoices } from '../names/vehicle-reader.ts'
import type { NamesTable } from '../names/names-table.ts'
import { likelyNames } from '../names/likely-names.ts'
import { offeredNames, type OfferedName } from '../names/name-candidates.ts'
import { type VehicleField, type VehicleIds, vehicleIdsIn } from '../names/vehicle-ids.ts'
import type { DictionaryEntry } from '../service/lookup-answers.ts'
import type { LookupOwner } from './lookup-answers-table.ts'
import type { LookupList } from './lookup-lists.ts'
import type { LookupNeeds } from './lookup-tasks.ts'
import type { LookupReader } from './lookup-reader.ts'
import type { LookupsApi } from './lookups-api.ts'
import { VehicleLookups, type FileVehicles, type LookedUp, type LookUpBounds } from './vehicle-lookups.ts'
import { searchVehicles, type FoundVehicle } from './vehicle-search.ts'

export type { FoundVehicle, LookedUp }

/** Result of a search among the names found. */
export interface FoundVehicles extends LookedUp {
  readonly found: readonly FoundVehicle[]
}

/** The names of the current account: what the cache knows, and what the service is asked for. */
export class LookupsService {
  readonly #reader: LookupReader
  readonly #names: NamesTable
  readonly #owner: () => Promise<LookupOwner>
  readonly #api: () => Promise<LookupsApi>
  readonly #lookups: VehicleLookups

  /** @param owner the current account, at its service */
  constructor(
    reader: LookupReader,
    names: NamesTable,
    owner: () => Promise<LookupOwner>,
    api: () => Promise<LookupsApi>,
  ) {
    this.#reader = reader
    this.#names = names
    this.#owner = owner
    this.#api = api
    this.#lookups = new VehicleLookups(reader, names)
  }

  /** Names of a vehicle's ids among parameters, by their fields, as far as they are known. */
  namesOf(accountId: string, values: Readonly<Record<string, string | number>>): VehicleNames {
    return this.#names.namesOf(accountId, vehicleIdsIn(values))
  }

  /** Names that a text may mean within the ids before it. */
  async offered(field: VehicleField, within: VehicleIds, text: string): Promise<OfferedName[]> {
    const { accountId } = await this.#owner()
    return offeredNames(field, within, text, this.#names.of(accountId))
  }

  /** Names that a text may be a slip of within the ids before it, the most alike first. */
  async likely(field: VehicleField, within: VehicleIds, text: string): Promise<string[]> {
    const { accountId } = await this.#owner()
    const candidates = this.#names.of(accountId).candidates(field, within)
    return likelyNames(text, [], candidates).map(({ name }) => name)
  }

  /**
   * Keeps what a text means: for the account, or for one file if its rows decide it.
   * @throws Fault `invalid-request` if nothing with this id is known there
   */
  async choose({ field, within, value, id, decided }: NameChoice, choices: FileChoices): Promise<void> {
    const { accountId } = await this.#owner()
    const known = this.#names.of(accountId).candidates(field, within)
    if (!known.some((each) => each.id === id)) throw new Fault('invalid-request', { path: 'id' })
    if (decided) choices.choose(field, within, value, id)
    else this.#names.choose(accountId, field, within, value, id)
  }

  /** Requests that would come first for these vehicles' names. Their calls are known, those behind them are not. */
  async needsOf({ vehicles, choices }: FileVehicles): Promise<LookupNeeds> {
    return this.#lookups.tasks.needsOf(await this.#owner(), vehicles, choices)
  }

  /** True if a list of what belongs to these ids was never asked for: a name may be in it. */
  async isUnasked(within: VehicleIds): Promise<boolean> {
    return this.isUnaskedBy(await this.#owner(), within)
  }

  /** The same for an account that is known. */
  isUnaskedBy(owner: LookupOwner, within: VehicleIds): boolean {
    return this.#lookups.tasks.needsInside(owner, within).unasked
  }

  /** The names of these ids of the current account, as far as they are known. */
  async named(ids: VehicleIds): Promise<VehicleNames> {
    return this.#names.namesOf((await this.#owner()).accountId, ids)
  }

  /** Asks for the names of these vehicles, within the bounds. */
  async lookUp(vehicles: FileVehicles, bounds: LookUpBounds): Promise<LookedUp> {
    return this.#lookups.lookUp(await this.#owner(), vehicles, this.#api, bounds)
  }

  /** Vehicles by a text, the best first; lists that the cache lacks are asked for within the bounds. */
  async search(text: string, bounds: LookUpBounds): Promise<FoundVehicles> {
    const owner = await this.#owner()
    const searched = () => searchVehicles(text, this.#names.of(owner.accountId))
    const needs = (): LookupNeeds => {
      const all = [...new Set(searched().open)].map((ids) => this.#lookups.tasks.needsInside(owner, ids))
      return {
        tasks: all.flatMap(({ tasks }) => tasks),
        unavailable: all.some(({ unavailable }) => unavailable),
        unasked: all.some(({ unasked }) => unasked),
      }
    }
    const asked = await this.#lookups.run(owner, needs, this.#api, bounds)
    return { ...asked, found: searched().found }
  }

  /** Number of lists that a search would have to ask for now. */
  async missingFor(text: string): Promise<number> {
    const owner = await this.#owner()
    const { open } = searchVehicles(text, this.#names.of(owner.accountId))
    return open.flatMap((ids) => this.#lookups.tasks.needsInside(owner, ids).tasks).length
  }

  /** A dictionary of the search; null if the service gives the account none and the cache has none. */
  dictionary(
    list: LookupList<DictionaryEntry>,
    bounds: Pick<LookUpBounds, 'signal'> = {},
  ): Promise<readonly DictionaryEntry[] | null> {
    return this.list(list, bounds)
  }

  /** A list of the lookups, as `dictionary` reads it. */
  async list<Entry>(
    list: LookupList<Entry>,
    { signal }: Pick<LookUpBounds, 'signal'> = {},
  ): Promise<readonly Entry[] | null> {
    const owner = await this.#owner()
    const { state, entries } = this.#reader.cached(owner, list)
    if (state === 'fresh') return entries
    const fetched = await this.#reader.fetch(owner, list, await this.#api(), {
      onCall: () => undefined,
      signal,
    })
    return fetched ?? (state === 'old' ? entries : null)
  }
}
