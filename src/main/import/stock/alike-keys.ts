import { lacksZerosOf } from '../../writes/stock-key.ts'
import type { KeyedVehicle, StockFacts, Vehicle } from './stock-facts.ts'
import type { LiveState } from './stock-table.ts'

/** Test by what a person said: a key is another car than another key, or than an advert (`advertName`). */
export type IsApart = (key: string, other: string) => boolean

/** Keys by what makes two of them alike. One is found in one step, however many there are. */
export class AlikeKeys {
  readonly #keys = new Grouped<string>()
  readonly #isApart: IsApart

  constructor(isApart: IsApart) {
    this.#isApart = isApart
  }

  /** Adds a key that is alike to those of the same vehicle, as far as it is known. */
  addVehicle({ key, vehicle }: KeyedVehicle): void {
    for (const mark of vehicleMarks(vehicle)) this.#keys.add(mark, key)
  }

  /** Adds a key that is alike to those of one spelling. */
  addSpelling({ key, fold }: KeyedVehicle): void {
    this.#keys.add(`spelling ${fold}`, key)
  }

  /** Adds a key that is alike to those of one spelling, make and model: a file that has both keys mostly means two cars. */
  addSpellingOfModel(keyed: KeyedVehicle): void {
    this.#keys.add(spellingOfModel(keyed), keyed.key)
  }

  /**
   * Way in which a key is another number of a present one, unless a person said that it is another car; null without
   * one.
   */
  of(
    keyed: KeyedVehicle,
    countsVehicles = true,
  ): { readonly live: LiveState; readonly other: string } | null {
    const spelt = this.ofSpelling(keyed)
    if (spelt !== null)
      return { live: lacksZerosOf(keyed.key, spelt) ? 'lost-zeros' : 'spelt-alike', other: spelt }
    const alike = countsVehicles ? this.ofVehicle(keyed) : null
    return alike === null ? null : { live: 'renumbered', other: alike }
  }

  /** First other key of the same vehicle that no person called another car; null without one. */
  ofVehicle(keyed: KeyedVehicle): string | null {
    return this.#first(questionMarks(keyed.vehicle), keyed.key)
  }

  ofSpelling(keyed: KeyedVehicle): string | null {
    return this.#first([`spelling ${keyed.fold}`, spellingOfModel(keyed)], keyed.key)
  }

  /** Looks at few more keys than there are answers about this one. */
  #first(marks: readonly string[], key: string): string | null {
    for (const mark of marks)
      for (const other of this.#keys.of(mark)) if (other !== key && !this.#isApart(key, other)) return other
    return null
  }
}

const spellingOfModel = ({ fold, vehicle }: KeyedVehicle): string =>
  `spelling of ${vehicle ? modelName(vehicle) : 'any'} ${fold}`

export function answersOf({ apart }: Pick<StockFacts, 'apart'>): IsApart {
  const others = new Grouped<string>()
  for (const [key, other] of apart) {
    others.add(key, other)
    others.add(other, key)
  }
  return (key, other) => others.of(key).has(other)
}

const none: ReadonlySet<never> = new Set()

/** Values by the marks that they have in common, in the order in which they were added. */
export class Grouped<Value> {
  readonly #groups = new Map<string, Set<Value>>()

  add(mark: string, value: Value): void {
    const group = this.#groups.get(mark)
    if (group) group.add(value)
    else this.#groups.set(mark, new Set([value]))
  }

  of(mark: string): ReadonlySet<Value> {
    return this.#groups.get(mark) ?? none
  }
}

/** Texts that are equal for equal vehicles. */
export const modelName = ([marka, model]: Vehicle): string => `${String(marka)}/${String(model)}`
export const trimName = (vehicle: Vehicle): string => vehicle.join('/')

export const isModelKnown = ([marka, model]: Vehicle): boolean => marka > 0 && model > 0

/** True if all four ids are known. */
export const isWhole = (vehicle: Vehicle): boolean => vehicle.every((id) => id > 0)

/** Make, model, modification and equipment make a vehicle: no edit changes them. What isn't known differs from nothing. */
export const isOtherVehicle = (left: Vehicle | null, right: Vehicle | null): boolean =>
  !!left && !!right && left.some((id, at) => id > 0 && (right[at] ?? 0) > 0 && id !== right[at])

/**
 * Under which marks a vehicle is found by those that may be the same. Where four ids are not known it may be any of its make and
 * model; without these, any at all.
 */
function vehicleMarks(vehicle: Vehicle | null): string[] {
  if (!vehicle || !isModelKnown(vehicle)) return ['any', 'unknown']
  const model = modelName(vehicle)
  return ['any', `model ${model}`, isWhole(vehicle) ? `trim ${trimName(vehicle)}` : `model alone ${model}`]
}

/** The marks of those that a vehicle may be the same as. */
function questionMarks(vehicle: Vehicle | null): string[] {
  if (!vehicle || !isModelKnown(vehicle)) return ['any']
  const model = modelName(vehicle)
  if (!isWhole(vehicle)) return [`model ${model}`, 'unknown']
  return [`trim ${trimName(vehicle)}`, `model alone ${model}`, 'unknown']
}
