import { Fault } from '#shared/bridge/failure.ts'
import type { FileChoices } from '../names/vehicle-reader.ts'
import type { NamesTable } from '../names/names-table.ts'
import type { VehicleCells } from '../names/vehicle-ids.ts'
import type { LookupOwner } from './lookup-answers-table.ts'
import type { LookupReader } from './lookup-reader.ts'
import { LookupTasks, type LookupNeeds, type LookupTask } from './lookup-tasks.ts'
import type { LookupsApi } from './lookups-api.ts'

/** Vehicles of a file, and what its rows decide of their names. */
export interface FileVehicles {
  readonly vehicles: readonly VehicleCells[]
  readonly choices: FileChoices
}

export interface LookUpBounds {
  /** At most so many calls. */
  readonly most: number
  readonly signal?: AbortSignal | undefined
}

/** Result of looking up. */
export interface LookedUp {
  readonly calls: number
  /** True if more calls would have been made, if the bound had allowed it. */
  readonly bounded: boolean
  /** True if the service does not give the account a list that was needed. */
  readonly unavailable: boolean
  /** Failure that ended it early: no network, the quota, a key; null if nothing did. */
  readonly failure: Fault | null
}

/**
 * Brings names from the service's lookups into the cache, within a bound of calls. Names are optional: nothing here
 * fails for the lack of them.
 */
export class VehicleLookups {
  readonly #reader: LookupReader
  readonly #names: NamesTable
  readonly tasks: LookupTasks

  constructor(reader: LookupReader, names: NamesTable) {
    this.#reader = reader
    this.#names = names
    this.tasks = new LookupTasks(reader, names)
  }

  /** Asks for the names of a file's vehicles. */
  lookUp(
    owner: LookupOwner,
    { vehicles, choices }: FileVehicles,
    api: () => Promise<LookupsApi>,
    bounds: LookUpBounds,
  ): Promise<LookedUp> {
    return this.run(owner, () => this.tasks.needsOf(owner, vehicles, choices), api, bounds)
  }

  /**
   * Asks for what is needed until nothing is, or the bound is reached.
   * @param needs what is needed by the current cache; a list is asked for once
   * @param api opened for the first call: what is saved needs no key
   */
  async run(
    owner: LookupOwner,
    needs: () => LookupNeeds,
    api: () => Promise<LookupsApi>,
    { most, signal }: LookUpBounds,
  ): Promise<LookedUp> {
    const asked = new Set<string>()
    let calls = 0
    let wanted = needs()
    const result = (bounded: boolean, failure: Fault | null = null): LookedUp => ({
      calls,
      bounded,
      failure,
      unavailable: wanted.unavailable,
    })
    const onCall = (): void => {
      if (calls >= most) throw new OutOfCalls()
      calls += 1
    }
    try {
      for (;;) {
        const fresh = wanted.tasks.filter(({ key }) => !asked.has(key))
        if (fresh.length === 0) return result(false)
        for (const task of fresh) {
          if (calls >= most) throw new OutOfCalls()
          asked.add(task.key)
          await this.#ask(owner, task, await api(), { onCall, signal })
        }
        wanted = needs()
      }
    } catch (error) {
      wanted = needs()
      if (error instanceof OutOfCalls) return result(true)
      if (error instanceof Fault) return result(false, error)
      throw error
    }
  }

  async #ask(
    owner: LookupOwner,
    { list, learned }: LookupTask,
    api: LookupsApi,
    how: { readonly onCall: () => void; readonly signal?: AbortSignal | undefined },
  ): Promise<void> {
    const entries = await this.#reader.fetch(owner, list, api, how)
    if (entries)
      this.#names.learn(
        owner.accountId,
        learned(entries).filter(({ id }) => id > 0),
      )
  }
}

/** The bound of calls is reached. */
class OutOfCalls extends Error {}
