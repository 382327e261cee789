import { expect, test } from 'vitest'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { AddressesInMemory } from '../../../src/main/inventory/address-memory.ts'
import { knowsNothing } from '../../../src/main/inventory/advert-addresses.ts'
import { InventoryApi } from '../../../src/main/inventory/inventory-api.ts'
import { clientFor, failureOf, startService } from '../http/local-service.ts'

const [shown, slow, gone] = [30_000_001, 30_000_002, 30_000_003]

/** A service that shows one advert at once, another when it is told to, and says of all others that they are gone. */
async function shop(created: readonly number[]) {
  const held = Promise.withResolvers<undefined>()
  const service = await startService((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const id = Number(searchParams.get('auto_id'))
    const show = (): unknown =>
      response.end(JSON.stringify([{ userId: 77, autoData: { autoId: id, year: '2024' } }]))
    if (id === gone || pathname !== '/auto/info')
      response.writeHead(404).end('{"error":{"code":"NOT_FOUND","message":""}}')
    else if (id === slow) void held.promise.then(show)
    else show()
  })
  const memory = new AddressesInMemory()
  const api = new InventoryApi(clientFor(service.baseUrl), memory, {
    ...knowsNothing,
    created: (id) => created.includes(id),
    createdAmong: (ids) => new Set(ids.filter((id) => created.includes(id))),
  })
  return { api, memory, release: () => held.resolve(undefined) }
}

test('an own advert is gone if the address has shown one like it', async () => {
  const { api, memory } = await shop([shown, gone])
  await api.advertInfo(shown)
  expect(memory.answerOf('created-at-info')).toBe('works')
  expect((await failureOf(ServiceError, api.advertInfo(gone))).details).not.toHaveProperty('reason')
})

test('an own advert is not gone while the address has shown none like it', async () => {
  const { api } = await shop([gone])
  await api.advertInfo(shown)
  expect((await failureOf(ServiceError, api.advertInfo(gone))).details).toMatchObject({ reason: 'not-shown' })
})

test('what was shown while another advert is still being read counts at once', async () => {
  const { api, release } = await shop([shown, gone])
  const reading = api.advertInfo(slow)
  await api.advertInfo(shown)
  expect((await failureOf(ServiceError, api.advertInfo(gone))).details).not.toHaveProperty('reason')
  release()
  await reading
})
