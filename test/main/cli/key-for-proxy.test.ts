import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startProxy } from '../http/local-proxy.ts'
import { startPrivateKeyring, type PrivateKeyring } from '../keychain/private-keyring.ts'
import { runHere } from './run-here.ts'
import { folderOfTest } from '../../folders.ts'

const password = 'kalyna-Пароль-4711'
const login = `DEALER\\anna:${password}`

it(
  'a proxy’s login comes by standard input, is tried once, and goes when it is refused',
  { timeout: 240_000 },
  async () => {
    const keyring: PrivateKeyring = await startPrivateKeyring()
    const dataDir = folderOfTest()
    onTestFinished(() => keyring.stop())
    const proxy = await startProxy(1, { login: 'somebody:else' })
    const address = `http://${proxy.pac.split(' ')[1]?.replace(';', '') ?? ''}`
    const { host } = new URL(address)
    const env = {
      ...keyring.env,
      HTTPS_PROXY: address,
      NO_PROXY: '',
      FORECOURT_DATA_DIR: dataDir,
      FORECOURT_BASE_URL: 'https://service.invalid',
      FORECOURT_USER_ID: '1',
      FORECOURT_API_KEY: 'k'.repeat(40),
      LC_ALL: 'C.UTF-8',
    }
    const key = (action: string, input: string | Buffer = '') =>
      runHere(env, input, 'key', action, '--for-proxy', address)

    const missing = await runHere(env, '', 'states')
    expect([missing.code, missing.err]).toEqual([
      2,
      expect.stringContaining(`key set --for-proxy ${host} < login.txt`),
    ])
    const wrongForm = await key('set', 'nonsense')
    expect([wrongForm.code, wrongForm.err]).toEqual([2, expect.stringContaining('This is not a login')])
    // As PowerShell of Windows writes a file.
    expect(await key('set', Buffer.from(`\ufeff${login}\r\n`, 'utf16le'))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The login of .* is in the keychain\.\n$/) as string,
    })
    expect(proxy.logins).toEqual([])

    const refused = await runHere(env, '', 'states')
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(`${host} refused the login`)])
    expect(proxy.logins).toEqual([login])
    expect(await key('status')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^No login is saved/) as string,
    })
    await runHere(env, '', 'states')
    expect(proxy.logins).toHaveLength(1)

    const kept = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    const said = [missing, wrongForm, refused].map(({ out, err }) => out + err)
    for (const trace of ['kalyna', Buffer.from(login).toString('base64')])
      expect([...kept, ...said].filter((each) => each.includes(trace))).toEqual([])
  },
)

it('a proxy that says no is named by what asks the service and by what fetches a table', async () => {
  const dataDir = folderOfTest()
  const proxy = await startProxy(1, { refuse: true })
  const host = proxy.pac.split(' ')[1]?.replace(';', '') ?? ''
  const env = {
    HTTPS_PROXY: `http://anna:${encodeURIComponent(password)}@${host}`,
    NO_PROXY: '',
    FORECOURT_DATA_DIR: dataDir,
    FORECOURT_BASE_URL: 'https://service.invalid',
    FORECOURT_USER_ID: '1',
    FORECOURT_API_KEY: 'k'.repeat(40),
    LC_ALL: 'C.UTF-8',
  }
  const asked = await runHere(env, '', 'states')
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining(`The proxy ${host} did not let`)])
  const fetched = await runHere(env, '', 'watch', '--url', 'https://feed.invalid/a.csv', '--once')
  expect([fetched.code, fetched.err]).toEqual([1, expect.stringContaining(`through the proxy ${host}.`)])
  for (const { out, err } of [asked, fetched]) expect(out + err).not.toMatch(/anna|kalyna|kkkk/)
}, 120_000)
