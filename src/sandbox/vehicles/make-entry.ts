/** Fuels a model is sold with: p petrol, d diesel, g gas and petrol, h hybrid, e electric. */
export interface ModelEntry {
  readonly id: number
  readonly name: string
  readonly body: number
  /** Price of a new one, in thousands of US dollars. */
  readonly price: number
  /** Engine volume in litres; 0 for electric. */
  readonly volume: number
  /** Horsepower. */
  readonly power: number
  readonly fuels: string
}

export interface MakeEntry {
  readonly id: number
  readonly name: string
  /** Country of origin, ISO 3166 numeric. */
  readonly origin: number
  readonly category: number
  readonly models: readonly ModelEntry[]
}

type ModelRow = readonly [
  id: number,
  name: string,
  body: number,
  price: number,
  volume: number,
  power: number,
  fuels: string,
]

/** Motorcycles are category 2, lorries 6, all others cars. */
const categoryOf = (body: number | undefined): number =>
  body === undefined ? 1 : ({ 20: 2, 22: 2, 212: 6, 217: 6 }[body] ?? 1)

/** A make as the table writes it: a line for each model. */
export const make = (id: number, name: string, origin: number, rows: readonly ModelRow[]): MakeEntry => ({
  id,
  name,
  origin,
  category: categoryOf(rows[0]?.[2]),
  models: rows.map(([model, title, body, price, volume, power, fuels]) => ({
    id: model,
    name: title,
    body,
    price,
    volume,
    power,
    fuels,
  })),
})
