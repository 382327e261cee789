import { describe, expect, test } from 'vitest'
import type { FieldFact, FieldFacts } from '../../../../src/main/import/stock/stock-facts.ts'
import { type LiveAdvert, weighFields } from '../../../../src/main/import/stock/three-values.ts'
import type { Values } from '../../../../src/main/writes/values.ts'

/** An advert in dollars with a price and a version. */
const advert = (price: number | null, more: Values = {}): LiveAdvert => ({
  values: { currency_id: 1, ...(price === null ? {} : { price }), ...more },
  prices: { usd: price, eur: null, uah: price === null ? null : price * 40 },
})
const fact = (given: FieldFact['given'], shown: FieldFact['shown'], pinned = false): FieldFact => ({
  given,
  shown,
  pinned,
})
const dollars = fact(1, 1)
const wanted = (price: number): Values => ({ price, currency_id: 1 })

describe('a price', () => {
  const priced = (given: number | null, shown: number | null, pinned = false): FieldFacts => ({
    price: fact(given, shown, pinned),
    currency_id: dollars,
  })
  const byHand = { field: 'price', why: 'by-hand' }
  const nothing = { sent: [], held: [], notes: [] }
  const sent = { sent: ['currency_id', 'price'], held: [], notes: [] }
  const note = (given: number, shown: number) => ({ field: 'price', given, shown })

  test.each([
    ['is as it was given and shown', 100, advert(100), priced(100, 100), nothing],
    ['was rounded by the service, and is given again', 100.7, advert(100), priced(100.7, 100), nothing],
    ['is changed by the file', 110, advert(100), priced(100, 100), sent],
    ['was rounded, and is changed by the file', 110, advert(100), priced(100.7, 100), sent],
    ['was never known', 110, advert(100), {}, sent],
    ['was shown when the link was made', 110, advert(100), priced(null, 100), sent],
    [
      'was shown when the link was made, then changed by hand',
      110,
      advert(105),
      priced(null, 100),
      { ...nothing, held: [{ ...byHand, file: 110, live: 105 }] },
    ],
    [
      'was changed by hand',
      100,
      advert(105),
      priced(100, 100),
      { ...nothing, held: [{ ...byHand, file: 100, live: 105 }] },
    ],
    [
      'was changed by hand and by the file',
      110,
      advert(105),
      priced(100, 100),
      { ...nothing, held: [{ ...byHand, file: 110, live: 105 }] },
    ],
    [
      'is pinned',
      110,
      advert(100),
      priced(100, 100, true),
      { ...nothing, held: [{ field: 'price', why: 'pinned', file: 110, live: 100 }] },
    ],
    ['is pinned at what the file says', 100, advert(100), priced(100, 100, true), nothing],
    [
      'was changed by hand to what the file says',
      110,
      advert(110),
      priced(100, 100),
      { ...nothing, notes: [note(110, 110)] },
    ],
    [
      'is shown already, and was never known',
      100,
      advert(100),
      {},
      { ...nothing, notes: [note(100, 100), { field: 'currency_id', given: 1, shown: 1 }] },
    ],
    [
      'is shown no more',
      100,
      advert(null),
      priced(100, 100),
      {
        ...nothing,
        held: [{ ...byHand, file: 100, live: null }],
      },
    ],
  ])('%s', (_what, price, live, facts, weighed) => {
    expect(weighFields(wanted(price), live, facts, 'keep')).toEqual(weighed)
  })

  test('of the file wins over a hand, but not over a pin, if that was chosen', () => {
    expect(weighFields(wanted(100), advert(105), priced(100, 100), 'file').sent).toContain('price')
    expect(weighFields(wanted(100), advert(105), priced(100, 100, true), 'file').sent).toEqual([])
  })

  test('is another one in another currency', () => {
    const inHryvnia = { price: 4000, currency_id: 3 }
    expect(weighFields(inHryvnia, advert(100), priced(100, 100), 'keep')).toEqual(sent)
    expect(weighFields(inHryvnia, advert(105), priced(100, 100), 'keep').held).toMatchObject([byHand])
  })

  test('in another currency by hand is a change by hand', () => {
    const live = { ...advert(100), values: { currency_id: 3, price: 4000 } }
    expect(weighFields(wanted(100), live, priced(100, 100), 'keep').held).toMatchObject([byHand])
  })
})

describe('other fields', () => {
  test('that the file doesn’t own, or leaves blank, are nobody’s business', () => {
    const facts = { version: fact('2.0', '2.0') }
    expect(weighFields({}, advert(100, { version: '3.0' }), facts, 'keep')).toEqual({
      sent: [],
      held: [],
      notes: [],
    })
    expect(weighFields({ currency_id: 3, auto_id: 1 }, advert(100), {}, 'keep').sent).toEqual([])
  })

  test('a text is the same without its tags', () => {
    const facts = { auto_note: fact('<b>Good</b>', 'Good') }
    expect(
      weighFields({ auto_note: '<b>Good</b>' }, advert(1, { auto_note: 'Good' }), facts, 'keep'),
    ).toEqual({
      sent: [],
      held: [],
      notes: [],
    })
  })

  test('what no read shows is changed by hand only by our own writes', () => {
    const facts = { test_drive: fact(1, 1) }
    const weigh = (file: number, more: Values = {}) =>
      weighFields({ test_drive: file }, advert(1, more), facts, 'keep')
    expect(weigh(1)).toEqual({ sent: [], held: [], notes: [] })
    expect(weigh(0).sent).toEqual(['test_drive'])
    expect(weigh(1, { test_drive: 0 }).held).toMatchObject([{ field: 'test_drive', why: 'by-hand' }])
  })
})
