import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type CurrencyId, currencies } from '#shared/batch/currency.ts'
import { priceWords } from '#shared/i18n/money-words.ts'
import { pricesOf } from '../../../src/sandbox/world/money.ts'
import { openCounter, type Counter, type Printed } from './counter.ts'
import { spread } from '../../whole.ts'

const printedSchema = z.object({
  rows: z.array(z.object({ changes: z.array(z.looseObject({ field: z.string() })) })),
})

let counter: Counter
/** An own advert in each currency. */
let stock: { readonly id: number; readonly price: number; readonly currency: CurrencyId }[]

beforeAll(async () => {
  counter = await openCounter(30)
  const ids = await counter.stockIds()
  const live = await Promise.all(ids.map(async (id) => ({ ...(await counter.control.advert(id)), id })))
  const inDollars = live.filter(({ price = 0, currency }) => price > 5000 && currency === 1)
  stock = ([1, 2, 3] as const).map((currency, at) => {
    const { id, price = 0 } = inDollars[at] ?? { id: 0 }
    return { id, price: Math.round(pricesOf(price, 1)[currencies[currency]]), currency }
  })
  const rows = stock.map(({ id, price, currency }) => `${id},${currencies[currency]},${price}\n`)
  const path = counter.file('currencies.csv', `auto_id,currency_id,price\n${rows.join('')}`)
  expect((await counter.run('import', path, '--commit')).code).toBe(0)
  await counter.run('sync')
}, 60_000)
afterAll(() => counter.close())

const advertIn = (currency: CurrencyId) => {
  const found = stock.find((advert) => advert.currency === currency)
  if (!found) throw new Error(`no advert in ${currencies[currency]}`)
  return { ...found, in: pricesOf(found.price, currency), code: currencies[currency] }
}

/** What a dry run of one edit says, and has in JSON. */
async function edit(id: number, code: string, price: number | '', more = '') {
  const note = more === '' ? '' : ',version'
  const path = counter.file('edit.csv', `auto_id,currency_id,price${note}\n${id},${code},${price}${more}\n`)
  const said = await counter.run('import', path)
  const { out } = await counter.run('import', path, '--json')
  const changes = printedSchema.parse(JSON.parse(out)).rows[0]?.changes ?? []
  return { path, words: said.err, price: changes.find(({ field }) => field === 'price') }
}

describe('a price in another currency than the advert has', () => {
  const ways = [
    [3, 1],
    [3, 2],
    [1, 3],
    [2, 1],
    [1, 2],
  ] as const
  it.each(spread(ways, 2))('of currency %i in %i: old and new each in their own', async (from, to) => {
    const advert = advertIn(from)
    const code = currencies[to]
    const converted = advert.in[code]
    const next = Math.round(converted * 1.1)
    const { words, price } = await edit(advert.id, code, next)
    const old = `${priceWords(advert.price, advert.code)} (${priceWords(converted, code)})`
    expect(words).toContain(`Price ${old} → ${priceWords(next, code)}`)
    expect(price).toEqual({
      field: 'price',
      from: advert.price,
      fromCurrency: advert.code,
      fromConverted: converted,
      to: next,
      toCurrency: code,
    })
  })

  it('is another price, also if the number stays', async () => {
    const advert = advertIn(3)
    const { price } = await edit(advert.id, 'USD', advert.price)
    expect(price).toMatchObject({
      from: advert.price,
      fromCurrency: 'UAH',
      to: advert.price,
      toCurrency: 'USD',
    })
  })

  it('that the row does not name is the advert’s own in the currency that it names', async () => {
    const advert = advertIn(3)
    const { price } = await edit(advert.id, 'USD', '', ',Люкс')
    expect(price).toMatchObject({
      from: advert.price,
      fromCurrency: 'UAH',
      to: advert.in.USD,
      toCurrency: 'USD',
    })
  })
})

it.each([1, 2, 3] as const)('says a price in the advert’s own currency %i once', async (currency) => {
  const advert = advertIn(currency)
  const next = advert.price + 100
  const { words, price } = await edit(advert.id, advert.code, next)
  expect(words).toContain(`Price ${priceWords(advert.price, advert.code)} → ${priceWords(next, advert.code)}`)
  const codes = { fromCurrency: advert.code, toCurrency: advert.code }
  expect(price).toEqual({ field: 'price', from: advert.price, to: next, ...codes })
})

it('gives an advert back its price and its currency', async () => {
  const advert = advertIn(3)
  const { path } = await edit(advert.id, 'USD', Math.round(advert.in.USD * 1.1))
  const { out } = await counter.run('import', path, '--commit', '--json')
  const { batch } = JSON.parse(out) as Printed
  expect(await counter.control.advert(advert.id)).toMatchObject({ currency: 1 })
  expect((await counter.run('undo', batch, '--commit')).code).toBe(0)
  expect(await counter.control.advert(advert.id)).toMatchObject({ price: advert.price, currency: 3 })
})
