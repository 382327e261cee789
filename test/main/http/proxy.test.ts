import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { Fault } from '../../../src/shared/bridge/failure.ts'
import {
  environmentProxy,
  isLoopback,
  loginOf,
  parseRoutes,
  ProxySettingError,
  type ProxyFor,
} from '../../../src/main/http/proxy.ts'
import { shortestIdleMs } from '../../../src/main/http/routes.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { statusWords } from '../../../src/main/cli/batch-sending.ts'
import { reasonWords } from '../../../src/renderer/batch/batch-words.ts'
import { connectTo } from '../batch/connect-to.ts'
import { manyEdits, openDealership } from '../batch/dealership.ts'
import { handClock } from '../system/hand-clock.ts'
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

  test('one that asks for a login leaves a write unsent, and is told apart; a login in its address is taken', async () => {
    const service = await startAnswering({})
    const proxy = await startProxy(portOf(service.baseUrl), { login: 'desk:pa ss' })
    const post = (pac: string): Promise<unknown> =>
      clientFor('http://service.invalid', { proxyFor: () => Promise.resolve(pac) }).write(
        'POST',
        '/auto/new/autos',
        [],
        anything,
      )
    const error = await failureOf(ServiceError, post(proxy.pac))
    expect(error).toMatchObject({ code: 'network', sent: 'no', reason: 'proxy-login' })
    expect(failureWords(error).retry).toBe(false)
    expect(failureWords(error).words).toContain('asks for a login')
    // No second try: a directory locks accounts after a few.
    expect([proxy.asked.length, service.requests.length]).toEqual([1, 0])
    await post(proxy.pac.replace('PROXY ', 'PROXY desk:pa%20ss@'))
    expect(service.requests).toHaveLength(1)
  })

  test('one that takes no login is given it once, by a read and a batch together, which says so and waits for the person', async () => {
    const shop = await openDealership()
    onTestFinished(() => shop.close())
    const proxy = await startProxy(portOf(shop.sandbox.baseUrl), { login: 'desk:right' })
    let pac = proxy.pac.replace('PROXY ', 'PROXY desk:wrong@')
    const { client, port } = connectTo(
      { ...shop.sandbox, baseUrl: 'http://service.invalid' },
      { proxyFor: () => Promise.resolve(pac), retries: { attempts: 4, baseMs: 1, capMs: 2, longestMs: 1 } },
    )
    onTestFinished(() => client.close())
    await failureOf(ServiceError, client.read('/states', [], anything))
    expect(proxy.logins).toHaveLength(1)
    await shop.restart({ connect: () => Promise.resolve(port) })
    // Though edits are sent several at a time.
    const batch = await shop.run(manyEdits(10))
    expect(batch).toMatchObject({ state: 'paused', pauseReason: 'proxy-login', counts: { planned: 10 } })
    expect(proxy.logins).toHaveLength(1)
    expect(reasonWords(batch)).toContain('refuses the one given')
    expect(statusWords(batch)).toContain('HTTPS_PROXY')
    pac = proxy.pac.replace('PROXY ', 'PROXY desk:right@')
    await shop.batches.control.send(batch.id)
    await shop.batches.control.idle()
    expect(shop.batches.reader.get(batch.id)).toMatchObject({ state: 'finished', counts: { planned: 0 } })
  })

  test('a proxy that says no leaves a write unsent', async () => {
    const service = await startAnswering({})
    const proxy = await startProxy(portOf(service.baseUrl), { refuse: true })
    const client = clientFor('http://service.invalid', { proxyFor: () => Promise.resolve(proxy.pac) })
    const error = await failureOf(ServiceError, client.write('POST', '/auto/new/autos', [], anything))
    expect(error).toMatchObject({ code: 'network', sent: 'no', reason: 'proxy' })
    expect(failureWords(error).words).toContain(
      new URL(proxy.pac.replace(/PROXY ([^;]*).*/, 'http://$1')).host,
    )
    expect(service.requests).toHaveLength(0)
  })

  const way = 'HTTP/1.1 200 OK\r\n\r\n'
  const ended = (answer: string) => (socket: Socket) => void socket.end(answer)
  test.each<[string, (socket: Socket, asked: string) => unknown, ProxyReason]>([
    ['hangs', () => undefined, 'proxy-silent'],
    ['closes', ended(''), 'through-proxy'],
    ['asks to go on', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 'through-proxy'],
    [
      'asks for a login and closes when it gets one',
      (socket, asked) =>
        socket.end(
          /proxy-authorization/i.test(asked)
            ? ''
            : 'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n',
        ),
      'through-proxy',
    ],
    ['speaks another language', ended('SSH-2.0-OpenSSH_9.0\r\n'), 'through-proxy'],
    ['drops what it let through', ended(way), 'through-proxy'],
    ['leads into silence', (socket) => socket.write(way), 'through-proxy'],
  ])('one that %s leaves a write unsent and is named', async (_name, answer, reason) => {
    const asked: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (bytes) => {
        asked.push(String(bytes))
        answer(socket, String(bytes))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = clientFor('https://service.invalid', {
      proxyFor: () => Promise.resolve(`PROXY anna:secret@${host}`),
      writeLimitMs: 3_000,
      connectMs: 300,
    })
    onTestFinished(() => client.close())
    const error = await failureOf(ServiceError, client.write('POST', '/auto/new/autos', [], anything))
    expect(error).toMatchObject({
      sent: 'no',
      reason,
      details: { value: host, ...(reason === 'proxy-silent' && { seconds: expect.any(Number) as number }) },
    })
    const words = {
      'proxy-silent': `The proxy ${host} was reached, but did not answer within`,
      'through-proxy': `The service can’t be reached through the proxy ${host}.`,
    }
    expect(failureWords(error).words).toContain(words[reason])
    // Once, and once more with the login that it asks for: not as often as it can.
    expect(asked.length).toBeLessThanOrEqual(2)
  })
})

type ProxyReason = 'proxy-silent' | 'through-proxy'

/** A port on which nothing listens any more. */
async function deadProxy(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `PROXY 127.0.0.1:${port}`
}

describe('a proxy out of reach', () => {
  const post = (pac: string) =>
    clientFor('http://service.invalid', { proxyFor: () => Promise.resolve(pac) }).write(
      'POST',
      '/auto/new/autos',
      [],
      anything,
    )

  test('the next way is taken, and a create leaves once', async () => {
    const service = await startAnswering({ num_rows: 1, last_insert_id: 1 })
    const proxy = await startProxy(portOf(service.baseUrl))
    await post(`${await deadProxy()}; ${proxy.pac}`)
    expect(proxy.asked).toHaveLength(1)
    expect(service.requests).toHaveLength(1)
  })

  test('without another way it is named, and nothing was sent', async () => {
    const error = await failureOf(ServiceError, post(await deadProxy()))
    expect(error).toMatchObject({ code: 'network', sent: 'no', reason: 'proxy-unreachable' })
    const unknown = await failureOf(ServiceError, post('PROXY proxy.invalid:3128'))
    expect(unknown).toMatchObject({ reason: 'proxy-unreachable', details: { value: 'proxy.invalid:3128' } })
  })

  test('the straight way that comes next fails as itself', async () => {
    const error = await failureOf(ServiceError, post(`${await deadProxy()}; DIRECT`))
    expect(error).toMatchObject({ code: 'network', sent: 'no', reason: 'dns' })
  })

  test('one that says no is not gone round', async () => {
    const service = await startAnswering({})
    const no = await startProxy(portOf(service.baseUrl), { refuse: true })
    const yes = await startProxy(portOf(service.baseUrl))
    const error = await failureOf(ServiceError, post(`${no.pac.replace('; DIRECT', '')}; ${yes.pac}`))
    expect(error.reason).toBe('proxy')
    expect(yes.asked).toEqual([])
  })
})

describe('finding the proxy', () => {
  const never = () => new Promise<string>(() => undefined)

  test('keeps to the limit of the request and gives its place in the queue back', async () => {
    const limits = { readLimitMs: 50, writeLimitMs: 50, concurrency: 1 }
    const client = clientFor('http://service.invalid', { proxyFor: never, ...limits })
    const late = { code: 'timeout', sent: 'no', reason: 'proxy-unknown' }
    expect(await failureOf(ServiceError, client.read('/states', [], anything))).toMatchObject(late)
    expect(await failureOf(ServiceError, client.write('POST', '/a', [], anything))).toMatchObject(late)
    expect(await failureOf(ServiceError, client.write('PUT', '/a', [], anything))).toMatchObject(late)
  })

  test.each(['read', 'write'] as const)('hears a %s that is cancelled', async (kind) => {
    const controller = new AbortController()
    const proxyFor = () => {
      queueMicrotask(() => controller.abort())
      return never()
    }
    const client = clientFor('http://service.invalid', { proxyFor })
    const { signal } = controller
    const asked =
      kind === 'read'
        ? client.read('/states', [], anything, { signal })
        : client.write('POST', '/auto/new/autos', [], anything, { signal })
    expect(await failureOf(Fault, asked)).toMatchObject({ code: 'cancelled', name: 'Fault' })
  })

  test.each([
    ['a rejection', () => Promise.reject(new Error('no script'))],
    ['a port that is none', () => Promise.resolve('PROXY a.example:99999')],
    ['an older SOCKS', () => Promise.resolve('SOCKS a.example:1080')],
    ['credentials that can’t be read', () => Promise.resolve('PROXY us%zz:p@a.example:1')],
    ['a variable that is no address', environmentProxy({ HTTP_PROXY: 'http://[bad' })],
  ])('%s means that nothing was sent, and is not tried again', async (_name, answer) => {
    let asked = 0
    const proxyFor: ProxyFor = (url) => {
      asked += 1
      return answer(url)
    }
    const client = clientFor('http://service.invalid', { proxyFor })
    const unsent = { code: 'network', sent: 'no', reason: 'proxy-setting' }
    expect(await failureOf(ServiceError, client.write('POST', '/a', [], anything))).toMatchObject(unsent)
    expect(await failureOf(ServiceError, client.read('/states', [], anything))).toMatchObject(unsent)
    expect(asked).toBe(2)
  })
})

const proxies = (...uris: string[]) => uris.map((uri) => ({ kind: 'proxy', uri }))
const direct = { kind: 'direct' }

test.each([
  ['DIRECT', [direct]],
  ['', [direct]],
  ['PROXY a.example:3128; DIRECT', [...proxies('http://a.example:3128'), direct]],
  ['HTTPS a.example:443', proxies('https://a.example:443')],
  ['SOCKS5 a.example:1080', proxies('socks5://a.example:1080')],
  ['QUIC x:1; PROXY b.example:80', proxies('http://b.example:80')],
  ['PROXY a:99999; SOCKS b:1; DIRECT', [direct]],
  ['PROXY a:1; PROXY b:2', proxies('http://a:1', 'http://b:2')],
])('the PAC answer %j', (pac, routes) => expect(parseRoutes(pac)).toEqual(routes))

test.each(['SOCKS a:1', 'PROXY a:99999', 'PROXY', 'what', 'PROXY me:secret@a:99999'])(
  'the PAC answer %j leads nowhere',
  (pac) => {
    expect(() => parseRoutes(pac)).toThrow(ProxySettingError)
    expect(() => parseRoutes(pac)).not.toThrow(/secret/)
  },
)

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

  test.each(['http://[bad', 'ftp://x:1', 'http://x:99999', '://'])('%s is no proxy', async (proxy) => {
    const asked = environmentProxy({ HTTPS_PROXY: proxy })('https://a.example/')
    expect(await failureOf(ProxySettingError, asked)).toMatchObject({ setting: 'HTTPS_PROXY' })
    expect(await environmentProxy({ HTTPS_PROXY: proxy })('http://a.example/')).toBe('DIRECT')
  })

  test.each([
    ['a.example:443', 'https://a.example/', true],
    ['a.example:443', 'https://a.example:8443/', false],
    ['a.example:80;b.example', 'http://a.example/', true],
    ['x.example; b.example', 'https://b.example/', true],
    ['*.b.example', 'https://c.b.example/', true],
    ['b.example.', 'https://b.example/', true],
    ['10.0.0.0/8', 'https://10.20.30.40/', true],
    ['10.0.0.0/8', 'https://11.20.30.40/', false],
    ['10.0.0.0/8', 'https://10.example/', false],
    ['192.168.1.7', 'https://192.168.1.7:99/', true],
    ['192.168.1.7:98', 'https://192.168.1.7:99/', false],
    ['fd00::/8', 'https://[fd12::1]/', true],
    ['2001:DB8::0:1', 'https://[2001:db8::1]/', true],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443/', true],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]/', false],
    ['10.0.0.0/99', 'https://10.0.0.1/', false],
    ['10.0.0.0/255.0.0.0', 'https://10.0.0.1/', false],
    ['10.0.0.0/', 'https://11.0.0.1/', false],
    ['[fd00::]/8', 'https://[fd12::1]/', true],
    ['[fd00::]/8:443', 'https://[fd12::1]/', true],
    ['[fd00::]/8:444', 'https://[fd12::1]/', false],
    ['*b.example', 'https://c.b.example/', true],
    ['сервіс.укр', 'https://api.сервіс.укр/', true],
  ])('NO_PROXY %s with %s goes round it: %s', async (list, address, expected) => {
    const route = await environmentProxy({ ALL_PROXY: 'p:1', NO_PROXY: list })(address)
    expect(route === 'DIRECT').toBe(expected)
  })

  test.each([
    ['http://DOM\\user:pass@p:1', 'DOM\\user:pass'],
    ['DOM\\user:p@ss;w/o#rd?@p:1', 'DOM\\user:p@ss;w/o#rd?'],
    ['http://DOM%5Cuser:100%@p:1', 'DOM\\user:100%'],
  ])('the login of %s is %s', async (proxy, login) => {
    const [route] = parseRoutes(await environmentProxy({ ALL_PROXY: proxy })('https://a.example/'))
    expect(loginOf(route?.kind === 'proxy' ? route.uri : '')).toMatchObject({ login, url: { host: 'p:1' } })
  })

  test('none, all and everything exempt', async () => {
    expect(await environmentProxy({})('https://a.example/')).toBe('DIRECT')
    expect(await environmentProxy({ ALL_PROXY: ' ' })('https://a.example/')).toBe('DIRECT')
    expect(await environmentProxy({ ALL_PROXY: 'socks5://s:3' })('https://a.example/')).toBe('SOCKS5 s:3')
    expect(await environmentProxy({ http_proxy: 'p:1', no_proxy: '*' })('http://a.example/')).toBe('DIRECT')
  })
})
