import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { launchHost } from '../host/launch.ts'
import { isWhole } from './app.ts'
import { bootMutants, mutantGroups } from './boot/boot-mutants.ts'

const root = join(import.meta.dirname, '../..')
const register = new URL('boot/register.ts', import.meta.url).href

/** On the second screen, when it had more pixels. */
const lastPlace = { x: 40, y: 900, width: 1900, height: 1000, maximized: true }

/** Starts the built main with the recording `electron` and answers what it found set up. */
async function boot(
  env: NodeJS.ProcessEnv = {},
): Promise<{ report: Record<string, unknown>; dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-boot-'))
  writeFileSync(
    join(dataDir, 'settings.json'),
    JSON.stringify({ window: lastPlace, preferences: { theme: 'dark' } }),
  )
  const child = fork(join(root, 'out/main/index.cjs'), [], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', register],
    env: { ...process.env, FORECOURT_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (chunk) => (said += String(chunk)))
  const ended = once(child, 'exit').then(() => {
    throw new Error(`main ended without a report: ${said}`)
  })
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [Record<string, unknown>]
  ended.catch(() => undefined)
  await Promise.allSettled([ended])
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  return { report, dataDir }
}

const expected = (dataDir: string): Record<string, unknown> => ({
  order: [
    'sessionData chromium',
    `lock in ${dataDir}`,
    'sandbox',
    'schemes',
    'permission request',
    'permission check',
    'device permission',
    'window',
  ],
  schemes: [
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    { scheme: 'photo', privileges: { standard: true, secure: true } },
  ],
  protocols: ['app', 'file', 'ftp', 'http', 'https', 'photo'],
  refused: ['http://127.0.0.1/', 'https://example.com/', 'file:///etc/passwd', 'ftp://example.com/'],
  identity: ['com.forecourt.app'],
  switches: ['remote-debugging-port', 'disable-web-security', 'lang'],
  headers: {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' photo:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types svelte-trusted-html',
    ].join('; '),
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
  photoHeaders: {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  },
  reportsEnvironment: false,
  windows: [
    {
      show: false,
      place: { x: 20, y: 760, width: 1900, height: 1000, minWidth: 800, minHeight: 560 },
      webPreferences: {
        preload: 'out/preload/index.cjs',
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    },
  ],
  session: {
    requestGrants: [],
    checkGrants: [],
    clipboardWrite: [true, false],
    device: false,
    spellChecker: false,
  },
  contents: {
    goesTo: ['app://forecourt/index.html'],
    opens: [],
    webview: false,
    asked: ['Open a page of example.com in the browser?'],
    external: ['https://example.com/', 'https://example.com/'],
  },
  bridge: {
    'our page': 'answered',
    'another window': 'forbidden',
    'a frame inside': 'forbidden',
    'another origin': 'forbidden',
    'a frame that is gone': 'forbidden',
  },
  channels: ['forecourt:call', 'forecourt:cancel'],
  shown: ['maximize', 'show'],
  endsBy: ['SIGTERM', 'SIGINT', 'SIGHUP', 'shutdown', 'session-end'],
  told: ['child-process-gone', 'unresponsive'],
  theme: 'dark',
  shownAgain: ['restore', 'focus'],
  opened: ['file-missing', 'forecourt:guide', 'forecourt:orders'],
  loaded: ['app://forecourt/index.html', 'app://forecourt/page-ended.html'],
  placeSaved: true,
})

/** What is other in an installed app: its script stands among the arguments of a start, for a file. */
const packaged = {
  switches: ['lang'],
  opened: ['index.cjs', 'file-missing', 'forecourt:guide', 'forecourt:orders'],
}

test('the built app starts with every lock', async () => {
  const { report, dataDir } = await boot({ BOOT_QUIT: '1' })
  expect(report).toEqual(expected(dataDir))
})

test('a packaged app shows its own page, whatever ELECTRON_RENDERER_URL says', async () => {
  const env = { ELECTRON_RENDERER_URL: 'http://localhost:5173' }
  const { report, dataDir } = await boot({ ...env, BOOT_PACKAGED: '1', BOOT_QUIT: '1' })
  expect(report).toEqual({ ...expected(dataDir), ...packaged })
  expect((await boot(env)).report.loaded).toEqual([
    'http://localhost:5173/',
    'app://forecourt/page-ended.html',
  ])
})

test('what an administrator decided holds from the start: the data folder, and whose pages open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-decided-'))
  const path = join(folder, 'policy.json')
  const dataFolder = join(folder, 'data')
  writeFileSync(path, JSON.stringify({ dataFolder, linkHosts: ['Example.com'] }), { mode: 0o600 })
  const { report } = await boot({ FORECOURT_POLICY_FILE: path })
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  expect(report.order).toContain(`lock in ${dataFolder}`)
  expect(report.contents).toMatchObject({
    asked: [],
    external: ['https://example.com/', 'https://example.com/'],
  })
})

test('the app ends also when its settings can no longer be saved', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-ends-'))
  const app = await launchHost({ entry: join(root, 'out/main/index.cjs'), dataDir })
  rmSync(join(dataDir, 'settings.json'), { force: true })
  mkdirSync(join(dataDir, 'settings.json', 'in the way'), { recursive: true })
  expect(await app.end()).toBe(0)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

test('a data folder that depends on the folder of the start is named by the start that refuses it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-relative-'))
  for (const [LANG, told] of [
    ['en_US.UTF-8', 'FORECOURT_DATA_DIR is “~/data”, which is no whole path'],
    ['uk_UA.UTF-8', 'FORECOURT_DATA_DIR містить «~/data», а це не повний шлях'],
  ] as const) {
    const env = { ...process.env, LC_ALL: LANG, LANG, FORECOURT_DATA_DIR: '~/data' }
    await expect(launchHost({ entry: join(root, 'out/main/index.cjs'), dataDir, env })).rejects.toThrow(told)
  }
  expect(existsSync('~')).toBe(false)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

test('the end of the app does not wait for a pipe that came into the place of its settings', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-pipe-'))
  const app = await launchHost({ entry: join(root, 'out/main/index.cjs'), dataDir })
  const path = join(dataDir, 'settings.json')
  rmSync(path)
  execFileSync('mkfifo', [path])
  expect(await app.end()).toBe(0)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

test('a pipe in the place of the log is said, and the start does not wait for it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-pipe-'))
  const path = join(dataDir, 'logs', 'forecourt.log')
  mkdirSync(join(dataDir, 'logs'))
  execFileSync('mkfifo', [path])
  await expect(launchHost({ entry: join(root, 'out/main/index.cjs'), dataDir })).rejects.toThrow(
    `${path} is a pipe or a device`,
  )
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

test('a page that does not load is replaced by one that says so, and the window is shown', async () => {
  const { report } = await boot({ BOOT_SHOWN: 'failed' })
  expect(report.shown).toEqual(['maximize', 'show'])
  expect(report.loaded).toEqual(['app://forecourt/index.html', 'app://forecourt/page-failed.html'])
})

/** `npm run test:window` shows that what stands above catches each. */
const planted = isWhole ? mutantGroups() : []
for (const names of planted)
  test(`caught: ${names.join(', ')}`, async () => {
    const mutants = names.flatMap((name) => bootMutants[name] ?? [])
    const seenIn = mutants.flatMap((mutant) => mutant.seenIn)
    const inPackage = mutants.some((mutant) => mutant.inPackage)
    const { report, dataDir } = await boot({
      BOOT_MUTANTS: names.join('|'),
      ...(seenIn.includes('placeSaved') && { BOOT_QUIT: '1' }),
      ...(inPackage && { BOOT_PACKAGED: '1' }),
    })
    const right: Record<string, unknown> = { ...expected(dataDir), ...(inPackage && packaged) }
    const wrong = Object.keys(report).filter((part) => !isSame(report[part], right[part]))
    expect(wrong.sort()).toEqual(seenIn.sort())
  })

function isSame(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}
