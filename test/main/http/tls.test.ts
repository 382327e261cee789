import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { applyLocale } from '../../../src/shared/i18n/locale.ts'
import { ProxyLogins } from '../../../src/main/http/proxy-logins.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { privateAuthority, type Certificate } from './certificates.ts'
import { clientFor, failureOf } from './local-service.ts'
import { startProxy } from './local-proxy.ts'
import { folderOfFile } from '../../folders.ts'

const company = privateAuthority('Company')
const stranger = privateAuthority('Stranger')
const yesterday = { from: Date.now() - 172_800_000, to: Date.now() - 86_400_000 }

// Where Node finds the system's certificates on Linux; read when the first secure connection is made.
const folder = folderOfFile()
writeFileSync(join(folder, 'system.pem'), company.cert)
process.env.SSL_CERT_FILE = join(folder, 'system.pem')

const done = '{"num_rows":1,"last_insert_id":5}'
const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${done.length}\r\n\r\n${done}`

/** A real TLS server; `heard` is what it could read of each connection whose handshake it finished. */
async function startSecure(certificate: Certificate): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = []
  const server = createServer({ ...certificate }, (socket) => {
    const index = heard.push('') - 1
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      heard[index] = (heard[index] ?? '') + chunk.toString('latin1')
      socket.write(answer)
    })
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, heard }
}

type Way = 'straight' | 'through a proxy' | 'through a secure proxy'
const ways: readonly Way[] = ['straight', 'through a proxy', 'through a secure proxy']

/** A client for `https://localhost` straight, or for `https://service.test` through a proxy that leads there. */
async function clientTo(port: number, way: Way) {
  if (way === 'straight') return clientFor(`https://localhost:${port}`)
  const certificate = way === 'through a secure proxy' ? { certificate: company.issue('localhost') } : {}
  const { pac } = await startProxy(port, certificate)
  return clientFor('https://service.test', { proxyFor: () => Promise.resolve(pac) })
}

const hostOf = (way: Way): string => (way === 'straight' ? 'localhost' : 'service.test')

const attempts = ['GET', 'POST', 'PUT'] as const

async function attempt(port: number, way: Way, method: (typeof attempts)[number]): Promise<unknown> {
  const client = await clientTo(port, way)
  return method === 'GET'
    ? client.read('/states', [], z.unknown())
    : client.write(method, '/auto/new/autos', [], z.unknown())
}

describe.runIf(process.platform === 'linux').each(ways)('%s', (way) => {
  test('a certificate of an authority that the system trusts', async () => {
    const { port, heard } = await startSecure(company.issue(hostOf(way)))
    const client = await clientTo(port, way)
    await client.read('/states', [], z.unknown())
    await client.write('PUT', '/auto/new/autos', [], z.unknown())
    await client.write('POST', '/auto/new/autos', [], z.unknown())
    expect(heard.map((text) => text.split(' ', 1)[0])).toEqual(attempts.toSpliced(1, 2, 'PUT', 'POST'))
  })

  test.each([
    ['of an unknown authority', () => stranger.issue(hostOf(way))],
    ['that signed itself', () => stranger],
    ['that has run out', () => company.issue(hostOf(way), yesterday)],
    ['for another host', () => company.issue('other.test')],
  ])('a certificate %s is refused, and nothing is sent', async (_what, certificate) => {
    const { port, heard } = await startSecure(certificate())
    for (const method of attempts) {
      const error = await failureOf(ServiceError, attempt(port, way, method))
      expect(error).toMatchObject({ code: 'network', reason: 'certificate', sent: 'no', answered: false })
    }
    expect(heard.join('')).toBe('')
  })
})

test.each(ways)('%s: NODE_TLS_REJECT_UNAUTHORIZED=0 does not switch the check off', async (way) => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { port, heard } = await startSecure(stranger.issue(hostOf(way)))
  for (const method of attempts) {
    const error = await failureOf(ServiceError, attempt(port, way, method))
    expect(error).toMatchObject({ reason: 'certificate', sent: 'no' })
  }
  expect(heard.join('')).toBe('')
})

test('a secure proxy with a certificate for another host gets nothing', async () => {
  const { port, heard } = await startSecure(company.issue('service.test'))
  for (const certificate of [company.issue('other.test'), stranger.issue('localhost')]) {
    const { pac, asked } = await startProxy(port, { certificate })
    const client = clientFor('https://service.test', { proxyFor: () => Promise.resolve(pac) })
    const error = await failureOf(ServiceError, client.write('POST', '/auto/new/autos', [], z.unknown()))
    expect(error).toMatchObject({ code: 'network', reason: 'certificate', sent: 'no' })
    expect(asked).toEqual([])
  }
  expect(heard).toEqual([])
})

test('a login is given to no proxy that shows another certificate by the time it is entered', async () => {
  const { port } = await startSecure(company.issue('service.test'))
  const proxy = await startProxy(port, { certificate: company.issue('localhost'), login: 'anna:kalyna' })
  const proxyLogins = new ProxyLogins()
  const client = clientFor('https://service.test', {
    proxyFor: () => Promise.resolve(proxy.pac),
    proxyLogins,
  })
  await failureOf(ServiceError, client.write('POST', '/auto/new/autos', [], z.unknown()))
  const [asking] = proxyLogins.list()
  proxy.setCertificate(stranger.issue('localhost'))
  const error = await failureOf(ServiceError, proxyLogins.logIn(asking?.proxy ?? '', 'anna:kalyna'))
  expect([error.sent, proxy.logins]).toEqual(['no', []])
})

test.each([
  ['en', /certificate that this computer doesn’t trust/, /clock.*address.*install/],
  ['uk', /сертифікат, якому цей комп’ютер не довіряє/, /годинник.*адресу.*встановити/],
] as const)('the refusal in words: %s', async (locale, words, next) => {
  applyLocale(locale)
  onTestFinished(() => applyLocale('en'))
  const { port } = await startSecure(stranger.issue('localhost'))
  const failure = failureWords(await failureOf(ServiceError, attempt(port, 'straight', 'GET')))
  expect(failure.words).toMatch(words)
  expect(failure.next).toMatch(next)
  expect(failure.retry).toBe(false)
})
