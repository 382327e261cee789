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
  /** Values that this app wrote last to some of these adverts. */
  readonly written: (ids: readonly number[]) => ReadonlyMap<number, Values>
  readonly journalled: () => JournalledCreates
}

/** Known facts of all makes and models. */
interface Models {
  readonly adverts: ReadonlyMap<string, readonly StockVehicle[]>
  readonly creates: ReadonlyMap<string, readonly (readonly [key: string, match: StockMatch])[]>
}

const textKey = (version: unknown): string =>
  (typeof version === 'string' ? version : '').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Finds, for one check of a file, creates of vehicles in stock, and of those that an earlier create may have made or
 * will make. No read shows modification and equipment of an advert: of those that this app created they are known, and
 * have to be the same. Of the others the version has to be, which then is said.
 */
export class StockMatches {
  readonly #source: StockSource
  /** Read when the first create is looked at. */
  #models: Models | null = null
  /** Known vehicles of a make and model, by their other traits. */
  readonly #known = new Map<string, ReadonlyMap<string, StockMatch>>()

  constructor(source: StockSource) {
    this.#source = source
  }

  /** Match of the vehicle of each create already; null if nothing is. */
  find(vehicles: readonly NewVehicle[]): (StockMatch | null)[] {
    this.#models ??= this.#read()
    this.#learn(new Set(vehicles.map(modelOf)), this.#models)
    return vehicles.map((vehicle) => {
      const { base_id, equip_id, version } = vehicle
      const known = this.#known.get(modelOf(vehicle)) ?? nothingKnown
      const text = textKey(version)
      return known.get(`${base_id} ${equip_id} ${text}`) ?? (text === '' ? null : (known.get(text) ?? null))
    })
  }

  #read(): Models {
    const { open, created } = this.#source.journalled()
    const creates = [
      ...open.map(({ batch, payload }) => ({ payload, match: { batch } })),
      ...created.map(({ autoId, payload }) => ({ payload, match: { autoId, title: '' } })),
    ]
    const adverts = new Map<string, StockVehicle[]>()
    for (const page of this.#source.stock())
      for (const each of page) push(adverts, `${each.makeId} ${each.modelId}`, each)
    return { adverts, creates: groups(creates) }
  }

  /** Reads models that were not asked for yet. An advert that is cached says more of itself than the journal does. */
  #learn(asked: ReadonlySet<string>, { adverts, creates }: Models): void {
    const models = [...asked].filter((model) => !this.#known.has(model))
    const ids = models.flatMap((model) => (adverts.get(model) ?? []).map(({ id }) => id))
    const written: ReadonlyMap<number, Values> = ids.length === 0 ? new Map() : this.#source.written(ids)
    for (const model of models) {
      const known = new Map(creates.get(model))
      for (const { id, title, version } of adverts.get(model) ?? [])
        for (const key of keysOf(version, written.get(id))) known.set(key, { autoId: id, title })
      this.#known.set(model, known)
    }
  }
}

const nothingKnown: ReadonlyMap<string, StockMatch> = new Map()

const modelOf = ({ marka_id, model_id }: NewVehicle): string => `${marka_id} ${model_id}`

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** The creates by make and model, each with its other traits. */
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
