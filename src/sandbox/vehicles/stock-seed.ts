import { stockModels, type CatalogModel } from './vehicle-catalog.ts'
import { equipmentOfModel } from './new-catalog.ts'
import { drawnOptions, fuelIds, optionBit } from './equipment.ts'
import { cities, findCity } from '../world/regions.ts'
import { otherDealers, ownDealer } from '../world/sellers.ts'
import { convert, type CurrencyId } from '../world/money.ts'
import { Dice } from '../world/random.ts'
import { day } from '../world/service-time.ts'
import type { VehicleFacts } from './vehicle.ts'

export interface StockPlan {
  readonly seed: number
  readonly count: number
  /** Owner of the dealer's adverts. */
  readonly userId: number
  /** The moment the stock is of, seconds since the epoch. */
  readonly seededAt: number
  /** Number of adverts of a hundred that are the dealer's, 0 to 100; 15 by default. */
  readonly ownShare?: number
  /** True if adverts of new vehicles have ids of 7 digits. */
  readonly newElsewhere?: boolean
}

/** Seeded adverts have ids below this, created ones from here on: newer ones are higher, as at the service. */
export const firstCreatedId = 39_100_000
/** The same for ids of 7 digits. */
export const firstCreatedNewId = 5_000_000

/** The share of the dealer's own adverts, in percent, if none is given. */
export const usualOwnShare = 15
const listingDays = 90

/** The seeded stock, oldest first. The first n adverts don't depend on how many follow them. */
export function seedStock(plan: StockPlan): VehicleFacts[] {
  const stock: VehicleFacts[] = []
  for (let index = plan.count - 1; index >= 0; index--) stock.push(seedAdvert(plan, index))
  return stock
}

/** Every throw of the dice depends on those before it: another order would make another stock. */
function seedAdvert(plan: StockPlan, index: number): VehicleFacts {
  const dice = new Dice(plan.seed, index)
  const turn = ownTurn(index, plan.ownShare ?? usualOwnShare)
  const seller = drawSeller(dice, turn !== null, plan.userId)
  const model = dice.pick(stockModels)
  const addedAt = plan.seededAt - Math.round((80 * day * index) / (index + 1500)) - dice.whole(0, 30)
  const vehicle = drawVehicle(dice, model, seller, new Date(plan.seededAt * 1000).getUTCFullYear())
  const exchangeType = dice.chance(0.25) ? dice.whole(1, 4) : 0
  const wanted = exchangeType > 0 && dice.chance(0.5) ? dice.pick(stockModels) : undefined
  const facts: VehicleFacts = {
    ...unwritten,
    id: seededId(index, dice.whole(0, 6), plan.newElsewhere === true && vehicle.mileage === 0),
    userId: seller.userId,
    dealerId: seller.dealerId,
    categoryId: model.make.category,
    makeId: model.make.id,
    modelId: model.id,
    bodyId: model.body,
    ...vehicle,
    regionId: findCity(seller.cityId)?.regionId ?? 10,
    cityId: seller.cityId,
    exchangeType,
    exchangeMakeId: wanted?.make.id ?? 0,
    ...drawOffer(dice, seller, wanted),
    addedAt,
    updatedAt: Math.min(plan.seededAt, addedAt + dice.whole(0, 9 * day)),
    expiresAt: addedAt + listingDays * day,
    version: dice.chance(0.4) ? dice.pick(versions) : '',
    testDrive: dice.whole(0, 1),
    ...equipmentOf(model, vehicle.mileage, index),
  }
  return turn === null ? asInExample(facts, index) : withFate(facts, turn, plan.seededAt)
}

/** Makes that the service's own example of a search asks for, with the year of their car, by the place in the stock. */
const examples = new Map([
  [16, { makeId: 79, year: 2014 }],
  [36, { makeId: 84, year: 2015 }],
])

/** Every fourth advert was kept in a garage, and the contract's example of a search finds a car of either make. */
function asInExample(facts: VehicleFacts, index: number): VehicleFacts {
  const kept = index % 4 === 0 ? { ...facts, options: facts.options | optionBit(477) } : facts
  const example = examples.get(index)
  const model = stockModels.find(({ make, body }) => make.id === example?.makeId && [2, 3].includes(body))
  if (example === undefined || model === undefined) return kept
  return {
    ...kept,
    categoryId: 1,
    makeId: example.makeId,
    modelId: model.id,
    bodyId: model.body,
    year: example.year,
    mileage: 142,
    price: 12_900,
    currency: 1,
    fuelId: 1,
    gearboxId: 2,
    volume: 1.8,
    power: 140,
    regionId: 10,
    cityId: 10,
    abroad: false,
    uncleared: false,
    bargain: true,
    realtyExchange: true,
    exchangeType: 4,
    exchangeMakeId: 0,
    exchangeModelId: 0,
    photos: 12,
    baseId: 0,
    equipId: 0,
  }
}

/** Ids of 7 digits lie closer together, so that a million adverts have room. */
const seededId = (index: number, jitter: number, isShort: boolean): number =>
  isShort ? firstCreatedNewId - 1 - index * 3 - (jitter % 3) : firstCreatedId - 1 - index * 7 - jitter

/** The facts that seeded adverts have in common. */
const unwritten = {
  sold: false,
  moderated: false,
  archived: false,
  deleted: false,
  withdrawnAt: 0,
  note: null,
  inStock: 1,
} as const

function drawOffer(dice: Dice, seller: Seller, wanted: CatalogModel | undefined) {
  const isPrivate = seller.dealerId === 0
  return {
    abroad: isPrivate && dice.chance(0.02),
    uncleared: isPrivate && dice.chance(0.03),
    bargain: dice.chance(0.4),
    realtyExchange: dice.chance(0.04),
    exchangeModelId: wanted !== undefined && dice.chance(0.5) ? wanted.id : 0,
    photos: dice.chance(0.06) ? 0 : dice.whole(3, 24),
    options: drawOptions(dice),
    level: dice.chance(0.05) ? dice.whole(1, 30) : 0,
  }
}

/** A new vehicle has a modification and an equipment of its model; a used one has none. */
function equipmentOf(model: CatalogModel, mileage: number, index: number) {
  const choices = mileage === 0 ? equipmentOfModel(model.make.id, model.id) : []
  const chosen = choices[index % Math.max(1, choices.length)]
  return { baseId: chosen?.modification.id ?? 0, equipId: chosen?.id ?? 0 }
}

const versions = [
  'Comfort',
  'Active',
  'Premium',
  'Style',
  'Luxury Line',
  'Business',
  'Sport & Sound',
  '4x4 AT',
] as const

interface Seller {
  readonly own: boolean
  readonly userId: number
  readonly dealerId: number
  readonly cityId: number
}

/**
 * The how manieth of the dealer's adverts this one is, null if it is another seller's. By the usual share three of twenty
 * are the dealer's, at places that released stocks have; any other share is spread evenly.
 */
function ownTurn(index: number, share: number): number | null {
  if (share === usualOwnShare) {
    const place = [3, 9, 14].indexOf(index % 20)
    return place === -1 ? null : Math.floor(index / 20) * 3 + place
  }
  const before = Math.floor((index * share) / 100)
  return Math.floor(((index + 1) * share) / 100) > before ? before : null
}

/** Seller of an advert: of those that aren't the dealer's, one in six is another dealer's, the rest are private. */
function drawSeller(dice: Dice, isOwn: boolean, ownUserId: number): Seller {
  if (isOwn) {
    const cityId = dice.chance(0.2) ? 101 : ownDealer.cityId
    return { own: true, userId: ownUserId, dealerId: ownDealer.id, cityId }
  }
  if (dice.chance(0.17)) {
    const dealer = dice.pick(otherDealers)
    return { own: false, userId: dealer.userId, dealerId: dealer.id, cityId: dealer.cityId }
  }
  const cityId = dice.chance(0.35) ? 10 : dice.pick(cities).id
  const drawn = dice.whole(1_000_000, 9_999_999)
  // A private seller is never the account itself, whatever its id.
  const userId = drawn === ownUserId ? drawn + 1 : drawn
  return { own: false, userId, dealerId: 0, cityId }
}

/** Some of the dealer's adverts are sold, archived, on moderation or about to expire. */
function withFate(facts: VehicleFacts, turn: number, seededAt: number): VehicleFacts {
  if (turn % 25 === 7) return { ...facts, sold: true }
  if (turn % 25 === 11)
    return { ...facts, archived: true, expiresAt: Math.min(facts.expiresAt, seededAt - day) }
  if (turn % 40 === 17) return { ...facts, moderated: true }
  if (turn % 20 === 5) return { ...facts, expiresAt: seededAt + (1 + (turn % 3)) * day }
  return facts
}

type DrawnVehicle = Pick<
  VehicleFacts,
  'year' | 'mileage' | 'fuelId' | 'gearboxId' | 'volume' | 'power' | 'price' | 'currency'
>

function drawVehicle(dice: Dice, model: CatalogModel, seller: Seller, thisYear: number): DrawnVehicle {
  const fresh = dice.chance(seller.own ? 0.4 : 0.06)
  // The product of two throws leans to younger cars, as a market does.
  const age = fresh ? dice.whole(0, 1) : 1 + Math.floor(dice.next() * dice.next() * 22)
  const mileage = fresh ? 0 : Math.round(age * (9 + dice.next() * 15) + dice.whole(1, 6))
  const fuelId = fuelIds[dice.pick(model.fuels.split(''))] ?? 1
  const power = Math.round((model.power * (0.92 + dice.next() * 0.2)) / 2) * 2
  const currency: CurrencyId = dice.chance(0.85) ? 1 : dice.chance(0.4) ? 2 : 3
  const worth = model.price * 1000 * Math.pow(0.9, age) * (0.88 + dice.next() * 0.24)
  return {
    year: thisYear - age,
    mileage,
    fuelId,
    gearboxId: drawGearbox(dice, fuelId, age),
    volume: fuelId === 6 ? 0 : model.volume,
    power,
    price: askingPrice(Math.max(900, worth), currency),
    currency,
  }
}

function drawGearbox(dice: Dice, fuelId: number, age: number): number {
  if (fuelId === 6) return 2
  if (fuelId === 5) return dice.pick([2, 5])
  return dice.chance(0.3 + age * 0.02) ? 1 : dice.pick([2, 2, 2, 3, 4, 5])
}

/** Prices are round sums in the seller's currency. */
function askingPrice(dollars: number, currency: CurrencyId): number {
  const step = currency === 3 ? 5000 : dollars > 20_000 ? 100 : 50
  return Math.max(step, Math.round(convert(dollars, 1, currency) / step) * step)
}

function drawOptions(dice: Dice): number {
  let bits = 0
  for (let bit = 0; bit < drawnOptions; bit++) if (dice.chance(0.45)) bits |= 1 << bit
  return bits
}
