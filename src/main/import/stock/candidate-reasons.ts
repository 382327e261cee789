import { currencyIds } from '#shared/batch/currency.ts'
import type { CandidateReason } from '#shared/stock/stock-actions.ts'
import type { Car } from './decisions.ts'
import type { UnlinkedAdvert, Vehicle } from './stock-facts.ts'
import { isModelKnown, isWhole, modelName, trimName } from './vehicle-marks.ts'

/** Prices are near each other within so many percent. */
const nearPercent = 10

/** Reasons for and against an advert's being a car's own. */
export function reasonsFor(car: Car, advert: UnlinkedAdvert): CandidateReason[] {
  const { vehicle, year } = car
  const reasons: (CandidateReason | false)[] = [
    car.autoId === advert.autoId && 'id-column',
    trimReason(vehicle, advert),
    priceReason(car, advert),
    year !== null && year === advert.year && 'same-year',
    isOfModel(vehicle, advert) && 'same-model',
  ]
  return reasons.filter((reason) => reason !== false)
}

const isOfModel = (vehicle: Vehicle | null, { makeId, modelId }: UnlinkedAdvert): boolean =>
  vehicle?.[0] === makeId && vehicle[1] === modelId

/** Only a create of our own tells the modification and equipment of an advert: no read shows them. */
function trimReason(vehicle: Vehicle | null, advert: UnlinkedAdvert): CandidateReason | false {
  if (!advert.trim || !vehicle || !isWhole(vehicle)) return false
  return trimName(vehicle) === trimName(vehicleOf(advert)) ? 'same-trim' : 'other-trim'
}

function priceReason({ price, currency }: Car, { prices }: UnlinkedAdvert): CandidateReason | false {
  const shown = currency === null ? undefined : prices[currency]
  if (price === null || shown === undefined) return false
  if (Math.round(shown) === Math.round(price)) return 'same-price'
  return Math.abs(shown - price) * 100 <= price * nearPercent && 'near-price'
}

/** Under what an advert is found: its make and model, its trim, each of its prices. */
export function advertMarks(advert: UnlinkedAdvert): string[] {
  const vehicle = vehicleOf(advert)
  const ofPrice = currencyIds.flatMap((currency) => {
    const price = advert.prices[currency]
    return price === undefined ? [] : [priceMark(vehicle, price, currency)]
  })
  return ['any', modelMark(vehicle), ...(advert.trim ? [trimMark(vehicle)] : []), ...ofPrice]
}

const vehicleOf = ({ makeId, modelId, trim }: UnlinkedAdvert): Vehicle => [
  makeId,
  modelId,
  trim?.[0] ?? 0,
  trim?.[1] ?? 0,
]

/** The marks of the adverts that may be a car's own, from the widest group to the narrowest. */
export interface CarMarks {
  readonly model: string
  readonly trim: string | null
  readonly price: string | null
}

export function carMarks({ vehicle, price, currency }: Car): CarMarks {
  if (!vehicle || !isModelKnown(vehicle)) return { model: 'any', trim: null, price: null }
  return {
    model: modelMark(vehicle),
    trim: isWhole(vehicle) ? trimMark(vehicle) : null,
    price: price === null || currency === null ? null : priceMark(vehicle, price, currency),
  }
}

const modelMark = (vehicle: Vehicle): string => `model ${modelName(vehicle)}`
const trimMark = (vehicle: Vehicle): string => `trim ${trimName(vehicle)}`
const priceMark = (vehicle: Vehicle, price: number, currency: number): string =>
  `price ${modelName(vehicle)} ${String(currency)} ${String(Math.round(price))}`
