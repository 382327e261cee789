import { notEnoughData, ok, type Answer } from '../http/answers.ts'
import { wholeNumber } from '../http/query.ts'
import { isListed, type VehicleFacts } from '../vehicles/vehicle.ts'
import { convert } from '../world/money.ts'

/** Fewer adverts make no average. */
const fewest = 3
/** Fewer adverts make no outer percentiles: these are the text "NaN". */
const fewestForOuter = 20

const percentiles = [1, 5, 25, 50, 75, 95, 99]

/** GET /auto/average_price, in US dollars; other filters than those of docs/service/lookups.md have no effect. */
export function averagePrice(stock: readonly VehicleFacts[], query: URLSearchParams): Answer {
  const found = stock.filter((facts) => isListed(facts) && fits(facts, query))
  if (found.length < fewest) return notEnoughData
  const inOrder = found
    .map((facts) => ({ id: facts.id, price: rounded(convert(facts.price, facts.currency, 1)) }))
    .sort((one, other) => one.price - other.price)
  const prices = inOrder.map(({ price }) => price)
  const quarter = Math.floor(prices.length / 4)
  return ok({
    total: prices.length,
    arithmeticMean: rounded(meanOf(prices)),
    interQuartileMean: rounded(meanOf(prices.slice(quarter, prices.length - quarter))),
    percentiles: Object.fromEntries(percentiles.map((at) => [at.toFixed(1), percentile(prices, at)])),
    prices,
    classifieds: inOrder.map(({ id }) => id),
  })
}

function fits(facts: VehicleFacts, query: URLSearchParams): boolean {
  const is = (name: string, value: number) => [0, undefined, value].includes(wholeNumber(query.get(name)))
  return (
    is('marka_id', facts.makeId) &&
    is('model_id', facts.modelId) &&
    is('fuel_id', facts.fuelId) &&
    is('gear_id', facts.gearboxId) &&
    within(facts.year, query.getAll('yers')) &&
    within(facts.mileage, query.getAll('raceInt'))
  )
}

/** One value is the value itself, two are from and to. */
function within(value: number, texts: readonly string[]): boolean {
  const bounds = texts.map((text) => wholeNumber(text) ?? 0).filter((bound) => bound > 0)
  return bounds.length === 0 || (value >= Math.min(...bounds) && value <= Math.max(...bounds))
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Integers and decimals mix, as at the service. */
function percentile(prices: readonly number[], at: number): number | string {
  if (prices.length < fewestForOuter && (at < 25 || at > 75)) return 'NaN'
  const place = ((prices.length - 1) * at) / 100
  const low = prices[Math.floor(place)] ?? 0
  const high = prices[Math.ceil(place)] ?? 0
  return rounded(low + (high - low) * (place - Math.floor(place)))
}
