import type { NamesTable, LearnedName } from '../names/names-table.ts'
import { type FileChoices, VehicleReader } from '../names/vehicle-reader.ts'
import { idIn, noIds, vehicleFields, type VehicleCells, type VehicleIds } from '../names/vehicle-ids.ts'
import type { LookupOwner } from './lookup-answers-table.ts'
import { chain, dictionaries, type LookupList } from './lookup-lists.ts'
import type { LookupReader } from './lookup-reader.ts'

/** A list that has to be asked for, and the names that it teaches. */
export interface LookupTask {
  /** The same list is the same task. */
  readonly key: string
  readonly list: LookupList<unknown>
  readonly learned: (entries: readonly unknown[]) => LearnedName[]
}

/** Requests that have to come next to find the ids of some vehicles. */
export interface LookupNeeds {
  readonly tasks: readonly LookupTask[]
  /** The service does not give the account a list that is needed. */
  readonly unavailable: boolean
  /** A list was never asked for; one that is only old says what it said. */
  readonly unasked: boolean
}

interface Generation {
  readonly generation_id: number
  readonly name: string
  readonly year_from: number | null
  readonly year_to: number | null
}

/** Finds, by what is in the cache, which lists are asked for next. */
export class LookupTasks {
  readonly #reader: LookupReader
  readonly #names: NamesTable

  constructor(reader: LookupReader, names: NamesTable) {
    this.#reader = reader
    this.#names = names
  }

  /** The lists that the cells of a file's vehicles need next, each once. */
  needsOf(owner: LookupOwner, vehicles: readonly VehicleCells[], choices: FileChoices): LookupNeeds {
    const needs = new Needs(this.#reader, owner)
    const isUnasked = (within: VehicleIds): boolean => this.needsInside(owner, within).unasked
    const reader = new VehicleReader({ ...choices.over(this.#names.of(owner.accountId)), isUnasked }, 0)
    const wanted = new Map<string, Wanted>()
    for (const cells of vehicles) {
      const want = wantedFor(cells, reader.read(cells).ids)
      if (want) wanted.set(JSON.stringify(want), want)
    }
    for (const { level, ids } of wanted.values()) {
      if (level === 0) needs.makes()
      else if (level === 1) needs.models(ids.marka_id ?? 0)
      else if (level === 2) needs.bases(ids)
      else needs.equips(ids)
    }
    return needs.all
  }

  /** The lists of everything inside a make (or a model, or a modification). */
  needsInside(owner: LookupOwner, ids: VehicleIds): LookupNeeds {
    const needs = new Needs(this.#reader, owner)
    if (ids.marka_id === null) needs.makes()
    else if (ids.model_id === null) needs.models(ids.marka_id)
    else if (ids.base_id === null) needs.bases(ids)
    else needs.equips(ids)
    return needs.all
  }
}

/** The list of a level (0 are the makes) within these ids. */
interface Wanted {
  readonly level: number
  readonly ids: VehicleIds
}

/** The list that a vehicle's first cell without an id needs; null if a list can't help. */
function wantedFor(cells: VehicleCells, ids: VehicleIds): Wanted | null {
  const level = vehicleFields.findIndex((field) => ids[field] === null)
  // Make and model may stand in the cell of the model.
  const at = level === 0 && cells[0].trim() === '' ? 1 : level
  const text = cells[at]?.trim() ?? ''
  return text === '' || (level !== 1 && idIn(text) !== null) ? null : { level, ids }
}

/** Collects what is not fresh in the cache. */
class Needs {
  readonly tasks = new Map<string, LookupTask>()
  #unavailable = false
  #unasked = false
  readonly #reader: LookupReader
  readonly #owner: LookupOwner

  constructor(reader: LookupReader, owner: LookupOwner) {
    this.#reader = reader
    this.#owner = owner
  }

  get all(): LookupNeeds {
    return { tasks: [...this.tasks.values()], unavailable: this.#unavailable, unasked: this.#unasked }
  }

  makes(): void {
    this.#want('makes', chain.makes(), (makes) =>
      makes.map(({ marka_id: id, name }) => ({
        field: 'marka_id',
        within: noIds,
        id,
        name,
        source: 'lookup',
      })),
    )
  }

  models(make: number): void {
    const within = { ...noIds, marka_id: make }
    this.#want(`models ${make}`, chain.models(make), (models) =>
      models.map(({ model_id: id, name }) => ({ field: 'model_id', within, id, name, source: 'lookup' })),
    )
  }

  /** Generations, then their body styles, then the modifications of each: the newest generation first. */
  bases(within: VehicleIds): void {
    const model = within.model_id ?? 0
    const generations = this.#want(`generations ${model}`, chain.generations(model), () => [])
    for (const generation of generations.toSorted(newestFirst)) {
      const id = generation.generation_id
      for (const body of this.#want(`bodies ${id}`, chain.bodies(id), () => [])) {
        const style = body.name || this.#bodyName(body.bodystyle_id)
        // The names of modifications are kept with their body style: that is asked for first.
        if (style === null) continue
        const about = [aboutGeneration(generation), style]
        this.#basesOf(body.generation_bodystyle_id, within, about.filter(Boolean).join(', '))
      }
    }
  }

  equips(within: VehicleIds): void {
    const base = within.base_id ?? 0
    this.#want(`equips ${base}`, chain.equips(base), (equips) =>
      equips.map(({ equip_id: id, name, year }) => ({
        field: 'equip_id',
        within,
        id,
        name,
        about: year === null ? '' : String(year),
        source: 'lookup',
      })),
    )
  }

  #basesOf(body: number, within: VehicleIds, about: string): void {
    this.#want(`bases ${body}`, chain.bases(body), (bases) =>
      bases.map(({ base_id: id, name }) => ({ field: 'base_id', within, id, name, about, source: 'lookup' })),
    )
  }

  /** Older answers name no body styles; the search's dictionary does. Null while it has to be asked for. */
  #bodyName(id: number | null): string | null {
    const styles = this.#want('body styles', dictionaries.bodyStyles(), () => [], false)
    if (this.tasks.has('body styles')) return null
    return styles.find(({ value }) => value === id)?.name ?? ''
  }

  #want<Entry>(
    key: string,
    list: LookupList<Entry>,
    learned: (entries: readonly Entry[]) => LearnedName[],
    isNeeded = true,
  ): readonly Entry[] {
    const { state, entries } = this.#reader.cached(this.#owner, list)
    if (state === 'unavailable' && isNeeded) this.#unavailable = true
    if (state === 'missing') this.#unasked = true
    if (state === 'missing' || state === 'old')
      this.tasks.set(key, { key, list, learned: (answer) => learned(answer as readonly Entry[]) })
    return entries
  }
}

/** 0 or nothing means a generation that is still made. */
const lastYear = ({ year_to }: Generation): number => (year_to === null || year_to === 0 ? Infinity : year_to)
const newestFirst = (one: Generation, other: Generation): number =>
  lastYear(one) === lastYear(other)
    ? (other.year_from ?? 0) - (one.year_from ?? 0)
    : lastYear(other) - lastYear(one)

/** `F16 2014–`: the same in every language. */
export function aboutGeneration({ name, year_from, year_to }: Generation): string {
  const years = year_from === null ? '' : `${year_from}–${year_to === null || year_to === 0 ? '' : year_to}`
  return [name, years].filter(Boolean).join(' ')
}
