import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { assembledIn } from '../assembled.ts'
import { folderOfTest } from '../../folders.ts'

/** The sandbox behind a service that may ignore a parameter of its search, as services do in silence. */
async function serviceThatMayIgnore() {
  const sandbox = await startSandbox({ databasePath: ':memory:', adverts: 200 })
  const { hostname, port } = new URL(sandbox.baseUrl)
  const service = { ignored: '', emptyFrom: Infinity, infos: 0 }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    if (pathname === '/auto/info') service.infos += 1
    if (pathname === '/auto/search') searchParams.delete(service.ignored)
    // A page that is past the end has none.
    if (Number(searchParams.get('page')) >= service.emptyFrom) searchParams.set('page', '9999')
    ask({ hostname, port, path: `${pathname}?${searchParams.toString()}` }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await sandbox.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { service, overrides: { baseUrl, userId: sandbox.userId, key: sandbox.key } }
}

/** A dealer whose stock is a saved search. */
async function dealerWithStock() {
  const { service, overrides } = await serviceThatMayIgnore()
  const dataDir = folderOfTest()
  const app = assembledIn(dataDir, { overrides })
  onTestFinished(() => app.close())
  const { saved } = await app.search()
  const [search] = await saved.save('Salon', [
    ['user_id', String(overrides.userId)],
    ['countpage', '10'],
  ])
  const id = search?.id ?? ''
  await saved.markStock(id, true)
  const stock = async () => (await app.inventory.lists.ids({ text: '', states: [], sort: [] })).length
  await saved.check(id, false)
  const own = await stock()
  expect(own).toBeGreaterThan(10)
  return { service, saved, id, stock, own }
}

test('a search by a seller whom the service ignores brings nobody else’s adverts into the stock', async () => {
  const { service, saved, id, stock, own } = await dealerWithStock()
  expect(service.infos).toBe(own)
  service.ignored = 'user_id'
  await expect(saved.check(id, false)).rejects.toMatchObject({
    code: 'usage',
    details: { reason: 'seller-ignored' },
  })
  expect([await stock(), service.infos]).toEqual([own, own + 10])
})

test.each([
  ['nothing', 0],
  ['its first page alone', 1],
  ['all but its last page', 2],
])(
  'a check that finds %s takes nothing out of the stock until a second one finds it too',
  async (_what, pages) => {
    const { service, saved, id, own } = await dealerWithStock()
    const [search] = await saved.all()
    const suddenly = { code: 'usage', details: { reason: 'stock-fewer', value: own } }
    service.emptyFrom = pages
    await expect(saved.check(id, false)).rejects.toMatchObject(suddenly)
    expect(await saved.all()).toEqual([search])
    service.emptyFrom = Infinity
    await saved.check(id, false)
    service.emptyFrom = pages
    // One that found all was in between.
    await expect(saved.check(id, false)).rejects.toMatchObject(suddenly)
    await saved.check(id, false)
    expect((await saved.all())[0]?.found).toHaveLength(pages * 10)
  },
)
