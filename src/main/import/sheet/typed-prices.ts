import type { MarkupHandler } from './markup.ts'

/** Names of documents, prices and their parts in programs of 1C (CommerceML 2). */
const names = {
  document: 'КоммерческаяИнформация',
  type: 'ТипЦены',
  prices: 'Цены',
  price: 'Цена',
  id: 'Ид',
  name: 'Наименование',
  typeOfPrice: 'ИдТипаЦены',
  amount: 'ЦенаЗаЕдиницу',
  currency: 'Валюта',
} as const

type ReadDocument = (handler: MarkupHandler) => void

/**
 * Reports a document of CommerceML with each price under the name of its type, which the document lists before. Only so
 * are the prices of an offer for buyers and for others distinct. Other documents are reported as they are.
 */
export const withTypedPrices =
  (read: ReadDocument): ReadDocument =>
  (handler) => {
    const types = new Map<string, string>()
    const open: string[] = []
    /** The texts of the type or the price that is open; null outside of both. */
    let parts: Map<string, string> | null = null
    /** True within an element of this name. Of prices only the single one is reported, under the name of its type. */
    const isWithin = (name: string): boolean => open[0] === names.document && open.includes(name)
    read({
      open: (name, attributes) => {
        open.push(name)
        if (open[0] === names.document && (name === names.type || name === names.price)) parts = new Map()
        if (!isWithin(names.prices)) handler.open(name, attributes)
      },
      text: (piece) => {
        const name = open.at(-1) ?? ''
        parts?.set(name, (parts.get(name) ?? '') + piece)
        if (!isWithin(names.prices)) handler.text(piece)
      },
      close: (name) => {
        const isOfPrices = isWithin(names.prices)
        open.pop()
        if (name === names.type && parts) types.set(partOf(parts, 'id'), partOf(parts, 'name'))
        if (name === names.price && isOfPrices && parts) handlePrice(parts, types, handler)
        else if (!isOfPrices) handler.close(name)
        if (name === names.type || name === names.price) parts = null
      },
    })
  }

const partOf = (parts: ReadonlyMap<string, string>, part: keyof typeof names): string =>
  (parts.get(names[part]) ?? '').trim()

function handlePrice(
  parts: ReadonlyMap<string, string>,
  types: ReadonlyMap<string, string>,
  handler: MarkupHandler,
): void {
  const type = types.get(partOf(parts, 'typeOfPrice')) ?? ''
  const name = /цена|ціна/i.test(type) ? type : `${names.price} ${type}`.trim()
  handler.open(name, {})
  handler.text(`${partOf(parts, 'amount')} ${partOf(parts, 'currency')}`.trim())
  handler.close(name)
}
