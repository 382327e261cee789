import { expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { checkedBaseUrl } from '../../../src/main/accounts/base-address.ts'

test.each([
  ['https://api.example.test', 'https://api.example.test'],
  ['  https://api.example.test/  ', 'https://api.example.test'],
  ['https://API.Example.test:443/v1//', 'https://api.example.test/v1'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ['http://127.1:8787/', 'http://127.0.0.1:8787'],
  ['http://localhost:8787/api/', 'http://localhost:8787/api'],
  ['http://[::1]:8787', 'http://[::1]:8787'],
])('takes %j as %s', (given, kept) => {
  expect(checkedBaseUrl(given)).toBe(kept)
})

test.each([
  ['', 'form'],
  ['api.example.test', 'form'],
  ['https://', 'form'],
  ['ftp://api.example.test', 'scheme'],
  ['file://host/etc/passwd', 'scheme'],
  ['http://api.example.test', 'https'],
  ['http://192.168.0.10:8787', 'https'],
  ['http://127.0.0.1.example.test', 'https'],
  ['http://localhost.example.test', 'https'],
  ['https://me:secret@api.example.test', 'credentials'],
  ['https://api.example.test/?api_key=1', 'query'],
  ['https://api.example.test?', 'query'],
  ['https://api.example.test/#top', 'query'],
])('refuses %j: %s', (given, reason) => {
  expect(() => checkedBaseUrl(given)).toThrow(
    expect.objectContaining({ code: 'account-address', details: { reason } }),
  )
})

test('does not repeat a password in the refusal', () => {
  try {
    checkedBaseUrl('https://me:secret@api.example.test')
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(Fault)
    expect(JSON.stringify(error) + String(error)).not.toContain('secret')
  }
})
