import { expect, it } from 'vitest'
import { seedStock } from '../../../src/sandbox/vehicles/stock-seed.ts'
import { running } from '../running.ts'
import { info, ownAdverts, search } from './adverts.ts'

const plan = { seed: 7, count: 2000, userId: 5, seededAt: 1_800_000_000 }

it('is the same for the same seed, and begins the same when it is larger', () => {
  const stock = seedStock(plan)
  expect(seedStock(plan)).toEqual(stock)
  expect(seedStock({ ...plan, count: 2500 }).slice(-2000)).toEqual(stock)
  expect(seedStock({ ...plan, seed: 8 })).not.toEqual(stock)
})

it('gives 300 of 2,000 adverts to the dealer, some sold, archived, on moderation and near their end', () => {
  const own = seedStock(plan).filter((facts) => facts.userId === plan.userId)
  expect(own).toHaveLength(300)
  for (const state of ['sold', 'archived', 'moderated'] as const) {
    expect(own.filter((facts) => facts[state]).length).toBeGreaterThan(3)
  }
  const ending = own.filter((facts) => !facts.archived && facts.expiresAt - plan.seededAt < 4 * 86_400)
  expect(ending.length).toBeGreaterThan(5)
})

it.each([0, 1, 33, 50, 99, 100])(
  'gives the dealer %i of a hundred adverts, wherever the stock ends',
  (ownShare) => {
    const stock = seedStock({ ...plan, ownShare })
    expect(stock.filter((facts) => facts.userId === plan.userId)).toHaveLength(20 * ownShare)
    expect(seedStock({ ...plan, ownShare, count: 2500 }).slice(-2000)).toEqual(stock)
  },
)

it('gives the account no advert of a private seller, whatever its id is', () => {
  const seller = seedStock(plan).find((facts) => facts.dealerId === 0)?.userId ?? 0
  const own = seedStock({ ...plan, userId: seller }).filter((facts) => facts.userId === seller)
  expect(own).toHaveLength(300)
})

it('has ascending, unique ids', () => {
  const ids = seedStock(plan).map((facts) => facts.id)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
})

it('shows prices that agree by one rate', async () => {
  const sandbox = await running()
  for (const id of (await search(sandbox, 'countpage=30')).ids) {
    const { USD, EUR, UAH } = await info(sandbox, id)
    expect(Math.abs(UAH / 42 - USD)).toBeLessThanOrEqual(1)
    expect(Math.abs(UAH / 48.72 - EUR)).toBeLessThanOrEqual(1)
  }
})

it('tells dealers from private sellers, whose dealer is blank', async () => {
  const sandbox = await running()
  const [mine] = (await ownAdverts(sandbox)).active
  expect((await info(sandbox, mine ?? 0)).dealer.name).toBe('Автоцентр «Полісся»')
  const records = await Promise.all(
    (await search(sandbox, 'countpage=40')).ids.map((id) => info(sandbox, id)),
  )
  expect(records.some((record) => record.dealer.id === 0 && record.dealer.name === '')).toBe(true)
})

it('writes texts with entities and Cyrillic', async () => {
  const sandbox = await running()
  const records = await Promise.all(
    (await search(sandbox, 'countpage=60')).ids.map((id) => info(sandbox, id)),
  )
  const texts = records.map((record) => record.autoData.description)
  expect(texts.some((text) => text.includes('&quot;'))).toBe(true)
  expect(texts.some((text) => text.includes('&amp;'))).toBe(true)
  expect(texts.every((text) => /[а-яіїє]/i.test(text))).toBe(true)
})

it('answers in Russian if lang_id asks for it', async () => {
  const sandbox = await running()
  const [id] = (await search(sandbox, 'state[0]=10&city[0]=10')).ids
  expect(await sandbox.get('/auto/info', `auto_id=${id ?? ''}&lang_id=2`)).toMatchObject([
    { locationCityName: 'Киев' },
  ])
  expect(await sandbox.get('/auto/info', `auto_id=${id ?? ''}`)).toMatchObject([{ locationCityName: 'Київ' }])
})

it('serves the pictures that the records name', async () => {
  const sandbox = await running()
  const [id] = (await search(sandbox, 'with_photo=1')).ids
  const { photoData } = await info(sandbox, id ?? 0)
  expect(photoData.seoLinkM.startsWith(`${sandbox.sandbox.baseUrl}/cdn/`)).toBe(true)
  const picture = await fetch(photoData.seoLinkM)
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  expect(await picture.text()).toMatch(/^<svg .*<\/svg>$/)
})

it('holds 30,000 adverts and finds in them', async () => {
  const sandbox = await running({ adverts: 30_000 })
  expect(await sandbox.control.counts()).toEqual({ total: 30_000, own: 4_500, written: 0, deleted: 0 })
  const found = await search(sandbox, 'marka_id[0]=9&model_id[0]=0&countpage=100&page=3')
  expect(found.ids).toHaveLength(100)
  expect(found.count).toBeGreaterThan(600)
})
