/** ISO 4217 codes of the currencies in which adverts have prices. */
export const currencyCodes = ['USD', 'EUR', 'UAH'] as const
export type CurrencyCode = (typeof currencyCodes)[number]

/** Currencies of the write endpoints: 1 US dollars, 2 euro, 3 hryvnia. Real estate numbers them otherwise. */
export const currencies = { 1: 'USD', 2: 'EUR', 3: 'UAH' } as const satisfies Record<number, CurrencyCode>
export type CurrencyId = keyof typeof currencies

export const currencyIds = [1, 2, 3] as const satisfies readonly CurrencyId[]

const ids = new Map(
  Object.entries(currencies).map(([id, code]) => [code as string, Number(id) as CurrencyId]),
)

/** The currency of a code such as `USD`, or null if it is none of the write endpoints. */
export const currencyOfCode = (code: string | null): CurrencyId | null => ids.get(code ?? '') ?? null

/** An advert's price as the service shows it, in whole units of each currency. */
export interface Prices {
  readonly usd: number | null
  readonly eur: number | null
  readonly uah: number | null
}

/** The currency of each of these prices. */
export const priceCodes = { usd: 'USD', eur: 'EUR', uah: 'UAH' } as const satisfies Record<
  keyof Prices,
  CurrencyCode
>

/** The price in a currency of the write endpoints. */
export const priceIn = ({ usd, eur, uah }: Prices, currency: CurrencyId): number | null =>
  ({ 1: usd, 2: eur, 3: uah })[currency]
