import { expect, test } from 'vitest'
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
