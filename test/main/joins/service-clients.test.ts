import { AddressesInMemory } from '../../../src/main/inventory/address-memory.ts'
import { noLocalData } from '../../../src/main/inventory/advert-addresses.ts'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/main/system/clock.ts'
import { basicAuthorization } from '../../../src/main/http/connection.ts'
import type { CallBudget, CallKind } from '../../../src/main/http/call.ts'
import { Redactor } from '../../../src/main/log/redact.ts'
import { ServiceClients } from '../../../src/main/context/service-clients.ts'
import { clientFor, connectionTo, startAnswering, testKey } from '../http/local-service.ts'
import { everyCall } from '../every-call.ts'

describe('a probe carries the key as the account says', () => {
  const probe = async (readAuth: 'basic' | 'query') => {
    const service = await startAnswering([])
    const clients = new ServiceClients(
      { redactor: new Redactor(), clock: systemClock },
      { budget: () => undefined, addresses: () => new AddressesInMemory(), known: () => noLocalData },
    )
    await clients.probe(connectionTo(service.baseUrl, { readAuth }))
    return service.requests.map(({ line, headers }) => [line, headers.authorization])
  }

  test('in the query', async () => {
    expect(await probe('query')).toEqual([[`GET /states?api_key=${encodeURIComponent(testKey)}`, undefined]])
  })
  test('by HTTP Basic', async () => {
    expect(await probe('basic')).toEqual([['GET /states', basicAuthorization(testKey)]])
  })
})

const kindOf = (name: string): CallKind =>
  name.includes('/ria/basket/') ? 'orders' : name.startsWith('GET') ? 'read' : 'write'

test.each(Object.entries(everyCall))(
  'calls are counted as what they are: orders have a share of the quota kept for them: %s',
  async (name, call) => {
    const kinds: CallKind[] = []
    const budget: CallBudget = {
      reserve: (kind) => {
        kinds.push(kind)
        return Promise.resolve(() => undefined)
      },
    }
    const service = await startAnswering({ num_rows: 1 })
    // What is answered fits some endpoints only; here the counting alone matters.
    await Promise.allSettled([call(clientFor(service.baseUrl, { budget }))])
    expect(kinds).toEqual([kindOf(name)])
  },
)
