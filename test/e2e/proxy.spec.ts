import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { privateAuthority } from '../main/http/certificates.ts'
import { openProxy } from '../main/http/proxy-server.ts'
import { expect, test, wholeTest } from './app.ts'
import { goTo, startService, type Service } from './service.ts'

test.use({ start: 'later' })

const password = 'kalyna-7f3e9a51c2'
const login = `DEALER\\anna:${password}`
/** What a trace of the login has: its password, or the middle of what base64 makes of it. */
const traces = [password, Buffer.from(login).toString('base64').slice(4, -6)]
const tracesIn = (text: string): string[] => traces.filter((trace) => text.includes(trace))

const host = 'service.test'

/** The service behind TLS, as it is at its address, which only the proxy reaches. */
async function behindTls(service: Service, authority: ReturnType<typeof privateAuthority>) {
  const { port } = new URL(service.baseUrl)
  const server = createServer(authority.issue(host), (socket) => {
    const onward = connect(Number(port), '127.0.0.1')
    for (const end of [socket, onward]) end.on('error', () => undefined)
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

async function connectTo(window: Page, service: Service): Promise<void> {
  await goTo(window, 'Settings')
  await window.getByRole('button', { name: 'Add an account' }).click()
  await window.getByLabel('Name', { exact: true }).fill('Kalyna')
  await window.getByLabel('Service address').fill(`https://${host}`)
  await window.getByLabel('User id').fill(String(service.userId))
  await window.getByLabel('API key', { exact: true }).fill(service.key)
  await window.getByRole('button', { name: 'Save and test' }).click()
}

/** A request to the service, which goes by the proxy. */
async function askForOrders(window: Page): Promise<void> {
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click({ timeout: 10_000 })
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

test('a proxy that asks for a login: who asks is told, a wrong one beside its field, and a right one is kept in the keychain alone', async ({
  app,
}) => {
  const service = await startService(20)
  const authority = privateAuthority('Dealer')
  const front = await behindTls(service, authority)
  const proxy = await openProxy(front.port, { login })
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-proxy-'))
  writeFileSync(join(folder, 'ca.pem'), authority.cert)
  const env = {
    HTTPS_PROXY: `http://${proxy.pac.split(' ')[1]?.replace(';', '') ?? ''}`,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  }
  const window = await app.restart({ env })
  const spoken: string[] = []
  window.on('console', (message) => spoken.push(message.text()))

  await connectTo(window, service)
  const dialog = window.getByRole('dialog', { name: 'Log in to the proxy' })
  await expect(dialog).toContainText(new URL(env.HTTPS_PROXY).host)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(/Enter both/)
  await dialog.getByLabel('Name').fill('DEALER\\anna')
  await dialog.getByLabel('Password').fill('wrong-one')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(/refused this login/)
  expect(proxy.logins).toEqual(['DEALER\\anna:wrong-one'])
  await dialog.getByLabel('Password').fill(password)
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription('')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog).toBeHidden()
  expect(proxy.logins).toEqual(['DEALER\\anna:wrong-one', login])

  await window.getByRole('button', { name: 'Save and test' }).click()
  await expect(window.getByText(/The service answered in/)).toBeVisible()
  const section = window.getByRole('region', { name: 'Proxy' })
  await expect(section).toContainText('Logged in')

  // Another start finds it in the keychain, and asks nobody.
  const after = await app.restart({ env })
  await goTo(after, 'Settings')
  await after.getByRole('button', { name: 'Use the account Kalyna' }).click()
  await expect(after.getByRole('banner').getByText('Kalyna')).toBeVisible()
  await askForOrders(after)
  await goTo(after, 'Settings')
  await expect(after.getByRole('region', { name: 'Proxy' })).toContainText('Logged in')
  await expect(after.getByRole('dialog')).toBeHidden()
  expect(new Set(proxy.logins.slice(1))).toEqual(new Set([login]))

  await after.getByRole('button', { name: 'Save support file…' }).click()
  const support = after.getByRole('dialog', { name: 'Support file' })
  await expect(support.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  expect(tracesIn(await after.content())).toEqual([])
  expect(tracesIn(spoken.join('\n'))).toEqual([])
  const files = filesUnder(app.dataDir)
  expect(files.some((path) => path.endsWith('forecourt.log'))).toBe(true)
  expect(files.filter((path) => tracesIn(readFileSync(path, 'latin1')).length > 0)).toEqual([])
  await support.getByRole('button', { name: 'Close' }).click()

  proxy.close()
  front.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

wholeTest('a proxy that takes no Basic: what it asks for, and the way round', async ({ app }) => {
  const proxy = await openProxy(1, { login, challenge: ['Negotiate', 'NTLM'] })
  const window = await app.restart({
    env: { HTTPS_PROXY: `http://${proxy.pac.split(' ')[1]?.replace(';', '') ?? ''}` },
  })
  const service = await startService(20)
  await connectTo(window, service)
  await expect(window.getByText(/CNTLM/).first()).toBeVisible()
  await goTo(window, 'Settings')
  await expect(window.getByRole('region', { name: 'Proxy' })).toContainText('Asks for Negotiate, NTLM')
  expect(proxy.logins).toEqual([])
  proxy.close()
  await service.close()
})
