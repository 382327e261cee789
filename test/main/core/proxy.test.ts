import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { environmentProxy, isLoopback, parseRoute } from '../../../src/main/core/proxy.ts'
import { shortestIdleMs } from '../../../src/main/core/recent-connections.ts'
import { ServiceError } from '../../../src/main/core/service-error.ts'
import { handClock } from './hand-clock.ts'
import { startProxy } from './local-proxy.ts'
import { clientFor, failureOf, startAnswering } from './local-service.ts'

const anything = z.unknown()

const portOf = (baseUrl: string): number => Number(new URL(baseUrl).port)

describe('through a real proxy', () => {
  test('reads share a tunnel, every create has its own', async () => {
    const service = await startAnswering({ num_rows: 1, last_insert_id: 1 })
    const proxy = await startProxy(portOf(service.baseUrl))
    const client = clientFor('http://service.invalid', { proxyFor: () => Promise.resolve(proxy.pac) })
    for (let count = 0; count < 6; count += 1) await client.read('/states', [], anything)
    // undici frees a connection just after its answer, so that two take turns.
    expect(proxy.asked.length).toBeLessThanOrEqual(2)
    const tunnels = proxy.asked.length
    await client.write('POST', '/auto/new/autos', [], anything)
    await client.write('POST', '/auto/new/autos', [], anything)
    expect(proxy.asked).toEqual(Array(tunnels + 2).fill('service.invalid:80'))
    expect(service.requests.map(({ headers }) => headers.host)).toEqual(Array(8).fill('service.invalid'))
  })

  test('edits one after another share a tunnel, until it was idle for too long', async () => {
    const service = await startAnswering({ num_rows: 1, last_insert_id: 0 })
    const proxy = await startProxy(portOf(service.baseUrl))
    const clock = handClock()
    const proxyFor = () => Promise.resolve(proxy.pac)
    const client = clientFor('http://service.invalid', { clock, proxyFor })
    for (const pause of [shortestIdleMs, 500, 2_000, shortestIdleMs]) {
      await client.write('PUT', '/auto/new/autos', [], anything)
      clock.set(clock.now() + pause)
    }
    expect(service.requests).toHaveLength(4)
    expect(proxy.asked).toHaveLength(2)
  })

  test('loopback never goes through a proxy', async () => {
    const service = await startAnswering({})
    const proxy = await startProxy(portOf(service.baseUrl))
    const client = clientFor(service.baseUrl, { proxyFor: () => Promise.resolve(proxy.pac) })
    await client.read('/states', [], anything)
    await client.write('POST', '/auto/new/autos', [], anything)
    expect(proxy.asked).toEqual([])
    expect(service.requests).toHaveLength(2)
  })

  test('a proxy that says no leaves a write unsent', async () => {
    const service = await startAnswering({})
    const proxy = await startProxy(portOf(service.baseUrl), { refuse: true })
    const client = clientFor('http://service.invalid', { proxyFor: () => Promise.resolve(proxy.pac) })
    const error = await failureOf(ServiceError, client.write('POST', '/auto/new/autos', [], anything))
    expect(error).toMatchObject({ code: 'network', sent: 'no', reason: 'proxy' })
    expect(service.requests).toHaveLength(0)
  })
})

test.each([
  ['DIRECT', { kind: 'direct' }],
  ['', { kind: 'direct' }],
  ['PROXY a.example:3128; DIRECT', { kind: 'proxy', uri: 'http://a.example:3128' }],
  ['HTTPS a.example:443', { kind: 'proxy', uri: 'https://a.example:443' }],
  ['SOCKS5 a.example:1080', { kind: 'proxy', uri: 'socks5://a.example:1080' }],
  ['QUIC x:1; PROXY b.example:80', { kind: 'proxy', uri: 'http://b.example:80' }],
])('the PAC answer %j', (pac, route) => expect(parseRoute(pac)).toEqual(route))

test.each([
  ['http://localhost:1', true],
  ['http://sub.localhost', true],
  ['http://127.3.2.1', true],
  ['http://[::1]:80', true],
  ['http://127.example.com', false],
  ['https://example.com', false],
])('%s is loopback: %s', (url, expected) => expect(isLoopback(new URL(url))).toBe(expected))

describe('the proxy of the environment', () => {
  const env = {
    HTTP_PROXY: 'http://plain:1',
    https_proxy: 'user:pass@secure:2',
    NO_PROXY: 'skip.example, .inner.example,port.example:8080',
  }
  test.each([
    ['http://a.example/', 'PROXY plain:1'],
    ['https://a.example/', 'PROXY user:pass@secure:2'],
    ['https://skip.example/', 'DIRECT'],
    ['https://www.skip.example/', 'DIRECT'],
    ['https://noskip.example/', 'PROXY user:pass@secure:2'],
    ['https://x.inner.example/', 'DIRECT'],
    ['http://port.example:8080/', 'DIRECT'],
    ['http://port.example/', 'PROXY plain:1'],
  ])('%s → %s', async (url, expected) => expect(await environmentProxy(env)(url)).toBe(expected))

  test('none, all and everything exempt', async () => {
    expect(await environmentProxy({})('https://a.example/')).toBe('DIRECT')
    expect(await environmentProxy({ ALL_PROXY: 'socks5://s:3' })('https://a.example/')).toBe('SOCKS5 s:3')
    expect(await environmentProxy({ http_proxy: 'p:1', no_proxy: '*' })('http://a.example/')).toBe('DIRECT')
  })
})
