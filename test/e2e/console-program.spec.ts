import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { packFolder } from '../../scripts/package/archive.mjs'
import { packProgram, programFiles, writeProgram } from '../../scripts/package/console-program.mjs'
import { forms, type Target } from '../../scripts/package/forms.mjs'
import { ownIds, startService, type Service } from './service.ts'

test.skip(process.platform === 'win32', 'The program of Windows has another launcher.')

const target = `${process.platform}-${process.arch}` as Target
const top = `forecourt-cli-${target}`
/** Root could write to a folder that is read-only, so the program runs as somebody else then. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined
const lower =
  nobody === undefined ? [] : ['/usr/bin/setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']

let place: string
let archive: string
let program: string
let forecourt: string
let service: Service
let before: string[]
type Running = ChildProcessWithoutNullStreams
const running = new Set<Running>()

/** A folder of the person who runs the program. */
function ownFolder(name: string): string {
  const folder = join(place, name)
  mkdirSync(folder)
  if (nobody !== undefined) chownSync(folder, nobody, nobody)
  return folder
}

/** What is in a folder: names, rights, times and contents; of Node's binary its size. */
const contents = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { mode, mtimeMs, size } = lstatSync(join(folder, name))
      return [name, mode, mtimeMs, size].join(' ')
    })

test.beforeAll(async () => {
  // Not in the folder of the test run, which only its own user may enter and from which nothing may be started.
  place = mkdtempSync('/tmp/forecourt-console-')
  archive = join(place, `${top}.tar.gz`)
  chmodSync(place, 0o755)
  program = join(place, 'Програми та інше', top)
  forecourt = join(program, 'forecourt')
  writeProgram(target, join(place, top))
  // To pack Node's binary would only take its time: it comes to the others when they are unpacked.
  renameSync(join(place, top, 'node'), join(place, 'node'))
  await packFolder(join(place, top), archive)
  mkdirSync(join(place, 'Програми та інше'))
  execFileSync('tar', ['-xzf', archive, '-C', join(place, 'Програми та інше')])
  renameSync(join(place, 'node'), join(program, 'node'))
  execFileSync('chmod', ['-R', 'a-w', program])
  before = contents(program)
  service = await startService(80)
})

test.afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await service.close()
  // Nobody who ran it changed it.
  expect(contents(program)).toEqual(before)
  execFileSync('chmod', ['-R', 'u+w', program])
  rmSync(place, { recursive: true, force: true, maxRetries: 3 })
})

/** An environment that has nothing but the account and where the data lies. */
const account = (dataDir: string): NodeJS.ProcessEnv => ({
  FORECOURT_DATA_DIR: dataDir,
  FORECOURT_BASE_URL: service.baseUrl,
  FORECOURT_USER_ID: String(service.userId),
  FORECOURT_API_KEY: service.key,
})

/** Starts a command, by default the program itself, as a person who may change nothing of it. */
function start(words: readonly string[], env: NodeJS.ProcessEnv, command = forecourt): Running {
  const [first = '', ...args] = [...lower, command, ...words]
  const child = spawn(first, args, { env, cwd: '/' })
  running.add(child)
  child.on('close', () => running.delete(child))
  return child
}

/** Runs it to its end. The service is in this process, so nothing may be waited for in one piece. */
async function ended(child: Running, input = '') {
  child.stdin.end(input)
  const closed = once(child, 'close') as Promise<[number | null, string | null]>
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code, signal] = await closed
  return { out, err, code, signal }
}

const prices = (ids: readonly number[], price: number): string =>
  ['auto_id,price,currency,action', ...ids.map((id) => `${id},${price},USD,edit`), ''].join('\n')

test('the same build is packed into the same bytes, whatever the umask and the time', async () => {
  const umask = process.umask(0o077)
  try {
    const folder = join(place, 'other', top)
    writeProgram(target, folder)
    rmSync(join(folder, 'node'))
    await packFolder(folder, join(place, 'other.tar.gz'))
  } finally {
    process.umask(umask)
  }
  expect(readFileSync(join(place, 'other.tar.gz')).equals(readFileSync(archive))).toBe(true)
  const listed = execFileSync('tar', ['-tvzf', archive], { encoding: 'utf8' })
  expect(listed).toMatch(/^-rwxr-xr-x .*\/forecourt$/m)
  expect(listed).toMatch(/^-rw-r--r-- .*\/app\/cli\.cjs$/m)
})

test('a program that can’t be written whole leaves the one before', () => {
  const folder = join(place, top)
  const written = contents(folder)
  // There is no Node.js of Windows on this computer.
  expect(() => writeProgram('win32-x64', folder)).toThrow('ENOENT')
  expect(contents(folder)).toEqual(written)
})

test('a Node.js that is not the published one is not packed', () => {
  const laid = resolve('dist/node-linux-arm64')
  mkdirSync(resolve('dist'), { recursive: true })
  try {
    writeFileSync(laid, 'no program')
    expect(() => packProgram('linux-arm64', join(place, 'arm'))).toThrow(
      /node-checksums\.json.*linux-arm64.*nodejs\.org/,
    )
  } finally {
    rmSync(laid, { force: true })
  }
})

test('the programs of all systems differ by their launcher, their Node and their keychain alone', () => {
  const all = Object.keys(forms) as Target[]
  const own = /^(?:forecourt(?:\.cmd)?|node(?:\.exe)?|app\/node_modules\/keytar\/prebuilds\/.*)$/
  const names = (of: Target) => programFiles(of).map(({ name }) => name)
  const common = (of: Target) => names(of).filter((name) => !own.test(name))
  for (const each of all) expect(common(each)).toEqual(common('linux-x64'))
  const prebuild = (system: string) => `app/node_modules/keytar/prebuilds/${system}/keytar.node`
  expect(all.map((each) => names(each).filter((name) => own.test(name)))).toEqual([
    [prebuild('linux-x64'), 'forecourt', 'node'],
    [prebuild('linux-arm64'), 'forecourt', 'node'],
    [prebuild('darwin-arm64'), prebuild('darwin-x64'), 'forecourt', 'node'],
    [prebuild('darwin-arm64'), prebuild('darwin-x64'), 'forecourt', 'node'],
    [prebuild('win32-x64'), 'forecourt.cmd', 'node.exe'],
    [prebuild('win32-arm64'), 'forecourt.cmd', 'node.exe'],
  ])
  expect(common('linux-x64')).not.toContain('app/index.cjs')
  for (const child of ['keychain-child', 'import-worker', 'sandbox-thread'])
    expect(common('linux-x64')).toContain(`app/${child}.cjs`)
  const batch = programFiles('win32-x64').find(({ name }) => name === 'forecourt.cmd')?.text ?? ''
  expect(batch.split('\r\n').join('')).not.toContain('\n')
})

test('its bill of materials and its notices name all that is in it', () => {
  const bill = JSON.parse(readFileSync(join(program, 'forecourt-cli.cdx.json'), 'utf8')) as {
    bomFormat: string
    components: { name: string; version: string; purl: string; licenses: unknown[] }[]
  }
  const notices = readFileSync(join(program, 'NOTICES.txt'), 'utf8')
  expect(bill.bomFormat).toBe('CycloneDX')
  const names = bill.components.map(({ name }) => name)
  for (const name of ['commander', 'keytar', 'node', 'undici', 'zod']) expect(names).toContain(name)
  expect(names).not.toContain('vite')
  for (const { purl, version, licenses } of bill.components) {
    expect([purl, licenses.length]).toEqual([purl, 1])
    expect(notices).toContain(
      `${decodeURIComponent(purl.slice('pkg:npm/'.length)).replace(/@[^@]*$/, '')} ${version}`,
    )
  }
  expect(notices).toContain('The MIT License')
})

test('imports for somebody who has no home, no display and no PATH, and two do so at once', async () => {
  const data = ownFolder('дані')
  const ids = await ownIds(service, 8)
  const halves = [ids.slice(0, 4), ids.slice(4)]
  const imports = (some: readonly number[], at: number) => {
    const file = join(place, `ціни за тиждень ${at}.csv`)
    writeFileSync(file, prices(some, 11_111 + at))
    return ended(start(['import', file, '--commit', '--yes', '--json'], account(data)))
  }
  const results = await Promise.all(halves.map(imports))
  expect(results.map(({ code }) => code)).toContain(0)
  // One sends at a time: the other one may have to be asked again, and says so.
  for (const [at, { code, err }] of results.entries()) {
    if (code === 0) continue
    expect([code, err]).toEqual([2, expect.stringMatching(/sending/)])
    expect((await imports(halves[at] ?? [], at)).code).toBe(0)
  }
  const adverts = await Promise.all(ids.map((id) => service.control.advert(id)))
  expect(adverts.map((advert) => advert?.price)).toEqual(ids.map((_id, at) => (at < 4 ? 11_111 : 11_112)))
})

test('a megabyte of JSON reaches a slow reader whole', async () => {
  const data = ownFolder('large')
  const file = join(place, 'large.csv')
  const rows = 8_000
  writeFileSync(
    file,
    prices(
      Array.from({ length: rows }, (_, at) => 39_000_000 + at),
      -1,
    ),
  )
  const child = start(['import', file, '--json'], account(data))
  child.stderr.resume()
  let read = ''
  for await (const part of child.stdout as AsyncIterable<Buffer>) {
    read += part.toString('latin1')
    if (read.length < 4e5) await wait(10)
  }
  expect(read.length).toBeGreaterThan(1e6)
  expect((JSON.parse(read) as { rows: unknown[] }).rows).toHaveLength(rows)
})

test('without a session bus it says how a timetable gets at the key', async () => {
  const { FORECOURT_API_KEY: _key, ...env } = account(ownFolder('no-bus'))
  const { code, err } = await ended(start(['key', 'set'], env), service.key)
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/session bus.*cron.*systemctl --user.*FORECOURT_API_KEY/),
  ])
  expect(err).not.toContain(service.key)
})

test('takes the key by standard input into the keychain, and keeps what it compiled in a cache of its own', async () => {
  const home = ownFolder('home')
  const { FORECOURT_API_KEY: _key, ...env } = account(ownFolder('keychain'))
  // The checkout may be in a folder that its own user alone may enter.
  for (const name of ['with-keyring.mjs', 'child.mjs'])
    copyFileSync(resolve(import.meta.dirname, '../../scripts', name), join(place, name))
  const script = '"$0" key set && "$0" key status && exec "$0" sync --json'
  const withKeyring = start(
    [join(place, 'with-keyring.mjs'), '/bin/sh', '-c', script, forecourt],
    { ...env, HOME: home, PATH: '/usr/bin:/bin', TMPDIR: home },
    join(program, 'node'),
  )
  const { code, out, err } = await ended(withKeyring, service.key)
  expect([code, err.includes(service.key)]).toEqual([0, false])
  expect(out).toMatch(/^(?:The key of “.*” is in the keychain\.\n){2}\{"adverts":/)
  const compiled = join(home, '.cache/Forecourt/compiled')
  expect([statSync(compiled).mode & 0o777, readdirSync(compiled).length]).toEqual([0o700, 1])

  // Anybody could have put code into this one.
  const shared = ownFolder('shared')
  mkdirSync(join(shared, 'Forecourt/compiled'), { recursive: true })
  for (const folder of ['Forecourt', 'Forecourt/compiled']) chmodSync(join(shared, folder), 0o777)
  expect((await ended(start(['--version'], { XDG_CACHE_HOME: shared }))).code).toBe(0)
  expect(readdirSync(join(shared, 'Forecourt/compiled'))).toEqual([])
})

test('an address comes through with its & and %', async () => {
  const asked: string[] = []
  const server = createServer(({ url }, answer) => {
    asked.push(url ?? '')
    answer.setHeader('content-type', 'text/csv').end(prices([39_000_001], 9_000))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const path = '/stock.csv?a=1&b=%D0%BA%20%25PATH%25&c=$(id)'
  const words = ['watch', '--url', `http://127.0.0.1:${port}${path}`, '--once', '--json']
  const { code } = await ended(start(words, account(ownFolder('address'))))
  server.close()
  expect([asked, code]).toEqual([[path], 0])
})

test('a signal ends a watch in order, and what listens to none as any program', async () => {
  const reads = async () => (await service.control.requests())['GET /ria/basket/orders'] ?? 0
  const begun = await reads()
  const env = account(ownFolder('signal'))
  const ends = [start(['orders', '--watch'], env), start(['key', 'set'], env)]
  // It reads what there is, and then what has changed: from then on it waits.
  await expect.poll(async () => (await reads()) - begun, { timeout: 180_000 }).toBe(2)
  const codes = ends.map(async (child) => {
    child.stdout.resume()
    child.stderr.resume()
    const closed = once(child, 'close') as Promise<[number | null, string | null]>
    child.kill('SIGHUP')
    return closed
  })
  // A shell says 129 of the latter.
  expect(await Promise.all(codes)).toEqual([
    [0, null],
    [null, 'SIGHUP'],
  ])
})
