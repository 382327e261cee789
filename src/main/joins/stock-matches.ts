import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CreatedAdvert, OpenCreate } from '../batch/journal/journalled-vehicles.ts'
import type { NewVehicle, StockMatch } from '../writes/stock-match.ts'
import type { Values } from '../writes/values.ts'

/** A cached advert, as far as it says which vehicle it is. */
export interface StockVehicle {
  readonly id: number
  readonly title: string
  readonly makeId: number | null
  readonly modelId: number | null
  readonly version: string
}

/** Creates that are not in the cached stock, as far as the journal knows. */
export interface JournalledCreates {
  readonly open: readonly OpenCreate[]
  readonly created: readonly CreatedAdvert[]
}

interface StockSource {
  /** The stock of the account in pages, without adverts that are gone. */
  readonly stock: () => Iterable<readonly StockVehicle[]>
  /** What this app wrote last to some of these adverts. */
  readonly written: (ids: readonly number[]) => ReadonlyMap<number, Values>
  readonly journalled: () => Promise<JournalledCreates>
}

/** What is known of all makes and models. */
interface Models {
  readonly adverts: ReadonlyMap<string, readonly StockVehicle[]>
  readonly creates: ReadonlyMap<string, readonly (readonly [key: string, match: StockMatch])[]>
}

const textKey = (version: unknown): string =>
  (typeof version === 'string' ? version : '').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Finds creates of vehicles that the stock has already, for one check of a file, or that an earlier create may have made or
 * is still to make. No read shows modification and equipment of an advert: of those that this app created they are known,
 * and have to be the same. Of the others the version has to be, which then is said.
 */
export class StockMatches {
  readonly #source: StockSource
  /** Read when the first create is looked at. */
  #models: Promise<Models> | null = null
  /** What is known of a make and model by what else tells its vehicles apart. */
  readonly #known = new Map<string, Promise<ReadonlyMap<string, StockMatch>>>()

  constructor(source: StockSource) {
    this.#source = source
  }

  /** What is the vehicle of each create already; null if nothing is. */
  async find(vehicles: readonly NewVehicle[]): Promise<(StockMatch | null)[]> {
    const models = await (this.#models ??= this.#read())
    const known = new Map<string, ReadonlyMap<string, StockMatch>>()
    for (const model of new Set(vehicles.map(modelOf))) known.set(model, await this.#of(model, models))
    return vehicles.map((vehicle) => {
      const { base_id, equip_id, version } = vehicle
      const some = known.get(modelOf(vehicle))
      const text = textKey(version)
      return some?.get(`${base_id} ${equip_id} ${text}`) ?? (text === '' ? null : (some?.get(text) ?? null))
    })
  }

  async #read(): Promise<Models> {
    const { open, created } = await this.#source.journalled()
    const creates = [
      ...open.map(({ batch, payload }) => ({ payload, match: { batch } })),
      ...created.map(({ autoId, payload }) => ({ payload, match: { autoId, title: '' } })),
    ]
    const adverts = new Map<string, StockVehicle[]>()
    for (const page of this.#source.stock()) {
      for (const each of page) push(adverts, `${each.makeId} ${each.modelId}`, each)
      await nextTurn()
    }
    return { adverts, creates: groups(creates) }
  }

  #of(model: string, models: Models): Promise<ReadonlyMap<string, StockMatch>> {
    const known = this.#known.get(model) ?? this.#readModel(model, models)
    this.#known.set(model, known)
    return known
  }

  /** An advert that is cached says more of itself than the journal does. */
  async #readModel(model: string, { adverts, creates }: Models): Promise<ReadonlyMap<string, StockMatch>> {
    const known = new Map(creates.get(model))
    const all = adverts.get(model) ?? []
    for (let from = 0; from < all.length; from += advertsAtOnce) {
      const some = all.slice(from, from + advertsAtOnce)
      const written = this.#source.written(some.map(({ id }) => id))
      for (const { id, title, version } of some)
        for (const key of keysOf(version, written.get(id))) known.set(key, { autoId: id, title })
      await nextTurn()
    }
    return known
  }
}

/** Adverts whose writes are read between two turns of the main thread. */
const advertsAtOnce = 2_000

const modelOf = ({ marka_id, model_id }: NewVehicle): string => `${marka_id} ${model_id}`

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** The creates by make and model, each with what else tells it apart. */
function groups(
  creates: readonly { readonly payload: Values; readonly match: StockMatch }[],
): Models['creates'] {
  const byModel = new Map<string, (readonly [string, StockMatch])[]>()
  for (const { payload, match } of creates) {
    const { marka_id, model_id, base_id, equip_id, version } = payload
    push(byModel, `${marka_id} ${model_id}`, [`${base_id} ${equip_id} ${textKey(version)}`, match])
  }
  return byModel
}

/** The service may show another version than the one that was written. */
function keysOf(shown: string, written: Values = {}): string[] {
  const { base_id: base, equip_id: equip } = written
  if (base === undefined || equip === undefined) return [textKey(shown)]
  return [shown, written.version].map((version) => `${base} ${equip} ${textKey(version)}`)
}
