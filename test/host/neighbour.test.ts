import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { Door } from './fixtures/door.ts'
import { browser, openPage, page, run } from './fixtures/open-page.ts'
import { folderOfTest } from '../folders.ts'

openPage()

/** Another program of this machine, on a port of its own, that keeps all that it is sent. */
async function neighbour(body = ''): Promise<{ origin: string; heard: string[] }> {
  const heard: string[] = []
  const keep = ({ method, url, rawHeaders }: IncomingMessage): number =>
    heard.push(`${method ?? ''} ${url ?? ''}\n${rawHeaders.join('\n')}`)
  const server = createServer((request, response) => {
    keep(request)
    const allowed = { 'access-control-allow-origin': '*', 'set-cookie': 'neighbour=1' }
    response.writeHead(200, { 'content-type': 'text/html', ...allowed }).end(body)
  })
  new WebSocketServer({ server }).on('connection', (_socket, request) => keep(request))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

/** What opens the window: the path and the key of its tab. */
async function secrets(): Promise<{ base: string; key: string }> {
  const key = await page.evaluate(() => sessionStorage.getItem('forecourt-window-key'))
  const base = new URL(page.url()).pathname.split('/')[1] ?? ''
  expect([base, key]).toEqual([
    expect.stringMatching(/^[\da-f]{64}$/),
    expect.stringMatching(/^[\da-f]{64}$/),
  ])
  return { base, key: key ?? '' }
}

test('what the page loads from another port carries nothing that opens the window', async () => {
  const { origin, heard } = await neighbour()
  await page.evaluate(() => void (location.href = '/loose.html'))
  await page.waitForURL(/loose\.html$/)
  await page.evaluate(async (other) => {
    const frame = document.createElement('iframe')
    frame.src = `${other}/frame`
    document.body.append(frame)
    const socket = new WebSocket(`${other.replace('http', 'ws')}/socket`)
    const image = new Image()
    image.src = `${other}/image`
    const settled = [frame, socket, image].map(
      (target) =>
        new Promise((resolve) =>
          ['load', 'error', 'open'].forEach((name) => target.addEventListener(name, resolve)),
        ),
    )
    await fetch(`${other}/fetch`, { credentials: 'include', mode: 'no-cors' })
    await fetch(`${other}/cors`)
    await Promise.all(settled)
  }, origin)
  const { base, key } = await secrets()
  const urls = heard.map((request) => request.split(/[ \n]/)[1])
  expect(urls.sort()).toEqual(['/cors', '/fetch', '/frame', '/image', '/socket'])
  const all = heard.join('\n')
  expect([base, key].filter((secret) => all.includes(secret))).toEqual([])
  expect(all).not.toMatch(/cookie/i)
  expect(await page.context().cookies(page.url())).toEqual([])
})

test('a page that lets its own path out keeps the key', async () => {
  const { origin, heard } = await neighbour()
  await page.evaluate(async (other) => {
    const image = new Image()
    image.referrerPolicy = 'unsafe-url'
    image.src = other
    await new Promise((resolve) => (image.onerror = resolve))
  }, origin)
  const { base, key } = await secrets()
  expect(heard.join('\n')).toContain(base)
  expect(heard.join('\n')).not.toContain(key)
  const { host } = new URL(page.url())
  const door = new Door(`http://${host}/`)
  const { wire } = await door.open(`/${base}`)
  expect(await door.socket(wire, undefined, { origin: door.origin })).toBe(403)
})

test('a page of another port gets nothing of ours, even if it knows the host', async () => {
  const { host, port } = new URL(page.url())
  const { origin } = await neighbour()
  const stranger = await page.context().newPage()
  const statuses: number[] = []
  stranger.on('response', (response) => {
    if (!response.url().startsWith(origin)) statuses.push(response.status())
  })
  await stranger.goto(origin)
  const opened = await stranger.evaluate(
    async (hosts) => {
      const sockets = hosts.map(
        (name) =>
          new Promise((resolve) => {
            const socket = new WebSocket(`ws://${name}/.host/x/wire`)
            socket.onopen = () => resolve(name)
            socket.onerror = () => resolve('refused')
          }),
      )
      const loads = hosts.map(async (name) => {
        const frame = document.createElement('iframe')
        frame.src = `http://${name}/index.html`
        document.body.append(frame)
        await new Promise((resolve) => (frame.onload = resolve))
        await fetch(`http://${name}/index.html`, { mode: 'no-cors', credentials: 'include' })
      })
      await Promise.all(loads)
      return Promise.all(sockets)
    },
    [host, `127.0.0.1:${port}`, `localhost:${port}`],
  )
  expect(opened).toEqual(['refused', 'refused', 'refused'])
  expect(new Set(statuses)).toEqual(new Set([403]))
  await stranger.close()
})

test('a copied address opens no second window, and the first goes on', async () => {
  for (const context of [page.context(), await browser.newContext()]) {
    const second = await context.newPage()
    await second.goto(page.url()).catch(() => undefined)
    await second.getByText('open in another tab').waitFor()
    expect(await second.evaluate(() => 'fixture' in globalThis)).toBe(false)
    await second.close()
  }
  expect(await page.evaluate(() => fixture.invoke('echo', 5))).toBe(5)
  await page.reload()
  expect(await page.evaluate(() => fixture.invoke('echo', 6))).toBe(6)
})

/** What another user of the machine can do: read everybody's arguments, find the port, try every name on it. */
const otherUser = `
// As root it becomes another user only here: that user may not be let into the folder that Node lies in.
if (process.getuid() === 0) {
  process.setgroups([])
  process.setgid(65_534)
  process.setuid(65_534)
}
const { readdirSync, readFileSync } = require('node:fs')
const { request } = require('node:http')
const arguments_ = readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).map((pid) => {
  try { return readFileSync('/proc/' + pid + '/cmdline', 'utf8') } catch { return '' }
})
const ask = (address, host, path) => new Promise((resolve) => {
  request({ host: address, port: PORT, path, headers: host ? { host } : {} }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode))
  }).on('error', () => resolve(0)).end()
})
const asks = ['127.0.0.1', '::1'].flatMap((address) =>
  [undefined, 'localhost:PORT', 'forecourt.localhost:PORT'].flatMap((host) =>
    ['/', '/index.html', '/.host/enter/', '/.host/scheme/picture/one'].map((path) => ask(address, host, path))))
Promise.all(asks).then((statuses) =>
  console.log(JSON.stringify({ uid: process.getuid(), statuses: [...new Set(statuses)], arguments_ })))
`

test.runIf(process.platform === 'linux')(
  'another user of the machine finds the port and nothing else',
  async () => {
    const { base, key } = await secrets()
    const { port, hostname } = new URL(page.url())
    const isRoot = process.getuid?.() === 0
    const child = spawn(process.execPath, ['-e', otherUser.replaceAll('PORT', port)], {
      cwd: '/',
      env: {},
    })
    let told = ''
    child.stdout.on('data', (chunk) => (told += String(chunk)))
    await once(child, 'close')
    const { uid, statuses, arguments_ } = JSON.parse(told) as {
      uid: number
      statuses: number[]
      arguments_: string[]
    }
    expect(uid).toBe(isRoot ? 65_534 : process.getuid?.())
    expect(statuses).toEqual([403])
    const seen = arguments_.join('\n')
    expect(seen).toContain('register.ts')
    const token = new URL(run.app.address).pathname.split('/').at(-1) ?? ''
    expect([base, key, token, hostname].filter((secret) => seen.includes(secret))).toEqual([])
  },
)

test.runIf(process.platform === 'linux')(
  'the browser is given a file of its owner, not the address',
  async () => {
    const folder = folderOfTest()
    const opener = join(folder, 'xdg-open')
    writeFileSync(opener, `#!/bin/sh\nprintf '%s' "$*" > '${folder}/arguments'\n`)
    chmodSync(opener, 0o755)
    const script = new URL('../../scripts/open-address.mjs', import.meta.url).href
    const address = 'http://name.localhost:1/.host/enter/token'
    const program = `
    const { openAddress } = await import(${JSON.stringify(script)})
    openAddress(${JSON.stringify(address)})
    process.stdin.resume()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, PATH: folder + delimiter + (process.env.PATH ?? '') },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    await expect.poll(() => readdirSync(folder)).toContain('arguments')
    const given = (): string => readFileSync(join(folder, 'arguments'), 'utf8')
    await expect.poll(given).toMatch(/^file:\/\/.*\.html$/)
    const file = new URL(given())
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const opened = await browser.newPage()
    const asked = opened.waitForRequest(address)
    await opened.goto(file.href).catch(() => undefined)
    expect((await asked).url()).toBe(address)
    await opened.close()
    child.kill()
    await once(child, 'exit')
  },
)
