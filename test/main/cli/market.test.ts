import { describe, expect, it } from 'vitest'
import { startAnswering } from '../http/local-service.ts'
import { openCounter, type Ran } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(260))

interface Found {
  readonly count: number
  readonly ids: readonly number[]
  readonly adverts: readonly { readonly autoData: { readonly autoId: number } }[]
  readonly warnings: readonly string[]
}
const read = ({ out }: Ran): Found => JSON.parse(out) as Found
const search = (...words: string[]): Promise<Ran> => counter.run('search', ...words, '--json')
const searches = async (): Promise<number> => (await counter.control.requests())['GET /auto/search'] ?? 0

const codeOf = ({ out }: Ran): string => (JSON.parse(out) as { error: { code: string } }).error.code

const reversed = 'nothing is between them. Did you mean them the other way round?'
const homes = [
  'realty_type=2',
  'operation_type=1',
  'characteristic[234][from]=90',
  'characteristic[234][to]=40',
]

describe('search', () => {
  it('prints one page by exactly these keys, with one call', async () => {
    const ran = await search('category_id=1')
    expect(ran.code).toBe(0)
    expect(Object.keys(read(ran))).toEqual(['count', 'ids', 'adverts', 'warnings'])
    const { count, ids, adverts, warnings } = read(ran)
    expect([ids.length, adverts, warnings, await searches()]).toEqual([100, [], [], 1])
    expect(count).toBeGreaterThan(200)
    expect(ran.err).toContain(`${count} match, 100 listed`)
  })

  it('walks every page with --all, and a single one with --page', async () => {
    const all = read(await search('category_id=1', '--all'))
    expect(new Set(all.ids).size).toBe(all.count)
    const second = read(await search('category_id=1', '--page', '1'))
    expect(second.ids).toEqual(all.ids.slice(100, 200))
    expect(read(await search('category_id=1', 'page=1')).ids).toEqual(second.ids)
    expect(read(await search('category_id=1', 'page=1', 'countpage=20')).ids).toEqual(all.ids.slice(20, 40))
  })

  it('reads the records with --records, and says before what they cost', async () => {
    const ran = await search('category_id=1', 'countpage=7', '--records')
    const { ids, adverts } = read(ran)
    expect(adverts.map(({ autoData }) => autoData.autoId)).toEqual(ids)
    expect(ran.err).toContain('This takes 7 requests at most.')
  })

  it('says of a range the wrong way round why nothing is found, and of no other', async () => {
    const slips = [
      ['price_ot=30000', 'price_do=20 000'],
      ['s_yers[1]=2024', 'po_yers[1]=2015'],
      ['raceFrom=100', 'raceTo=50'],
      ['created_after=2026-02-01', 'created_before=31.01.2026 23:59'],
    ]
    for (const [from = '', to = ''] of slips) {
      const { count, warnings } = read(await search('category_id=1', to, from))
      const names = [from, to].map((pair) => `“${pair.split('=')[0] ?? ''}”`)
      expect([count, warnings]).toEqual([0, [`${names.join(' is more than ')}: ${reversed}`]])
    }
    const byOption = read(await search('--price-from', '30000', '--price-to', '20000'))
    expect(byOption.warnings).toEqual([`“--price-from” is more than “--price-to”: ${reversed}`])
    const sound = [
      ['price_ot=20000', 'price_do=20000'],
      ['s_yers[0]=2018', 'po_yers[0]=0'],
      ['s_yers[0]=2018', 'po_yers[1]=2010'],
    ]
    for (const pairs of sound) expect(read(await search(...pairs)).warnings).toEqual([])
    const found = await counter.run('realty', 'search', 'category=1', ...homes)
    expect(found.err).toContain(
      `“characteristic[234][from]” is more than “characteristic[234][to]”: ${reversed}`,
    )
    const planned = await counter.run('position', 'price_ot=20000', '--price', '15000', '--json')
    expect(read(planned).warnings).toEqual([])
  })

  it('refuses a beginning that has not come yet, which would find nothing, before anything is asked', async () => {
    const before = await searches()
    for (const words of [
      ['search', '--created-after', '2126-01-31'],
      ['search', 'created_after=31.01.2126 09:30'],
      ['search', '--year-from', '2099'],
      ['realty', 'search', 'category=1', ...homes, 'date_from=2126-01-31'],
    ]) {
      const { code, err } = await counter.run(...words)
      expect([code, err]).toEqual([2, expect.stringContaining('has not come yet')])
      expect(err).toContain(words.at(-1)?.split('=').at(-1))
    }
    expect(await searches()).toBe(before)
    expect((await search('--created-before', '2126-01-31')).code).toBe(0)
  })

  it('prints what was read when the quota ends, and says how much is missing', async () => {
    counter.limit(5)
    const ran = await search('category_id=1', 'countpage=7', '--records')
    expect(ran.code).toBe(1)
    const { ids, adverts } = read(ran)
    expect([ids.length, adverts.length]).toEqual([7, 3])
    expect(ran.err).toContain('4 adverts were not read.')
  })

  it('warns of a filter that the echo lacks, by its name', async () => {
    await counter.control.setQuirks(['filter-echo'])
    const { warnings } = read(await search('marka_id[0]=9', 'colour=3'))
    expect(warnings).toEqual([expect.stringContaining('“colour”')])
    await counter.control.setQuirks([])
    const silent = await search('marka_id[0]=9', 'colour=3')
    expect(read(silent).warnings).toEqual([expect.stringContaining('“colour”')])
    expect(silent.err).toContain('“colour”')
  })

  it('warns of letters that only look Latin, and says what was meant', async () => {
    const { warnings } = read(await search('mаrka_id[0]=9'))
    expect(warnings).toEqual([expect.stringMatching(/“mаrka_id\[0\]”.*“marka_id\[0\]”/)])
  })

  it.each([
    ['price_ot=abc', 'price_ot', '“abc” is not a number. Write digits alone'],
    ['price_do=$20000', 'price_do', '“$20000”'],
    ['price_ot=', 'price_ot', '“”'],
    ['s_yers[0]=18', 's_yers[0]', '“18” is not a year'],
    ['raceTo=150 тис', 'raceTo', '“150 тис”'],
    ['engineVolumeFrom=1,400', 'engineVolumeFrom', 'in two ways'],
    ['currency=USD', 'currency', '“USD”'],
    ['powerFrom=-5', 'powerFrom', 'below zero'],
    ['--year-from=20x8', '--year-from', '“20x8” is not a number'],
    ['--price-to=-5', '--price-to', 'below zero'],
  ])('refuses %s by its name, with the next step, and sends nothing', async (pair, name, said) => {
    for (const words of [[pair], [pair, '--all'], [pair, '--records']]) {
      const ran = await search(...words)
      expect([ran.code, codeOf(ran), await searches()]).toEqual([2, 'usage', 0])
      expect(ran.err).toContain(name)
      expect(ran.err).toContain(said)
    }
  })
})

describe('convert', () => {
  it('translates an address of the site, with what was not recognised', async () => {
    const ran = await counter.run(
      'convert',
      '--to',
      'old',
      '--json',
      'https://example.com/uk/search/?brand.id[0]=9&year[0].gte=2018&colour=red#top',
    )
    expect([ran.code, JSON.parse(ran.out)]).toEqual([
      0,
      {
        params: [
          ['marka_id[0]', '9'],
          ['model_id[0]', '0'],
          ['s_yers[0]', '2018'],
        ],
        string: 'marka_id%5B0%5D=9&model_id%5B0%5D=0&s_yers%5B0%5D=2018',
        unrecognized: [['colour', 'red']],
      },
    ])
    expect(ran.err).toContain('Not recognised: colour=red')
  })

  it('translates back, and answers from what it remembers, then from the table, when the service is away', async () => {
    const back = () => counter.run('convert', '--to', 'new', 'marka_id[0]=9&gearbox[0]=2', '--json')
    const now = await back()
    expect(JSON.parse(now.out)).toMatchObject({
      params: [
        ['brand.id[0]', '9'],
        ['gearbox.id[0]', '2'],
      ],
      unrecognized: [],
    })
    await counter.sandbox.close()
    const later = await back()
    expect([later.code, later.out]).toEqual([0, now.out])
    expect(later.err).toContain('this is its answer of')
    const other = await counter.run('convert', '--to', 'old', 'brand.id[0]=6&x=1', '--json')
    expect(JSON.parse(other.out)).toEqual({
      params: [
        ['marka_id[0]', '6'],
        ['model_id[0]', '0'],
      ],
      string: expect.stringContaining('model_id') as string,
      unrecognized: [['x', '1']],
    })
    expect(other.err).toContain('the table of the contract alone')
  })
})

describe('realty', () => {
  const ids = (...words: string[]) => counter.run('realty', 'search', ...words, '--json')

  it('prints count and items, walking every page', async () => {
    const ran = await ids()
    const { count, items } = JSON.parse(ran.out) as { count: number; items: number[] }
    expect(Object.keys(JSON.parse(ran.out) as object)).toEqual(['count', 'items'])
    expect([ran.code, new Set(items).size]).toEqual([0, count])
    expect(count).toBeGreaterThan(100)
    expect(JSON.parse((await ids('page=1')).out)).toEqual({ count, items: items.slice(100, 200) })
  })

  it('prints a record and the catalog as the service answers them', async () => {
    const { items } = JSON.parse((await ids('category=1')).out) as { items: number[] }
    const record = await counter.run('realty', 'info', String(items[0]), '--json')
    expect(JSON.parse(record.out)).toMatchObject({
      realty_id: items[0],
      priceArr: { 1: expect.any(String) as string },
    })
    const combination = ['category=1', 'realty_type=2', 'operation_type=1']
    const catalog = await counter.run('realty', 'options', ...combination, 'lang_id=4', '--json')
    const { groups } = JSON.parse(catalog.out) as { groups: { items: object[] }[] }
    expect(groups[0]?.items[0]).not.toHaveProperty('children', null)
    expect([catalog.code, groups.length > 1]).toEqual([0, true])
    const flats = await counter.run('realty', 'options', ...combination, '--json')
    const rooms = await counter.run(
      'realty',
      'options',
      'category=1',
      'realty_type=3',
      'operation_type=1',
      '--json',
    )
    expect(rooms.out.length).toBeLessThan(flats.out.length)
  })

  it.each(['characteristic[209][from]=abc', 'state_id=Kyiv', 'district_id=1,5', 'realty_type='])(
    'refuses %s, and sends nothing',
    async (pair) => {
      const ran = await ids(pair)
      expect([ran.code, codeOf(ran), (await counter.control.requests())['GET /dom/search'] ?? 0]).toEqual([
        2,
        'usage',
        0,
      ])
      expect(ran.err).toContain(pair.split('=')[0])
    },
  )
})

describe('states and api', () => {
  it('prints status and headers if asked, of an error too', async () => {
    const { code, out } = await counter.run('api', 'GET', '/states', '-i')
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^HTTP 200 OK\n[\s\S]*content-type: [^\n]+\n[\s\S]*\n\n\[/),
    ])
    const missing = await counter.run('api', 'GET', '/auto/info', 'auto_id=1', '--include')
    expect([missing.code, missing.out]).toEqual([2, expect.stringMatching(/^HTTP 404 Not Found\n/)])
    expect(missing.out + out).not.toContain(counter.sandbox.key)
  })

  it('lists the thirteen endpoints, and checks and completes parameters', async () => {
    const { out } = await counter.run('api', '--list')
    expect(out.split('\n').filter((line) => /^(GET|POST|PUT|DELETE) /.test(line))).toHaveLength(13)
    expect((await counter.run('api')).out).toBe(out)
    const bare = await counter.run('api', 'GET')
    expect([bare.code, bare.out, bare.err]).toEqual([2, '', expect.stringContaining('/path is missing.')])
    const odd = await counter.run('api', 'GET', '/auto/search?marka=9', 'mаrka_id[0]=9')
    expect(odd.err).toMatch(/“marka”[\s\S]*|“mаrka_id\[0\]”/)
    const missing = await counter.run('api', 'GET', '/dom/options', 'category=1')
    expect(missing.err).toContain('“realty_type” is required')
    const orders = await counter.run('api', 'GET', '/ria/basket/orders')
    expect(orders.err).toContain(`Added user_id=${counter.sandbox.userId}`)
  })
})

it('sends the key by HTTP Basic for reads with --auth basic, or by the environment', async () => {
  const service = await startAnswering([{ name: 'Kyiv', value: 10 }])
  const states = (...words: string[]) => counter.run('states', '--base-url', service.baseUrl, ...words)
  expect((await states('--auth', 'basic')).code).toBe(0)
  expect((await states()).code).toBe(0)
  const basic = `Basic ${Buffer.from(`${counter.sandbox.key}:`).toString('base64')}`
  expect(service.requests.map(({ line, headers }) => [line, headers.authorization])).toEqual([
    ['GET /states', basic],
    [`GET /states?api_key=${counter.sandbox.key}`, undefined],
  ])
  expect((await counter.run('states', '--auth', 'basic')).code).toBe(0)
  expect((await counter.run('states', '--auth', 'digest')).code).toBe(2)
})

describe('info', () => {
  it('prints every field of one advert, of any seller or of real estate, with one call', async () => {
    const [id = 0] = read(await search('category_id=1')).ids
    await counter.control.clearRequests()
    const ran = await counter.run('info', String(id), '--json')
    expect((JSON.parse(ran.out) as { autoData: { autoId: number } }).autoData.autoId).toBe(id)
    expect(await counter.control.requests()).toEqual({ 'GET /auto/info': 1 })
    const shown = (await counter.run('info', String(id))).out
    expect(shown).toMatch(/^advert\n {2}userId: \d+\n/)
    expect(shown).toContain(`autoData\n`)
    expect(shown).toContain(`  autoId: ${id}\n`)
    const found = await counter.run(
      'realty',
      'search',
      'category=1',
      'realty_type=2',
      'operation_type=1',
      '--json',
    )
    const [realty = 0] = (JSON.parse(found.out) as { items: number[] }).items
    const record = await counter.run('info', `realty-${realty}`, '--json')
    expect(JSON.parse(record.out)).toMatchObject({ realty_id: realty })
  })

  it('says what is no id, and that an advert is not there', async () => {
    expect(await counter.run('info', 'BMW')).toMatchObject({ code: 2, out: '' })
    const gone = await counter.run('info', '123')
    expect(gone).toMatchObject({ code: 2, out: '' })
    expect(gone.err).not.toBe('')
  })
})
