import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { chromium, expect, test } from '@playwright/test'
import { readFuses, readPacked, unpack } from '../../scripts/package/packed.mjs'
import { linkScheme } from '../../src/shared/settings/app-link.ts'
import { chromiumOptions } from '../host/browser.ts'
import { launchHost } from '../host/launch.ts'
import { bringFile, connect, ownIds, readStock, send, startService } from './service.ts'

test.skip(
  process.platform !== 'linux' || process.arch !== 'x64',
  'The folder of other systems has other names.',
)
test.setTimeout(900_000)

const root = resolve(import.meta.dirname, '../..')
const packed = join(root, 'dist/linux-unpacked')
const archive = join(packed, 'resources/app.asar')
let empty: string

test.beforeAll(async () => {
  empty = mkdtempSync(join(tmpdir(), 'forecourt-package-'))
  const child = spawn(process.execPath, [join(root, 'scripts/package/app.mjs')], { cwd: root })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number]>])
  expect([code, said]).toEqual([0, said])
  unpack(archive, join(empty, 'app'))
})

test.afterAll(() => rmSync(empty, { recursive: true, force: true, maxRetries: 3 }))

test('the archive has what is named here and nothing else', () => {
  const { files, unpacked } = readPacked(archive)
  // Parts of the bundle have a hash in their name.
  const named = files.map((name) =>
    name
      .replace(/^out\/main\/chunks\/.*\.cjs$/, 'out/main/chunks/*.cjs')
      .replace(/^out\/renderer\/assets\/.*\.(\w+)$/, 'out/renderer/assets/*.$1'),
  )
  expect([...new Set(named)].sort()).toEqual([
    'node_modules/keytar/LICENSE.md',
    'node_modules/keytar/lib/keytar.js',
    'node_modules/keytar/package.json',
    'node_modules/keytar/prebuilds/linux-x64/keytar.node',
    ...[
      'check-worker',
      'chunks/*',
      'cli',
      'import-worker',
      'index',
      'keychain-child',
      'sandbox-thread',
      'sheet-worker',
    ].map((name) => `out/main/${name}.cjs`),
    'out/preload/index.cjs',
    ...['css', 'js', 'png', 'svg', 'woff2'].map((ending) => `out/renderer/assets/*.${ending}`),
    'out/renderer/index.html',
    'package.json',
    'resources/icons/512x512.png',
  ])
  expect(unpacked).toContain('node_modules/keytar/prebuilds/linux-x64/keytar.node')
  expect(statSync(archive).size).toBeLessThan(20e6)
  const manifest = readFileSync(join(empty, 'app/package.json'), 'utf8')
  const { scripts, devDependencies, dependencies } = JSON.parse(manifest) as Record<string, unknown>
  expect([scripts, devDependencies, Object.keys(dependencies ?? {})]).toEqual([
    undefined,
    undefined,
    ['keytar'],
  ])
})

test('beside it lie the console program, whose work it is and what administrators need, and no app of Electron', () => {
  const resources = join(packed, 'resources')
  expect(readdirSync(resources).sort()).toEqual([
    'NOTICES.txt',
    'app.asar',
    'app.asar.unpacked',
    'cli',
    'forecourt.cdx.json',
    'policies',
  ])
  expect(readdirSync(join(resources, 'policies')).sort()).toEqual([
    'en-US',
    'forecourt.admx',
    'policy.schema.json',
    'uk-UA',
  ])
  const version = execFileSync(join(resources, 'cli/forecourt'), ['--version'], { env: {}, encoding: 'utf8' })
  expect(version.trim()).toBe(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
  )
  const notices = readFileSync(join(resources, 'NOTICES.txt'), 'utf8')
  for (const name of ['@fontsource-variable/inter', 'bits-ui', 'layerchart', 'svelte', 'zod'])
    expect(notices).toContain(`\n${name} `)
  expect(notices).toContain('SIL OPEN FONT LICENSE')
})

test('the fuses are as they were decided', async () => {
  expect(await readFuses(join(packed, 'forecourt'))).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: false,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
  })
})

test('what was packed starts in an empty place and imports', async () => {
  const service = await startService()
  const app = await launchHost({ entry: join(empty, 'app/out/main/index.cjs'), dataDir: join(empty, 'data') })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const window = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await window.goto(app.address)
    await connect(window, service, 'Packed')
    await readStock(window)
    const [id = 0] = await ownIds(service, 1)
    await bringFile(window, {
      name: 'price.csv',
      text: `auto_id,price,currency,action\n${id},12345,USD,edit\n`,
    })
    await send(window, 1)
    await expect
      .poll(async () => (await service.control.advert(id))?.price, { timeout: 180_000 })
      .toBe(12_345)
  } finally {
    await browser.close()
    await app.end()
    await service.close()
  }
})

test('a self-test ends by itself, says whether the packed app works, and keeps nothing', async () => {
  expect(await selfTest(join(empty, 'app'), '--self-test')).toEqual({ code: 0, said: 'works' })
  cpSync(join(empty, 'app'), join(empty, 'broken'), { recursive: true })
  rmSync(join(empty, 'broken/out/renderer/index.html'))
  const { code, said } = await selfTest(join(empty, 'broken'), '--self-test=3')
  expect([code, said]).toEqual([1, expect.stringMatching(/^failed: /)])
  expect(existsSync(join(empty, 'untouched'))).toBe(false)
})

/** Starts the app at a place with its window, and waits for its own end. */
async function selfTest(
  place: string,
  argument: string,
): Promise<{ code: number | null; said: string | undefined }> {
  const app = await launchHost({
    entry: join(place, 'out/main/index.cjs'),
    dataDir: join(empty, 'untouched'),
    args: [argument],
    env: { ...process.env, TMPDIR: mkdtempSync(join(empty, 'tmp-')) },
  })
  const ended = once(app.process, 'close') as Promise<[number | null]>
  const browser = await chromium.launch(chromiumOptions)
  try {
    const window = await browser.newPage()
    // It may have ended before the page is whole.
    await window.goto(app.address).catch(() => undefined)
    const [code] = await ended
    const said = app.output.flatMap((line) => /^Forecourt self-test: (.*)$/.exec(line)?.[1] ?? [])
    return { code, said: said[0] }
  } finally {
    await browser.close()
    await app.end()
  }
}

test('the deb is installed, starts the console program by its name, and leaves nothing behind', () => {
  execFileSync(process.execPath, [join(root, 'scripts/package/deb.mjs'), 'none'], { stdio: 'ignore' })
  const deb = join(
    root,
    'dist',
    readdirSync(join(root, 'dist')).find((name) => name.endsWith('_amd64.deb')) ?? '',
  )
  const field = (name: string) =>
    execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim()
  expect([field('Package'), field('Architecture')]).toEqual(['forecourt', 'amd64'])
  expect(field('Depends')).toContain('libsecret-1-0')
  const owners = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .trim()
    .split('\n')
  expect(owners.filter((line) => !/^\S+ root\/root /.test(line))).toEqual([])
  expect(owners.filter((line) => /^[^l].{4}w|^[^l].{7}w/.test(line))).toEqual([])

  const system = join(empty, 'system')
  mkdirSync(join(system, 'var/lib/dpkg/info'), { recursive: true })
  mkdirSync(join(system, 'var/lib/dpkg/updates'))
  writeFileSync(join(system, 'var/lib/dpkg/status'), '')
  // A parser that knows the form of our profile.
  const bin = join(empty, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'apparmor_parser'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const dpkg = (...args: string[]) =>
    execFileSync(
      'dpkg',
      [
        `--root=${system}`,
        '--force-depends',
        '--force-script-chrootless',
        '--force-not-root',
        '--force-bad-path',
        ...args,
      ],
      { stdio: 'ignore', env: { ...process.env, PATH: `${bin}:/usr/sbin:/usr/bin:/sbin:/bin` } },
    )
  dpkg('--install', deb)
  expect(readlinkSync(join(system, 'usr/bin/forecourt'))).toBe('/opt/Forecourt/resources/cli/forecourt')
  const started = execFileSync(join(system, 'opt/Forecourt/resources/cli/forecourt'), ['--version'], {
    encoding: 'utf8',
  })
  expect(started).toMatch(/^\d+\.\d+\.\d+\n$/)
  const entry = readFileSync(join(system, 'usr/share/applications/forecourt.desktop'), 'utf8')
  const [, program = ''] = /^Exec=(\S+) %U$/m.exec(entry) ?? []
  expect(statSync(join(system, program)).mode & 0o111).toBe(0o111)
  expect(entry).toMatch(/^MimeType=text\/csv;.*spreadsheetml\.sheet;/m)
  expect(entry).toContain(`;x-scheme-handler/${linkScheme};\n`)
  const profile = join(system, 'etc/apparmor.d/forecourt')
  expect(readFileSync(profile, 'utf8')).toContain(`"${program}"`)

  dpkg('--purge', 'forecourt')
  expect(
    [profile, join(system, 'opt/Forecourt'), join(system, 'usr/bin/forecourt')].filter((path) =>
      existsSync(path),
    ),
  ).toEqual([])
})
