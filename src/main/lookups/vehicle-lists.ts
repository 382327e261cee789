import type { LearnedName, NamesTable } from '../names/names-table.ts'
import { noIds, type VehicleField, type VehicleIds } from '../names/vehicle-ids.ts'
import { chain, dictionaries } from './lookup-lists.ts'
import { aboutGeneration } from './lookup-tasks.ts'
import type { LookupsService } from './lookups-service.ts'

type VehicleList = 'makes' | 'models' | 'generations' | 'bodies' | 'bases' | 'equips'

/** The choices that a list belongs to, as far as they are made. */
interface ChosenVehicle {
  readonly make: number | null
  readonly model: number | null
  readonly generation: number | null
  readonly body: number | null
  readonly base: number | null
}

interface ListedName {
  readonly id: number
  readonly name: string
  /** Difference from others of the same name: years, a body style. */
  readonly about: string
}

interface Learned {
  readonly field: VehicleField
  readonly within: VehicleIds
}

/** The lists of a vehicle's names one by one, as a person chooses from the make down. */
export class VehicleLists {
  readonly #lookups: LookupsService
  readonly #names: NamesTable
  readonly #accountId: () => Promise<string>

  constructor(lookups: LookupsService, names: NamesTable, accountId: () => Promise<string>) {
    this.#lookups = lookups
    this.#names = names
    this.#accountId = accountId
  }

  /**
   * The whole list, by one call if it isn't saved; its names are known from then on.
   * @returns null if the service gives the account no such list, or a choice before it is missing
   * @throws what a call throws
   */
  async read(
    list: VehicleList,
    chosen: ChosenVehicle,
    signal?: AbortSignal,
  ): Promise<readonly ListedName[] | null> {
    const names = await this.#listed(list, chosen, signal)
    const learned = learnedAs(list, chosen)
    if (names && learned) {
      const about = list === 'bases' ? await this.#aboutBody(chosen, signal) : ''
      this.#names.learn(
        await this.#accountId(),
        names.map((each): LearnedName => ({
          ...learned,
          id: each.id,
          name: each.name,
          about: about || each.about,
          source: 'lookup',
        })),
      )
    }
    return names
  }

  /** The names of the list that this computer has learned: from adverts, from creates, from lists that were read before. */
  async known(list: VehicleList, chosen: ChosenVehicle): Promise<readonly ListedName[]> {
    const learned = learnedAs(list, chosen)
    if (!learned) return []
    return this.#names
      .of(await this.#accountId())
      .candidates(learned.field, learned.within)
      .map(({ id, name, about }) => ({ id, name, about }))
  }

  async #listed(
    list: VehicleList,
    { make, model, generation, body, base }: ChosenVehicle,
    signal?: AbortSignal,
  ): Promise<readonly ListedName[] | null> {
    const lookups = this.#lookups
    const bounds = signal ? { signal } : {}
    const named = <Entry extends { readonly name: string }>(
      entries: readonly Entry[] | null,
      idOf: (entry: Entry) => number,
      aboutOf: (entry: Entry) => string = () => '',
    ): ListedName[] | null =>
      entries?.map((entry) => ({ id: idOf(entry), name: entry.name, about: aboutOf(entry) })) ?? null
    if (list === 'makes') return named(await lookups.list(chain.makes(), bounds), (each) => each.marka_id)
    if (list === 'models')
      return make === null
        ? null
        : named(await lookups.list(chain.models(make), bounds), (each) => each.model_id)
    if (list === 'generations') return model === null ? null : this.#generations(model, signal)
    if (list === 'bodies') return generation === null ? null : this.#bodies(generation, signal)
    if (list === 'bases')
      return body === null
        ? null
        : named(await lookups.list(chain.bases(body), bounds), (each) => each.base_id)
    if (base === null) return null
    const equips = await lookups.list(chain.equips(base), bounds)
    return named(
      equips,
      (each) => each.equip_id,
      ({ year }) => (year === null ? '' : String(year)),
    )
  }

  async #generations(model: number, signal?: AbortSignal): Promise<readonly ListedName[] | null> {
    const generations = await this.#lookups.list(chain.generations(model), signal ? { signal } : {})
    return (
      generations?.map((each) => ({ id: each.generation_id, name: aboutGeneration(each), about: '' })) ?? null
    )
  }

  /** Older answers name no body styles; the search's dictionary does. */
  async #bodies(generation: number, signal?: AbortSignal): Promise<readonly ListedName[] | null> {
    const lookups = this.#lookups
    const bounds = signal ? { signal } : {}
    const bodies = await lookups.list(chain.bodies(generation), bounds)
    if (!bodies) return null
    const isNamed = bodies.every(({ name }) => name !== '')
    const styles = isNamed ? [] : ((await lookups.dictionary(dictionaries.bodyStyles(), bounds)) ?? [])
    return bodies.map(({ generation_bodystyle_id: id, bodystyle_id: style, name }) => ({
      id,
      name: name || (styles.find(({ value }) => value === style)?.name ?? ''),
      about: '',
    }))
  }

  /** `F16 2014–, SUV`: what distinguishes the modifications of a body style; its lists are saved by now. */
  async #aboutBody({ model, generation, body }: ChosenVehicle, signal?: AbortSignal): Promise<string> {
    if (model === null || generation === null) return ''
    const generations = await this.#generations(model, signal)
    const bodies = await this.#bodies(generation, signal)
    return [
      generations?.find(({ id }) => id === generation)?.name,
      bodies?.find(({ id }) => id === body)?.name,
    ]
      .filter(Boolean)
      .join(', ')
  }
}

/** Field of the names of a list; null if they are of no field, or a choice before it is missing. */
function learnedAs(list: VehicleList, { make, model, base }: ChosenVehicle): Learned | null {
  if (list === 'makes') return { field: 'marka_id', within: noIds }
  if (list === 'models' && make !== null) return { field: 'model_id', within: { ...noIds, marka_id: make } }
  if (list === 'bases' && make !== null && model !== null)
    return { field: 'base_id', within: { ...noIds, marka_id: make, model_id: model } }
  if (list === 'equips' && base !== null)
    return { field: 'equip_id', within: { ...noIds, marka_id: make, model_id: model, base_id: base } }
  return null
}
