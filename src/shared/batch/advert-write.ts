import { z } from 'zod'

/** What a row does at the service: POST, PUT or DELETE /auto/new/autos. */
export const operations = ['create', 'edit', 'delete'] as const
export type Operation = (typeof operations)[number]

/** Currencies of the write endpoints: 1 US dollars, 2 euro, 3 hryvnia. Real estate numbers them otherwise. */
export const currencies = { 1: 'USD', 2: 'EUR', 3: 'UAH' } as const
export type CurrencyId = keyof typeof currencies

/** An advert's price as the service shows it, in whole units of each currency. */
export interface Prices {
  readonly usd: number | null
  readonly eur: number | null
  readonly uah: number | null
}

/** The price in a currency of the write endpoints. */
export const priceIn = ({ usd, eur, uah }: Prices, currency: CurrencyId): number | null =>
  ({ 1: usd, 2: eur, 3: uah })[currency]

const id = z.int().positive()
const flag = z.union([z.literal(0), z.literal(1)])
const currencyId = z.union([z.literal(1), z.literal(2), z.literal(3)])

const content = {
  price: z.number().positive().optional(),
  auto_note: z.string().optional(),
  version: z.string().optional(),
  in_stock: flag.optional(),
  test_drive: flag.optional(),
}

/** Parameters of POST /auto/new/autos, by their contract names, without api_key and user_id. */
export const createPayload = z.strictObject({
  marka_id: id,
  model_id: id,
  base_id: id,
  equip_id: id,
  currency_id: currencyId,
  ...content,
})

/** Parameters of PUT /auto/new/autos. A price never goes without its currency, nor a currency without its price. */
export const editPayload = z.strictObject({ auto_id: id, currency_id: currencyId, ...content })

/** Parameters of DELETE /auto/new/autos. */
export const deletePayload = z.strictObject({ auto_id: id })

/** A row's frozen request: what the dealer saw is what is sent. */
export const advertWrite = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('create'), payload: createPayload }),
  z.object({ operation: z.literal('edit'), payload: editPayload }),
  z.object({ operation: z.literal('delete'), payload: deletePayload }),
])
export type AdvertWrite = z.infer<typeof advertWrite>
export type CreatePayload = z.infer<typeof createPayload>
export type EditPayload = z.infer<typeof editPayload>

/** What the service answers to a write: rows affected, and the id of a created advert (0 otherwise). */
export interface WriteResult {
  readonly numRows: number
  readonly lastInsertId: number
}
