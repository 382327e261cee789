import {
  characteristicsOf,
  characteristicsOfType,
  combinations,
  type Characteristic,
} from './characteristics.ts'
import { districts, realtyTypes, type District, type RealtyType } from './realty-types.ts'
import { convert, type CurrencyId } from '../world/money.ts'
import { Dice } from '../world/random.ts'
import { day } from '../world/service-time.ts'

/** Facts of a real-estate advert. Never written: they follow from the seed. */
export interface RealtyFacts {
  readonly id: number
  readonly type: RealtyType
  readonly operation: number
  readonly district: District
  /** In the currency of characteristic 242. */
  readonly price: number
  /** By characteristic id: the number, the chosen option's id, or the id itself for a ticked box. */
  readonly values: ReadonlyMap<number, number>
  /** Seconds since the epoch. */
  readonly addedAt: number
  readonly photos: number
}

const seededRealty = 400
const firstRealtyId = 13_825_265

/** Currency options of real estate have another order than the vehicle ids (docs/service/realty.md). */
export const realtyCurrency: Readonly<Record<number, CurrencyId>> = { 239: 1, 240: 3, 241: 2 }

/** Newest first. */
export function seedRealty(seed: number, seededAt: number): RealtyFacts[] {
  return Array.from({ length: seededRealty }, (_, index) => {
    const dice = new Dice(seed, 2_000_000 + index)
    const [category, operation] = dice.chance(0.4) ? ([1, 1] as const) : dice.pick(combinations)
    const drawn = drawValues(dice, characteristicsOf(category, operation) ?? [])
    const type = dice.pick(realtyTypes.filter((one) => one.category === category))
    const values = valuesOfType(drawn, category, operation, type.id)
    return {
      id: firstRealtyId + (seededRealty - index) * 3,
      type,
      operation,
      district: dice.pick(districts),
      price: values.get(234) ?? 0,
      values,
      addedAt: seededAt - Math.round((index + dice.next()) * 0.2 * day),
      photos: dice.whole(0, 8),
    }
  })
}

/** The values that adverts of the type have. */
function valuesOfType(
  drawn: ReadonlyMap<number, number>,
  category: number,
  operation: number,
  type: number,
): ReadonlyMap<number, number> {
  const known = new Set((characteristicsOfType(category, operation, type) ?? []).map(({ id }) => id))
  return new Map([...drawn].filter(([id]) => known.has(id)))
}

function drawValues(dice: Dice, set: readonly Characteristic[]): ReadonlyMap<number, number> {
  const values = new Map<number, number>()
  for (const item of set) {
    const value = drawValue(dice, item)
    if (value !== undefined) values.set(item.id, value)
  }
  return fitting(values)
}

function drawValue(dice: Dice, item: Characteristic): number | undefined {
  if (item.input === 'checkbox') return dice.chance(0.4) ? item.id : undefined
  if (item.id === 242) return dice.pick([239, 239, 239, 240, 241])
  if (item.options !== undefined) return dice.pick(item.options)[0]
  const [from, to] = item.range ?? [0, 0]
  // The square of a throw: many small ones, few large, as with flats and prices.
  return Math.round(from + (to - from) * Math.pow(dice.next(), 2))
}

/** A floor is not above the roof, the parts not larger than the whole, and the price in its own currency. */
function fitting(values: Map<number, number>): ReadonlyMap<number, number> {
  const shrink = (part: number, whole: number, share: number) => {
    const a = values.get(part)
    const b = values.get(whole)
    if (a !== undefined && b !== undefined) values.set(part, Math.min(a, Math.max(1, Math.floor(b * share))))
  }
  for (const total of [214, 215]) {
    shrink(216, total, 0.6)
    shrink(218, total, 0.25)
  }
  shrink(227, 228, 1)
  const price = convert(values.get(234) ?? 0, 1, realtyCurrency[values.get(242) ?? 239] ?? 1)
  values.set(234, Math.round(price / 50) * 50)
  return values
}
