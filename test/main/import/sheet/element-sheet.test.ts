import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeText, faultOf } from '../csv-files.ts'
import { openConverter } from './converter.ts'

const { convert } = openConverter()
const folder = fileURLToPath(new URL('../../../fixtures/feeds', import.meta.url))
const feed = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** What is read of a document: its row, and each row as the values of its columns that aren't empty. */
async function tableOf(content: string | Uint8Array, sheet?: string) {
  const { facts, rows } = await convert(content, sheet, 'feed.xml')
  const [[, header] = [0, []], ...others] = rows
  return {
    facts,
    header,
    rows: others.map(([, cells]) =>
      Object.fromEntries(cells.flatMap((cell, at) => (cell === '' ? [] : [[header[at] ?? '?', cell]]))),
    ),
  }
}

describe('XML that is no workbook', () => {
  it('keeps the words of a text that is marked up in it, and what is told in parts apart', async () => {
    const cars = `<cars>
      <car><id>1</id><text>Один <b>власник</b>, <i>не <u>бита</u></i>.<br/>Торг<p>Ціна <a href="/x">тут</a></p>кінець</text><price>5<currency>USD</currency></price></car>
      <car><id>2</id><text><b>Ціла</b></text><b>7</b></car>
    </cars>`
    const { header, rows } = await tableOf(cars)
    expect(header).toEqual(['id', 'text', 'text/p/a/@href', 'price', 'price/currency', 'b'])
    expect(rows).toEqual([
      {
        id: '1',
        text: 'Один власник, не бита.\nТорг\nЦіна тут\nкінець',
        'text/p/a/@href': '/x',
        price: '5',
        'price/currency': 'USD',
      },
      { id: '2', text: 'Ціла', b: '7' },
    ])
  })

  it('has a row for each car, with its parts and attributes as columns', async () => {
    const { facts, header, rows } = await tableOf(feed('cars.xml'))
    expect(facts).toEqual({ name: 'cars/car', names: ['cars/car'], merged: 0, hidden: 0, elements: true })
    expect(header).toEqual([
      '@id',
      'auto_id',
      'price',
      'price/@currency',
      'currency_id',
      'engine/volume',
      'engine/volume/@unit',
      'engine/power',
      'photos/photo',
      'text',
      'vin',
      'sold',
    ])
    expect(rows).toEqual([
      {
        '@id': '00123',
        auto_id: '39100007',
        price: '24900',
        'price/@currency': 'USD',
        currency_id: 'USD',
        'engine/volume': '2.0',
        'engine/volume/@unit': 'l',
        'engine/power': '190',
        'photos/photo': 'https://dealer.ua/1.jpg?a=1&b=2; https://dealer.ua/2.jpg',
        text: 'Один власник, <b>не бита</b> & ціла',
      },
      {
        '@id': '00124',
        auto_id: '39100008',
        price: '31500.50',
        'price/@currency': 'EUR',
        currency_id: 'EUR',
        'engine/power': '150',
        text: 'Перший рядок\nдругий <рядок> ₴',
        sold: 'так',
      },
    ])
  })

  it('of a shop is read by its offers, and what has a name is a column of that name', async () => {
    const { facts, rows } = await tableOf(feed('yml-catalog.xml'))
    expect(facts.name).toBe('yml_catalog/shop/offers/offer')
    expect(rows).toMatchObject([
      {
        '@id': 'A-00123',
        '@available': 'true',
        price: '24900',
        currencyId: 'USD',
        picture: 'https://dealer.ua/123-1.jpg; https://dealer.ua/123-2.jpg',
        'param/Пробіг': '0',
        'param/Колір': 'чорний',
        'param/@unit': 'тис. км',
      },
      { '@id': 'A-00124', 'param/Колір': 'білий', 'param/Двигун': '3.0' },
    ])
  })

  it('with a single car is read by the usual name of one', async () => {
    const { facts, rows } = await tableOf(feed('ads.xml'))
    expect(facts.name).toBe('Ads/Ad')
    expect(rows).toEqual([
      {
        Id: '00123',
        Category: 'Автомобілі',
        Make: 'Skoda',
        Model: 'Octavia',
        Price: '18500',
        'Images/Image/@url': 'https://dealer.ua/1.jpg; https://dealer.ua/2.jpg; https://dealer.ua/3.jpg',
        'Options/Option': 'ABS; ESP',
      },
    ])
  })

  it('with namespaces and values in attributes is read by the names without their prefixes', async () => {
    const { facts, rows } = await tableOf(feed('mobile.xml'))
    expect(facts.name).toBe('ads/ad')
    expect(rows[0]).toMatchObject({
      '@key': '111',
      'vehicle/make/@key': 'VW',
      'vehicle/model-description/@value': 'Golf 8',
      'vehicle/specifics/mileage/@value': '10',
      'vehicle/features/feature/@key': 'ABS; ESP',
      'price/consumer-price-amount/@value': '28900.00',
    })
  })

  it('of several dealers has a row for each car, and offers the other lists', async () => {
    const { facts, rows } = await tableOf(feed('dealers.xml'))
    expect(facts.name).toBe('dealers/dealer/cars/car')
    expect(facts.names).toContain('dealers/dealer')
    expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3'])
    const dealers = await tableOf(feed('dealers.xml'), 'dealers/dealer')
    expect(dealers.rows.map(({ name }) => name)).toEqual(['Kyiv', 'Lviv'])
    expect(await faultOf(() => tableOf(feed('dealers.xml'), 'nothing'))).toMatchObject({
      code: 'sheet-unknown',
      reason: 'element',
    })
  })

  it('with nothing but attributes is read by them', async () => {
    const { facts, rows } = await tableOf(
      '<stock><line key="1" price="5"/><line key="2" price="6">x</line></stock>',
    )
    expect(facts.name).toBe('stock/line')
    expect(rows).toEqual([
      { '@key': '1', '@price': '5' },
      { '@key': '2', '@price': '6', '.': 'x' },
    ])
  })

  it('never joins two numbers to one, and takes the same value once', async () => {
    const { rows } = await tableOf(
      '<c><car><price>100</price><price>200</price><id>1</id></car><car><price>5</price><price>5</price></car></c>',
    )
    expect(rows).toEqual([{ price: '100; 200', id: '1' }, { price: '5' }])
  })

  it('is no workbook for a word in it, and no page for a table in a text', async () => {
    const text = '<![CDATA[<table><tr><td>x</td></tr></table> <Workbook> ]]>'
    const xml = `<?xml version="1.0"?><cars><car><id>1</id><text>${text}</text></car><car><id>2</id></car></cars>`
    expect((await tableOf(xml)).rows.map(({ id }) => id)).toEqual(['1', '2'])
  })
})

describe('its encoding', () => {
  const xml = (declared: string): string =>
    `<?xml version="1.0" encoding="${declared}"?>\n<авто><машина><ціна>5</ціна><опис>їжачок</опис></машина><машина><ціна>6</ціна></машина></авто>`

  it.each(['windows-1251', 'koi8-u', 'utf-8', 'ibm866'] as const)(
    'is the declared one: %s',
    async (encoding) => {
      const content = encoding === 'ibm866' ? xml(encoding).replaceAll('і', 'i') : xml(encoding)
      const { facts, rows } = await tableOf(encodeText(content, encoding))
      expect([facts.name, Object.values(rows[0] ?? {})]).toEqual(['авто/машина', ['5', 'їжачок']])
    },
  )

  it('is known by its marks, by its letters without a declaration, and by itself against a wrong one', async () => {
    const plain = xml('utf-16').replace(' encoding="utf-16"', '')
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml('utf-16'), 'utf16le')])
    const long = plain.replace(
      'їжачок',
      'Продається автомобіль у доброму стані, один власник, сервісна книжка',
    )
    for (const content of [marked, Buffer.from(`\uFEFF${plain}`), Buffer.from(long)])
      expect((await tableOf(content)).facts.name).toBe('авто/машина')
    expect((await tableOf(encodeText(long, 'windows-1251'))).facts.name).toBe('авто/машина')
    expect((await tableOf(Buffer.from(long.replace('?>', ' encoding="windows-1251"?>')))).facts.name).toBe(
      'авто/машина',
    )
  })

  it('is refused with the line if bytes are none of it, or nobody knows it', async () => {
    expect(await faultOf(() => tableOf(encodeText(xml('utf-8'), 'windows-1251')))).toMatchObject({
      code: 'xml-broken',
      reason: 'encoding',
      line: 2,
    })
    expect(
      await faultOf(() => tableOf(xml('latin-77').replaceAll(/\p{Script=Cyrillic}/gu, 'x'))),
    ).toMatchObject({
      code: 'xml-broken',
      encoding: 'latin-77',
    })
  })
})

describe('a document that is not whole', () => {
  it('is refused wherever it is cut, never read as a shorter table', async () => {
    const whole = feed('cars.xml').trimEnd()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 60, max: whole.length - 1 }), async (end) => {
        expect((await faultOf(() => tableOf(whole.slice(0, end)))).code).toBe('xml-broken')
      }),
    )
    const { reason, line } = await faultOf(() => tableOf(whole.slice(0, whole.lastIndexOf('<sold>'))))
    expect([reason, line]).toEqual(['cut', 20])
  })

  it.each([
    ['<a>\n<b><c>1</c></b>\n<b><c>1</b></c>\n</a>', 'form', 3],
    ['<a><b><c>1</c></b>\n</x><b/></a>', 'form', 2],
    ['<a>\n<b id=5/><b id=6/></a>', 'form', 2],
    ['<a>\n<b/>\n</a>\n<a/>', 'form', 4],
    ['<a><b/><b/></a>\n404', 'form', 2],
    ['<?xml version="1.0"?>\n', 'cut', 2],
    ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a><b>&x;</b></a>', 'entities', 1],
    [
      '<?xml version="1.0"?>\n<!DOCTYPE a [\n<!ENTITY % x SYSTEM "http://localhost/x">\n%x;]>\n<a><b>1</b></a>',
      'entities',
      3,
    ],
  ])('%j is refused', async (content, reason, line) => {
    const xml = content.startsWith('<?xml') ? content : `<?xml version="1.0"?>${content}`
    expect(await faultOf(() => tableOf(xml))).toEqual({ code: 'xml-broken', file: 'feed.xml', reason, line })
  })

  it('may have a document type with declarations of elements, and a bare ampersand', async () => {
    const { rows } = await tableOf(
      '<!DOCTYPE a [<!ELEMENT a (b)>\n<!ATTLIST b id CDATA #IMPLIED>]>\n<a><b id="1"><u>x?a=1&b=2&unknown;</u></b><b id="2"><u/></b></a>',
    )
    expect(rows[0]).toEqual({ '@id': '1', u: 'x?a=1&b=2&unknown;' })
  })

  it('without a list says so, and one that is too deep or has too many parts is refused', async () => {
    expect(await faultOf(() => tableOf('<?xml version="1.0"?><Ads target="x"/>'))).toMatchObject({
      code: 'xml-no-rows',
    })
    const deep = '<a>'.repeat(100) + '</a>'.repeat(100)
    expect(await faultOf(() => tableOf(`<?xml version="1.0"?>${deep}`))).toMatchObject({
      code: 'sheet-too-large',
    })
    const nested = `[${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}]`
    expect(await faultOf(() => tableOf(nested))).toMatchObject({ code: 'sheet-too-large' })
    const wide = Array.from({ length: 17_000 }, (_, at) => `<x${at}/>`).join('')
    expect(await faultOf(() => tableOf(`<?xml version="1.0"?><a>${wide}</a>`))).toMatchObject({
      code: 'sheet-too-large',
    })
  })
})
