import { expect, it } from 'vitest'
import type { QuirkName } from '../sandbox-control.ts'
import { running, type Running } from '../running.ts'
import { create, createQuery, edit, ownAdverts } from '../vehicles/adverts.ts'

/** A sandbox that plays these quirks and no others. */
async function playing(...quirks: QuirkName[]): Promise<Running> {
  const sandbox = await running()
  await sandbox.control.setQuirks(quirks)
  return sandbox
}

it('object-root: an object instead of an array', async () => {
  const sandbox = await playing('object-root')
  const [id = 0] = (await ownAdverts(sandbox)).active
  expect(await sandbox.get('/auto/search')).toHaveProperty('result.search_result.ids')
  expect(await sandbox.get('/auto/info', `auto_id=${id}`)).toHaveProperty('autoData.autoId', id)
})

it('string-numbers: page, lang_id, year and category as strings', async () => {
  const sandbox = await playing('string-numbers')
  const [id = 0] = (await ownAdverts(sandbox)).active
  expect(await sandbox.get('/auto/search', 'page=2')).toMatchObject([
    { additional_params: { page: '2', lang_id: '4' } },
  ])
  const [record] = (await sandbox.get('/auto/info', `auto_id=${id}`)) as {
    autoData: Record<string, unknown>
  }[]
  expect(record?.autoData.year).toMatch(/^\d{4}$/)
  expect(record?.autoData.categoryId).toMatch(/^\d+$/)
})

it('nulls: city names null, and a missing raceInt', async () => {
  const sandbox = await playing('nulls')
  const ids = (await ownAdverts(sandbox)).active
  const cityless = ids.find((id) => id % 3 === 0) ?? 0
  const raceless = ids.find((id) => id % 4 === 0) ?? 0
  expect(await sandbox.get('/auto/info', `auto_id=${cityless}`)).toMatchObject([
    { locationCityName: null, stateData: { name: null } },
  ])
  const [record] = (await sandbox.get('/auto/info', `auto_id=${raceless}`)) as { autoData: object }[]
  expect(record?.autoData).not.toHaveProperty('raceInt')
  expect(record?.autoData).toHaveProperty('race')
})

it('entities: what was written comes back encoded, seeded texts hold tags, badges hold text', async () => {
  const sandbox = await playing('entities')
  const id = await create(sandbox, { auto_note: 'Ґанок & "їжак" <b>' })
  expect(await sandbox.get('/auto/info', `auto_id=${id}`)).toMatchObject([
    {
      autoData: { description: 'Ґанок &amp; &quot;їжак&quot; &lt;b&gt;' },
      badges: ['Перевірений VIN &amp; історія'],
    },
  ])
  const seeded = (await ownAdverts(sandbox)).active[0] ?? 0
  const [record] = (await sandbox.get('/auto/info', `auto_id=${seeded}`)) as {
    autoData: { description: string }
  }[]
  expect(record?.autoData.description).toMatch(/^<p>.*<br \/>.*<\/p>$/)
})

it('stale-read: the first read after a write shows the value before', async () => {
  const sandbox = await playing('stale-read')
  const id = await create(sandbox, { price: '100' })
  const read = () => sandbox.get('/auto/info', `auto_id=${id}`)
  expect(await read()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  expect(await read()).toMatchObject([{ USD: 100 }])
  await edit(sandbox, { auto_id: String(id), price: '200' })
  expect(await read()).toMatchObject([{ USD: 100 }])
  expect(await read()).toMatchObject([{ USD: 200 }])
})

it('filter-echo: says which filters were applied', async () => {
  const sandbox = await playing('filter-echo')
  const answer = await sandbox.get('/auto/search', 'marka_id[0]=9&price_ot=5&colour[0]=3&mаrka_id[1]=6')
  expect(answer).toMatchObject([
    { result: { additional: { search_params: { cleaned: { 'marka_id[0]': '9', price_ot: '5' } } } } },
  ])
  expect(JSON.stringify(answer)).not.toContain('colour')
})

it('wrong-count and promotion: more than there is, and the same advert on every page', async () => {
  const sandbox = await running()
  interface Answer {
    result: { search_result: { ids: string[]; count: number } }
  }
  const page = async (number: number) =>
    ((await sandbox.get('/auto/search', `page=${number}`)) as [Answer])[0].result.search_result
  const plain = await page(0)
  await sandbox.control.setQuirks(['wrong-count', 'promotion'])
  const [first, second, last] = [await page(0), await page(1), await page(9999)]
  expect(first.count).toBe(plain.count + 3)
  expect(first.ids.slice(1)).toEqual(plain.ids)
  expect(second.ids[0]).toBe(first.ids[0])
  expect(last.ids).toEqual([first.ids[0]])
})

it('error-forms: refusals as text/html, JSON in a string, HTML, and a notice under 200 or XML', async () => {
  const sandbox = await playing('error-forms')
  const ask = async (method: string, path: string, query = '') => {
    const response = await sandbox.fetch(method, path, query)
    return [response.status, response.headers.get('content-type'), await response.text()] as const
  }
  const typed = await ask('GET', '/auto/info', 'auto_id=1')
  expect(typed.slice(0, 2)).toEqual([404, 'text/html; charset=utf-8'])
  expect(JSON.parse(typed[2])).toMatchObject({ error: { code: 'NOT_FOUND' } })
  const inString = await ask('GET', '/auto/info', 'auto_id=1')
  expect(JSON.parse(JSON.parse(inString[2]) as string)).toMatchObject({ error: { code: 'NOT_FOUND' } })
  expect((await ask('GET', '/auto/info', 'auto_id=1'))[2]).toContain('<!DOCTYPE html>')
  const notice = await ask('POST', '/auto/new/autos', createQuery(sandbox, { currency_id: '7' }))
  expect(notice[0]).toBe(200)
  expect(JSON.parse(notice[2])).toMatchObject({ noticeData: [{ noticeType: 'error' }] })
  expect((await ask('GET', '/auto/info', 'auto_id=1'))[1]).toBe('text/csv')
  for (let turn = 0; turn < 3; turn++) await ask('GET', '/auto/info', 'auto_id=1')
  expect((await ask('GET', '/auto/info', 'auto_id=1'))[1]).toBe('application/xml')
})

it('rate-limit: a 429 now and then, with and without Retry-After, and nothing is executed', async () => {
  const sandbox = await playing('rate-limit')
  const limited: (string | null)[] = []
  for (let turn = 0; turn < 49; turn++) {
    const response = await sandbox.fetch('GET', '/states')
    if (response.status === 429) limited.push(response.headers.get('retry-after'))
  }
  const write = await sandbox.fetch('POST', '/auto/new/autos', createQuery(sandbox))
  expect([write.status, write.headers.get('retry-after')]).toEqual([429, null])
  expect(limited).toEqual(['1'])
  expect(await sandbox.control.ledger()).toMatchObject([{ committed: false, answer: '429' }])
})

it('slashless-orders: the orders are found only without the last slash', async () => {
  const sandbox = await playing('slashless-orders')
  expect((await sandbox.fetch('GET', '/ria/basket/orders/')).status).toBe(404)
  expect((await sandbox.fetch('GET', '/ria/basket/orders')).status).toBe(200)
})

it('orders-of-user: the orders are found only for the user who is named', async () => {
  const sandbox = await playing('orders-of-user')
  const path = '/ria/basket/orders/'
  expect((await sandbox.fetch('GET', path)).status).toBe(400)
  expect((await sandbox.fetch('GET', path, 'user_id=1')).status).toBe(400)
  expect((await sandbox.fetch('GET', path, `user_id=${sandbox.sandbox.userId}`)).status).toBe(200)
})

it('status-names: the short name of status 0', async () => {
  const sandbox = await playing('status-names')
  expect(await sandbox.get('/ria/basket/status')).toMatchObject({
    data: [{ id: 0, name: 'Новые' }, {}, {}, {}, {}],
  })
})

it('plays everything when it is started so', async () => {
  const sandbox = await running({ quirks: true })
  expect(await sandbox.get('/auto/search')).toHaveProperty('result.additional.search_params.cleaned')
})
