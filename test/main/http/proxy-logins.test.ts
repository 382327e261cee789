import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AskingProxy } from '../../../src/shared/proxy/proxy-calls.ts'
import { Fault } from '../../../src/shared/bridge/failure.ts'
import { ProxyLogins } from '../../../src/main/http/proxy-logins.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { SavedLogins } from '../../../src/main/keychain/saved-logins.ts'
import { Redactor } from '../../../src/main/log/redact.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { handClock } from '../system/hand-clock.ts'
import { startProxy, type LocalProxy } from './local-proxy.ts'
import { clientFor, failureOf, startAnswering } from './local-service.ts'

const anything = z.unknown()
const right = 'DEALER\\anna:kalyna-2026'

interface Ring {
  readonly items: Map<string, string>
  state: 'open' | 'keychain-locked' | 'keychain-unavailable'
}

/** A keychain in memory; locked or absent if the test says so. */
function keyring(ring: Ring) {
  const refuse = (): void => {
    if (ring.state !== 'open') throw new Fault(ring.state)
  }
  return {
    get: (name: string) => {
      if (ring.state !== 'open') return Promise.resolve({ found: ring.state, reason: 'test' })
      const key = ring.items.get(name)
      return Promise.resolve(
        key === undefined ? { found: 'missing' as const } : { found: 'key' as const, key },
      )
    },
    set: async (name: string, key: string) => {
      await Promise.resolve()
      refuse()
      ring.items.set(name, key)
    },
    forget: async (name: string) => {
      await Promise.resolve()
      refuse()
      ring.items.delete(name)
    },
  }
}

async function open(kind: Parameters<typeof startProxy>[1] = { login: right }, saved: string[] = []) {
  const service = await startAnswering({ num_rows: 1, last_insert_id: 1 })
  const proxy = await startProxy(Number(new URL(service.baseUrl).port), kind)
  const name = hostOf(proxy)
  const ring: Ring = { items: new Map(saved.map((login) => [`proxy:${name}`, login])), state: 'open' }
  const asked: AskingProxy[] = []
  const redactor = new Redactor()
  const clock = handClock()
  const start = () => {
    const logins = new ProxyLogins(
      new SavedLogins(keyring(ring), redactor),
      (proxy) => proxy.state !== 'taken' && asked.push(proxy),
      () => clock.now(),
    )
    const client = clientFor('http://service.invalid', {
      proxyFor: () => Promise.resolve(proxy.pac),
      proxyLogins: logins,
    })
    const read = (): Promise<unknown> => client.read('/states', [], anything)
    const write = (): Promise<unknown> => client.write('POST', '/auto/new/autos', [], anything)
    return { logins, read, write }
  }
  return { ...start(), start, service, proxy, name, ring, asked, redactor, clock }
}

const hostOf = ({ pac }: LocalProxy): string => pac.split(' ')[1]?.replace(';', '') ?? ''

describe('a login that a person enters', () => {
  test('is tried by itself, kept in the keychain, and carries what is sent from then on', async () => {
    const { logins, read, write, service, proxy, name, ring, asked } = await open()
    const missing = await failureOf(ServiceError, write())
    expect(missing).toMatchObject({ code: 'network', sent: 'no', reason: 'proxy-login' })
    expect(failureWords(missing).words).toContain(name)
    // Whoever is asked once isn't asked again by the next request.
    await failureOf(ServiceError, read())
    expect(asked).toEqual([{ proxy: name, state: 'missing', kinds: 'Basic', isOpen: true }])
    expect(await logins.logIn(name, right)).toEqual({ state: 'stored' })
    expect([ring.items.get(`proxy:${name}`), service.requests.length]).toEqual([right, 0])
    await write()
    await read()
    expect(service.requests).toHaveLength(2)
    expect(new Set(proxy.logins)).toEqual(new Set([right]))
    expect(logins.list()).toMatchObject([{ proxy: name, state: 'taken' }])
  })

  test('that is wrong is tried once, said to be refused, and not kept', async () => {
    const { logins, write, proxy, name, ring } = await open()
    await failureOf(ServiceError, write())
    const refused = await failureOf(ServiceError, logins.logIn(name, 'DEALER\\anna:wrong'))
    expect(refused).toMatchObject({ reason: 'proxy-login-refused', details: { value: name } })
    expect(failureWords(refused).words).not.toContain('wrong')
    expect([proxy.logins.length, ring.items.size]).toEqual([1, 0])
    // Whatever is sent afterwards carries no login, also while the keychain can't be asked and once it can.
    for (const state of ['keychain-locked', 'open'] as const) {
      ring.state = state
      expect((await failureOf(ServiceError, write())).reason).toBe('proxy-login-refused')
    }
    expect(proxy.logins).toHaveLength(1)
    await logins.logIn(name, right)
    await write()
    expect(logins.list()).toMatchObject([{ state: 'taken' }])
  })

  test('holds until the end where no keychain takes it', async () => {
    const { logins, write, name, ring, start } = await open()
    ring.state = 'keychain-unavailable'
    expect((await failureOf(ServiceError, write())).reason).toBe('proxy-login-keychain')
    expect(await logins.logIn(name, right)).toEqual({ state: 'session-only' })
    await write()
    expect((await failureOf(ServiceError, start().write())).reason).toBe('proxy-login-keychain')
  })

  test('is for a proxy that asked, and has a name and a password', async () => {
    const { logins, write, name } = await open()
    expect(() => logins.logIn('stranger.example:1', right)).toThrow('invalid-request')
    await failureOf(ServiceError, write())
    expect(() => logins.logIn(name, 'anna:')).toThrow('login-form')
  })
})

describe('a saved login', () => {
  test('is used without a question, and not shown to a proxy that asks for none', async () => {
    const { write, proxy, asked } = await open({ login: right }, [right])
    await write()
    expect([proxy.logins, asked]).toEqual([[right], []])
    const other = await open({}, [right])
    await other.write()
    expect(other.proxy.logins).toEqual([])
  })

  test('that is no longer taken is tried once by all that is sent at once, and by no later start', async () => {
    const { read, start, proxy, ring, asked } = await open({ login: 'DEALER\\anna:new' }, [right])
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => read()))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill('rejected'))
    expect([proxy.logins, ring.items.size]).toEqual([[right], 0])
    expect(asked.at(-1)).toMatchObject({ state: 'refused' })
    await failureOf(ServiceError, start().write())
    expect(proxy.logins).toHaveLength(1)
  })

  test('whose password changes while the app runs is tried once', async () => {
    const { write, proxy, clock } = await open({ login: right }, [right])
    await write()
    proxy.setLogin('DEALER\\anna:new')
    clock.set(clock.now() + 61_000)
    const before = proxy.logins.length
    await Promise.allSettled([write(), write(), write(), write()])
    expect(proxy.logins).toHaveLength(before + 1)
  })

  test('that another program has replaced meanwhile is not removed', async () => {
    const { write, proxy, ring, name, clock } = await open({ login: right }, [right])
    await write()
    proxy.setLogin('DEALER\\anna:new')
    clock.set(clock.now() + 61_000)
    ring.items.set(`proxy:${name}`, 'DEALER\\anna:new')
    await failureOf(ServiceError, write())
    await write()
    expect(proxy.logins).toEqual([right, right, 'DEALER\\anna:new'])
  })

  test('is blacked out wherever it comes to stand', async () => {
    const { write, redactor } = await open({ login: right }, [right])
    await write()
    const encoded = Buffer.from(right).toString('base64')
    expect(redactor.redact(`x ${encoded} kalyna-2026 ${right}`)).not.toMatch(/kalyna|REVBTEVS/)
  })
})

describe('a proxy that takes no Basic', () => {
  test.each([
    [['Negotiate', 'NTLM'], 'Negotiate, NTLM'],
    [['Negotiate, NTLM'], 'Negotiate, NTLM'],
    [['Digest realm="Basic, the", nonce="a,b"'], 'Digest'],
    [[], ''],
  ])('%j is named, and no login goes there', async (challenge, kinds) => {
    const { write, proxy, asked } = await open({ login: right, challenge }, [right])
    const error = await failureOf(ServiceError, write())
    expect(error.reason).toBe('proxy-login-kind')
    expect(failureWords(error).next).toContain('CNTLM')
    expect(failureWords(error).retry).toBe(false)
    expect([proxy.logins, asked.map((each) => each.kinds)]).toEqual([[], [kinds]])
  })

  test('but Basic beside others is taken', async () => {
    const { write, service } = await open({ login: right, challenge: ['Negotiate', 'Basic realm="a"'] }, [
      right,
    ])
    await write()
    expect(service.requests).toHaveLength(1)
  })
})
