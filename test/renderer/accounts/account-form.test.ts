import { expect, test } from 'vitest'
import { AccountForm } from '../../../src/renderer/accounts/account-form.svelte.ts'

const key = 'k'.repeat(40)

function filled(part: Partial<Pick<AccountForm, 'baseUrl' | 'key' | 'userId' | 'name'>> = {}): AccountForm {
  return Object.assign(new AccountForm(null), {
    name: ' Автосалон ',
    baseUrl: 'https://service.example/api/',
    userId: ' 42 ',
    key: ` ${key} `,
    ...part,
  })
}

test('a key travels in the clear only to this computer', () => {
  expect(filled({ baseUrl: 'http://service.example' }).problems).toEqual(['address-insecure'])
  expect(filled({ baseUrl: 'http://localhost.example' }).problems).toEqual(['address-insecure'])
  expect(filled({ baseUrl: 'file:///etc' }).problems).toEqual(['address-insecure'])
  expect(filled({ baseUrl: 'https://me:secret@service.example' }).problems).toEqual(['address'])
  for (const host of ['127.0.0.1:8787', 'localhost', '[::1]:80']) {
    expect(filled({ baseUrl: `http://${host}` }).problems).toEqual([])
  }
})

test('a new account begins with an address that is allowed, and a saved one is never moved', () => {
  const only = ['https://one.example', 'https://two.example']
  const fresh = new AccountForm(null)
  fresh.allow(only)
  expect(fresh.baseUrl).toBe('https://one.example')
  fresh.baseUrl = 'https://two.example'
  fresh.allow(only)
  expect(fresh.baseUrl).toBe('https://two.example')
  const saved = new AccountForm({
    id: 'a1',
    name: 'Dealer',
    kind: 'service',
    baseUrl: 'https://old.example',
    userId: 42,
    readAuth: 'query',
    keyState: 'stored',
    isAllowed: false,
  })
  saved.allow(only)
  expect(saved.draft.baseUrl).toBe('https://old.example')
})

test.each(['developers.ria.com', 'service.example:443/api', 'service.example/api'])(
  '%s lacks its https, which is said',
  (baseUrl) => {
    expect(filled({ baseUrl }).problems).toEqual(['address-scheme'])
  },
)

test('each wrong field is named', () => {
  expect(filled({ name: ' ', baseUrl: 'service', userId: '4x', key: 'short' }).problems).toEqual([
    'name',
    'address',
    'user-id',
    'key-length',
  ])
  expect(filled({ key: 'ключ'.repeat(10) }).problems).toEqual(['key-characters'])
  expect(filled({ key: '' }).problems).toEqual([])
})

test('the typed key is gone once it was saved, and stays for another try when it was not', async () => {
  const form = filled()
  expect(await form.submit(() => Promise.resolve({ id: 'a1', saved: false }))).toBeNull()
  expect(form.key.trim()).toBe(key)
  // The account exists by now: the second try changes it.
  expect(form.draft.id).toBe('a1')
  const given: string[] = []
  const save = (_draft: unknown, typed: string) => {
    given.push(typed)
    return Promise.resolve({ id: 'a1', saved: true })
  }
  expect(await form.submit(save)).toBe('a1')
  expect(given).toEqual([key])
  expect(form.key).toBe('')
})
