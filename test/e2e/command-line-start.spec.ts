import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'

const main = resolve(import.meta.dirname, '../../out/main')

/** The person's own folder, in which code is kept that was compiled. */
const home = mkdtempSync(join(tmpdir(), 'forecourt-home-'))
test.afterAll(() => {
  rmSync(home, { recursive: true, force: true, maxRetries: 3 })
})

/** Writes, when the process ends, which files and which of Node's own modules it loaded, and how many threads it began. */
const recorder = `
  import { Module } from 'node:module'
  let threads = 0
  process.on('worker', () => threads++)
  process.on('exit', () => {
    const files = Object.keys(Module._cache)
    const builtins = process.moduleLoadList.map((name) => name.replace(/^NativeModule /, ''))
    process.stderr.write('LOADED ' + JSON.stringify({ files, builtins, threads }) + '\\n')
  })`

interface Loaded {
  readonly files: readonly string[]
  readonly builtins: readonly string[]
  readonly threads: number
}

/** What the built command line loads for these words. */
function loadedFor(words: readonly string[], env: NodeJS.ProcessEnv = {}): Loaded & { readonly out: string } {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(recorder)}`, join(main, 'cli.cjs'), ...words],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        LC_ALL: 'en_US.UTF-8',
        HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_CACHE_HOME: home,
        APPDATA: home,
        LOCALAPPDATA: home,
        // What this process compiles is kept where it keeps it for a dealer.
        NODE_COMPILE_CACHE: undefined,
        ...env,
      },
    },
  )
  return { out: stdout, ...(JSON.parse(/^LOADED (.*)$/m.exec(stderr)?.[1] ?? '{}') as Loaded) }
}

/** The libraries whose code is in these files of the bundle. */
const librariesIn = (files: readonly string[]): string[] => {
  const texts = files.map((path) => readFileSync(path, 'utf8'))
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^\/\/ (?:#region )?node_modules\/((?:@[\w-]+\/)?[\w-]+)/gm)].map(
      ([, name = '']) => name,
    ),
  )
  return [...new Set(names)].sort()
}

for (const option of ['--help', '--version'])
  test(`${option} loads what it prints, and nothing of the app`, () => {
    const { out, files, builtins } = loadedFor([option])
    expect(out).toMatch(option === '--help' ? /^Usage: forecourt/ : /^\d+\.\d+\.\d+\n$/)
    expect(librariesIn(files)).toEqual(
      ['@commander-js/extra-typings', 'commander'].filter((name) => librariesIn(files).includes(name)),
    )
    expect(librariesIn(files)).toContain('commander')
    for (const heavy of ['sqlite', 'worker_threads', 'http', 'https', 'crypto'])
      expect(builtins).not.toContain(heavy)
  })

test('a dry run of a small file begins no thread, loads nothing that sends and keeps no trace of the key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-dry-run-'))
  const key = 'abcdefghijklmnopqrstuvwxyz0123456789ABCD'
  try {
    writeFileSync(join(folder, 'ten.csv'), 'auto_id,price,currency,action\n39000001,12000,USD,edit\n')
    const { out, files, builtins, threads } = loadedFor(['import', join(folder, 'ten.csv')], {
      FORECOURT_DATA_DIR: join(folder, 'data'),
      FORECOURT_BASE_URL: 'http://127.0.0.1:9',
      FORECOURT_USER_ID: '5',
      FORECOURT_API_KEY: key,
    })
    expect(out).toContain('edit 1')
    expect(threads).toBe(0)
    expect(librariesIn(files)).toContain('zod')
    for (const unused of ['undici', 'htmlparser2', 'entities', 'pg'])
      expect(librariesIn(files)).not.toContain(unused)
    for (const heavy of ['tls', 'https']) expect(builtins).not.toContain(heavy)
    const compiled = join(home, process.platform === 'darwin' ? 'Library/Caches' : '')
    const kept = readdirSync(join(compiled, 'Forecourt/compiled'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    expect(kept.join('').length).toBeGreaterThan(1e5)
    expect(kept.filter((code) => code.includes(key))).toEqual([])
    if (process.platform !== 'win32')
      expect(statSync(join(compiled, 'Forecourt/compiled')).mode & 0o777).toBe(0o700)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
})

/** What a file of the bundle takes of others before it runs. */
const requires = /^(?:const \w+ = )?require\("(\.[^"]+)"\);$/gm

/** A file of the bundle and all that it imports before it runs. */
function importedBy(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const [, next = ''] of readFileSync(path, 'utf8').matchAll(requires))
    importedBy(resolve(dirname(path), next), seen)
  return seen
}

/** The sources of main that an entry of the bundle loads before it runs. */
const sourcesOf = (entry: string): string[] =>
  [...importedBy(join(main, `${entry}.cjs`))].flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^\/\/(?: #region)? src\/main\/(\S+)$/gm)].map(
      ([, name = '']) => name,
    ),
  )

test('children and threads load nothing of the app', () => {
  for (const entry of ['keychain-child', 'check-worker', 'sheet-worker', 'sandbox-thread', 'import-worker'])
    expect(sourcesOf(entry).filter((name) => /^(?:assemble|cli)/.test(name))).toEqual([])
  expect(sourcesOf('import-worker')).toContain('import/worker/serve-imports.ts')
  expect(sourcesOf('keychain-child').filter((name) => !/^(?:keychain|system)\//.test(name))).toEqual([])
})

test('the window starts without what is asked for later', () => {
  const sources = sourcesOf('index')
  expect(sources).toContain('assemble/features.ts')
  for (const later of ['search/market-desk', 'realty/realty-service', 'photos/photo-cache', 'send-staged'])
    expect(sources).not.toContain(`${later}.ts`)
  for (const table of ['inventory/edit-table', 'inventory/shown-columns', 'import/template-workbook'])
    expect(sources).not.toContain(`${table}.ts`)
})
