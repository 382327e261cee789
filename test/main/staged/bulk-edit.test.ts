import { expect, test } from 'vitest'
import { unknownFields } from '#shared/staged/template-fields.ts'
import { replacedIn } from '../../../src/main/staged/found-text.ts'
import { templateFill } from '../../../src/main/staged/note-template.ts'
import { advertRowOf, dollarIds, lines, openApp, typed, writeElsewhere } from './assembled.ts'

const ids = (...all: number[]) => Float64Array.from(all)

test('prices are moved by percent and rounded, from the edit if there is one, and taken back as one step', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const [one = 0, other = 0] = await dollarIds(app)
  const { usd } = await advertRowOf(app, one)
  await staged.stage([typed(other, 'price', '10010')])
  const change = { kind: 'price', percent: -2, roundTo: 50 } as const
  const preview = await staged.bulkPreview(ids(one, other, 999), change)
  const wanted = Math.round(((usd ?? 0) * 0.98) / 50) * 50
  expect(preview).toMatchObject({ changed: 2, unchanged: 0, refused: 1 })
  expect(preview.sample.map(({ advert, seen, value }) => [advert, seen, value])).toEqual([
    [one, usd, wanted],
    [other, 10010, 9800],
  ])
  expect(await staged.summary()).toMatchObject({ edits: 1 })
  expect(await staged.bulk(ids(one, other, 999), change)).toEqual(preview)
  expect(await staged.of(one)).toMatchObject([{ seen: usd, value: wanted, currency: 1 }])
  expect(await staged.of(other)).toMatchObject([{ value: 9800 }])
  await staged.move('undo')
  expect((await staged.list(null, 0, 9)).rows.map(({ advert, value }) => [advert, value])).toEqual([
    [other, 10010],
  ])
})

test('prices of sold and archived adverts stay, unless they are asked for', async () => {
  const app = await openApp(400)
  const { staged, inventory } = app.forecourt
  const [sold = 0] = await inventory.lists.ids({ text: '', states: ['sold', 'archive'], sort: [] })
  const [live = 0] = await dollarIds(app)
  const change = { kind: 'price', percent: -2, roundTo: 50 } as const
  expect(await staged.bulk(ids(live, sold), change)).toMatchObject({ changed: 1, offSale: 1 })
  expect(await staged.of(sold)).toEqual([])
  expect(await staged.bulkPreview(ids(sold), { ...change, offSale: true })).toMatchObject({
    changed: 1,
    offSale: 0,
  })
})

test('a text is filled with what each advert has; one that is too long is refused in the words of an import', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const [one = 0] = await dollarIds(app)
  const row = await advertRowOf(app, one)
  const template = '{make} {model}, {year}: ціна {price}'
  await staged.bulk(ids(one), { kind: 'text', field: 'auto_note', template })
  expect(await staged.of(one)).toMatchObject([
    { field: 'auto_note', value: `${row.make} ${row.model}, ${row.year}: ціна ${row.usd} USD` },
  ])
  const long = await staged.bulk(ids(one), { kind: 'text', field: 'auto_note', template: 'ї'.repeat(5000) })
  expect(long).toMatchObject({ changed: 0, refused: 1 })
  expect(long.problem).toMatch(/8,?192/)
  const unknown = { kind: 'text', field: 'version', template: '{make} {colour}' } as const
  expect(await staged.bulk(ids(one), unknown)).toMatchObject({ changed: 0, refused: 1 })
  const flag = { kind: 'flag', field: 'in_stock', value: 1 } as const
  expect(await staged.bulk(ids(one), flag)).toMatchObject({ changed: 1, unchanged: 0 })
  expect(await staged.bulk(ids(one), flag)).toMatchObject({ changed: 0, unchanged: 1 })
})

test('a text is filled with the price and the version that are edited, not with those that they replace', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const [one = 0, other = 0] = await dollarIds(app)
  const row = await advertRowOf(app, other)
  await staged.stage([typed(one, 'price', '13500', 2), typed(one, 'version', 'Нова')])
  const change = { kind: 'text', field: 'auto_note', template: '{version}: {price}' } as const
  await staged.bulk(ids(one, other), change)
  const textOf = async (id: number) => (await staged.of(id)).find(({ field }) => field === 'auto_note')?.value
  expect(await textOf(one)).toBe('Нова: 13500 EUR')
  expect(await textOf(other)).toContain(`: ${row.usd} USD`)
  // Which of two prices it will be is not known yet.
  await writeElsewhere(app, one, { currency_id: 1, price: 17_000 })
  expect(await staged.bulkPreview(ids(one), { ...change, template: 'Ціна {price}' })).toMatchObject({
    refused: 1,
  })
})

test('empty fields leave no gaps; names that are no fields are told', () => {
  const values = {
    text: '',
    title: '',
    make: 'BMW',
    model: 'X5',
    version: '',
    year: '',
    mileage: '',
    city: '',
    price: '',
    id: '1',
  }
  expect(templateFill('{make}  {version} { model }, {year}.')(values)).toBe('BMW X5,.')
  expect(unknownFields('{make} {colour} {colour}')).toEqual(['colour'])
  // What is there keeps its own blanks; without any, what is added has none before it.
  expect(templateFill('{text} {make}')({ ...values, text: 'two  blanks ,' })).toBe('two  blanks , BMW')
  expect(templateFill('{text} {make}')(values)).toBe('BMW')
})

test('an edit in conflict is not changed along with others, and is counted', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const [one = 0, other = 0] = await dollarIds(app)
  const { usd } = await advertRowOf(app, one)
  await staged.stage([typed(one, 'price', '15500')])
  await writeElsewhere(app, one, { currency_id: 1, price: 17_000 })
  const change = { kind: 'price', percent: -2, roundTo: 1 } as const
  const preview = await staged.bulkPreview(ids(one, other), change)
  expect(preview).toMatchObject({ changed: 1, refused: 1, sample: [{ advert: other }] })
  expect(preview.problem).toBe('Their values changed since you edited them: choose in the review first.')
  expect(await staged.bulk(ids(one, other), change)).toEqual(preview)
  expect(lines(await staged.of(one))).toEqual([`price ${usd} → 15500 conflict`])
})

test('prices are moved by an amount or set in a currency, and a price that would be none is refused', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const [one = 0, other = 0] = await dollarIds(app)
  const { usd } = await advertRowOf(app, one)
  await staged.stage([typed(other, 'price', '300')])
  const lower = { kind: 'price-by', amount: -310, currency: 1, roundTo: 10 } as const
  expect(await staged.bulk(ids(one, other), lower)).toMatchObject({ changed: 1, refused: 1 })
  expect(await staged.of(one)).toMatchObject([{ value: Math.round(((usd ?? 0) - 310) / 10) * 10 }])
  expect((await staged.bulkPreview(ids(other), lower)).problem).toMatch(/zero or less/)
  // Priced in dollars: euros are added to none of them, but a price in euros can be set.
  const euros = await staged.bulkPreview(ids(one, other), { ...lower, amount: 500, currency: 2 })
  expect(euros).toMatchObject({ changed: 0, refused: 2, problem: 'They are priced in another currency.' })
  await staged.bulk(ids(one, other), { kind: 'price-is', price: 15_900.55, currency: 2 })
  expect(await staged.of(other)).toMatchObject([{ value: 15_900.55, currency: 2 }])
})

test('words of texts are counted, replaced as they are written and removed; a text without them stays', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const [one = 0, other = 0, third = 0] = await dollarIds(app)
  await staged.stage([
    typed(one, 'version', 'Sport (2.0) sport'),
    typed(other, 'version', 'Comfort'),
    typed(third, 'version', 'Sport'),
  ])
  const change = { kind: 'replace', field: 'version', find: 'sport', by: '$& X', exactCase: false } as const
  expect(await staged.bulkPreview(ids(one, other), change)).toMatchObject({
    changed: 1,
    unchanged: 1,
    refused: 0,
    found: 2,
    sample: [{ seen: 'Sport (2.0) sport', value: '$& X (2.0) $& X' }],
  })
  const exact = { ...change, find: '(2.0) sport', by: '', exactCase: true } as const
  expect(await staged.bulk(ids(one, other), exact)).toMatchObject({ changed: 1, found: 1 })
  expect(await staged.of(one)).toMatchObject([{ value: 'Sport' }])
  // Nothing would be left of it.
  expect(await staged.bulkPreview(ids(third), { ...change, by: '' })).toMatchObject({
    changed: 0,
    refused: 1,
    problem: expect.stringMatching(/No text would be left/) as string,
  })
})

test('words that are taken out of a text leave no second blank, and none before a comma or at an end', () => {
  const without = (text: string, find: string): string =>
    replacedIn(text, { kind: 'replace', field: 'auto_note', find, by: '', exactCase: false })
  expect(without('Авто торг у салоні', 'торг')).toBe('Авто у салоні')
  expect(without('Авто торг торг у салоні', 'торг')).toBe('Авто у салоні')
  expect(without('Можливий торг, обмін', 'торг')).toBe('Можливий, обмін')
  expect(without('Торг на місці\nТорг тут. Авто торг\nДзвоніть', 'торг')).toBe(
    'на місці\nтут. Авто\nДзвоніть',
  )
  // What stood beside it otherwise stays: other blanks, the rest of a word, and blanks that were looked for.
  expect(without('два  пробіли та торг', 'торг')).toBe('два  пробіли та')
  expect(without('без торгу', 'торг')).toBe('без у')
  expect(without('a  b', '  ')).toBe('ab')
})

test('a text is added around the one that is there; one that is not known is not overwritten unseen', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const [one = 0] = await dollarIds(app)
  await staged.stage([typed(one, 'version', 'Sport  Line')])
  const template = '{text}, {make}'
  await staged.bulk(ids(one), { kind: 'text', field: 'version', template })
  const { make } = await advertRowOf(app, one)
  expect(await staged.of(one)).toMatchObject([{ value: `Sport  Line, ${make}` }])
  const unknown = await staged.bulkPreview(ids(999), { kind: 'text', field: 'version', template })
  expect(unknown).toMatchObject({ changed: 0, refused: 1 })
})
