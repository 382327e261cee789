import { execFileSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerFile, appAddress, contentSecurityPolicy } from '../../../src/main/shell/app-protocol.ts'

let base: string
let root: string
const ask = (url: string, method = 'GET'): Response => answerFile(root, { url, method })

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'app-protocol-'))
  root = join(base, 'renderer')
  await mkdir(join(root, 'assets'), { recursive: true })
  await writeFile(join(root, 'index.html'), '<!doctype html>')
  await writeFile(join(root, 'assets', 'main.js'), 'let a')
  await writeFile(join(root, 'notes.secret'), 'of no known type')
  await writeFile(join(base, 'outside.js'), 'not ours')
  await mkdir(join(base, 'renderer-old'))
  await writeFile(join(base, 'renderer-old', 'main.js'), 'a neighbour whose name begins like ours')
})
afterAll(() => rm(base, { recursive: true }))

test('serves our files with their type and the policy', async () => {
  const page = ask(appAddress)
  expect(await page.text()).toBe('<!doctype html>')
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
  })
  expect(ask('app://forecourt/assets/main.js?v=1').headers.get('content-type')).toMatch(/javascript/)
})

test('answers while every thread of the pool waits, as for names that no network looks up', async () => {
  const pipe = join(base, 'pipe')
  execFileSync('mkfifo', [pipe])
  const opened = Array.from({ length: 4 }, () => open(pipe, 'r'))
  const waits = Promise.race(opened).then(() => 'the pool is free')
  const answered = Promise.resolve(ask(appAddress)).then((answer) => answer.text())
  expect(await Promise.race([waits, answered])).toBe('<!doctype html>')
  // Who opens a pipe to read waits until somebody opens it to write.
  const writer = openSync(pipe, 'r+')
  for (const file of await Promise.all(opened)) await file.close()
  closeSync(writer)
})

test('the policy begins with nothing, and allows no inline script or style', () => {
  expect(contentSecurityPolicy).toMatch(/^default-src 'none';/)
  expect(contentSecurityPolicy).not.toContain('unsafe')
})

test.each([
  'app://forecourt/../outside.js',
  'app://forecourt/%2e%2e/outside.js',
  'app://forecourt/%2e%2e%2foutside.js',
  'app://forecourt/assets/%2e%2e%2f%2e%2e%2foutside.js',
  'app://forecourt/..%5coutside.js',
  'app://forecourt/%2e%2e%2frenderer-old/main.js',
  'app://forecourt/assets/main.js%00.html',
  'app://forecourt/%E0%A4%A',
  'app://forecourt/notes.secret',
  'app://forecourt/assets',
  'app://forecourt/',
  'app://forecourt/absent.js',
  'app://elsewhere/index.html',
])('%s is not there', async (url) => {
  const answer = ask(url)
  expect([answer.status, await answer.text()]).toEqual([404, ''])
})
