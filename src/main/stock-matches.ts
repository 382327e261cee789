import type { NewVehicle, StockMatch } from './writes/stock-match.ts'
import type { Values } from './writes/values.ts'

/** A cached advert, as far as it says which vehicle it is. */
export interface StockVehicle {
  readonly id: number
  readonly title: string
  readonly makeId: number | null
  readonly modelId: number | null
  readonly version: string
}

interface StockSource {
  /** The stock of the account, without adverts that are gone. */
  readonly stock: () => readonly StockVehicle[]
  /** What this app wrote last to some of these adverts. */
  readonly written: (ids: readonly number[]) => ReadonlyMap<number, Values>
}

const textKey = (version: unknown): string =>
  (typeof version === 'string' ? version : '').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Finds creates of vehicles that the stock has already, for one check of a file. No read shows modification and equipment
 * of an advert: of those that this app created they are known, and have to be the same. Of the others the version has to
 * be, which then is said.
 */
export class StockMatches {
  readonly #source: StockSource
  /** By make and model, read when the first create is looked at. */
  #models: ReadonlyMap<string, readonly StockVehicle[]> | null = null
  /** The adverts of a make and model by what else tells them apart. */
  readonly #known = new Map<string, ReadonlyMap<string, StockMatch>>()

  constructor(source: StockSource) {
    this.#source = source
  }

  /** The advert that is the vehicle of each create; null if there is none. */
  find(vehicles: readonly NewVehicle[]): (StockMatch | null)[] {
    return vehicles.map(({ marka_id, model_id, base_id, equip_id, version }) => {
      const known = this.#of(`${marka_id} ${model_id}`)
      const text = textKey(version)
      return known.get(`${base_id} ${equip_id} ${text}`) ?? (text === '' ? null : (known.get(text) ?? null))
    })
  }

  #of(model: string): ReadonlyMap<string, StockMatch> {
    const known = this.#known.get(model) ?? this.#read(model)
    this.#known.set(model, known)
    return known
  }

  #read(model: string): ReadonlyMap<string, StockMatch> {
    this.#models ??= Map.groupBy(this.#source.stock(), ({ makeId, modelId }) => `${makeId} ${modelId}`)
    const adverts = this.#models.get(model) ?? []
    if (adverts.length === 0) return new Map()
    const written = this.#source.written(adverts.map(({ id }) => id))
    return new Map(
      adverts.flatMap(({ id, title, version }) =>
        keysOf(version, written.get(id)).map((key) => [key, { autoId: id, title }]),
      ),
    )
  }
}

/** The service may show another version than the one that was written. */
function keysOf(shown: string, written: Values = {}): string[] {
  const { base_id: base, equip_id: equip } = written
  if (base === undefined || equip === undefined) return [textKey(shown)]
  return [shown, written.version].map((version) => `${base} ${equip} ${textKey(version)}`)
}
