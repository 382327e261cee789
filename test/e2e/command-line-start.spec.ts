import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'

/** A copy of the bundle: commands of other tests keep what they compiled beside theirs. */
const copy = mkdtempSync(join(tmpdir(), 'forecourt-bundle-'))
const main = join(copy, 'out/main')
const compiled = join(main, 'compiled')
test.beforeAll(() => {
  cpSync(resolve(import.meta.dirname, '../../out/main'), main, { recursive: true })
  rmSync(compiled, { recursive: true, force: true })
})
test.afterAll(() => {
  rmSync(copy, { recursive: true, force: true, maxRetries: 3 })
})

/** Writes, when the process ends, which files and which of Node's own modules it loaded, and how many threads it began. */
const recorder = `
  import fs from 'node:fs'
  const files = []
  const read = fs.readFileSync
  fs.readFileSync = (path, ...options) => {
    const file = String(path).replace('file://', '')
    if (/\\/out\\/main\\/(?!compiled)/.test(file)) files.push(file)
    return read(path, ...options)
  }
  let formats = 0
  let parsers = 0
  globalThis.Function = new Proxy(Function, { construct: (target, given) => (parsers++, new target(...given)) })
  for (const name of ['NumberFormat', 'DateTimeFormat'])
    Intl[name] = new Proxy(Intl[name], { construct: (target, given) => (formats++, new target(...given)) })
  Number.prototype.toLocaleString = function () { formats++; return String(this) }
  process.on('exit', () => {
    const builtins = process.moduleLoadList.map((name) => name.replace(/^NativeModule /, ''))
    process.stderr.write('LOADED ' + JSON.stringify({ files, builtins, formats, parsers }) + '\\n')
  })`

interface Loaded {
  readonly files: readonly string[]
  readonly builtins: readonly string[]
  /** How many formats of numbers and dates were made: the first one reads all of their data. */
  readonly formats: number
  /** How many functions were made of texts, as zod does for objects that it reads many of. */
  readonly parsers: number
}

/** What the built command line loads for these words. */
function loadedFor(words: readonly string[], env: NodeJS.ProcessEnv = {}): Loaded & { readonly out: string } {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(recorder)}`, join(main, 'cli.cjs'), ...words],
    { encoding: 'utf8', env: { ...process.env, LC_ALL: 'en_US.UTF-8', ...env } },
  )
  const { files, builtins, formats, parsers } = JSON.parse(
    /^LOADED (.*)$/m.exec(stderr)?.[1] ?? '{}',
  ) as Loaded
  return { out: stdout, builtins, formats, parsers, files: [...new Set(files)] }
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

/** The features whose messages are in these files of the bundle. */
const featuresIn = (files: readonly string[]): string[] => {
  const texts = files.map((path) => readFileSync(path, 'utf8'))
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^\/\/ .*\/messages\/en\.js\?feature=(\w+)/gm)].map(([, name = '']) => name),
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
    expect(files.length).toBeLessThanOrEqual(6)
    for (const heavy of ['sqlite', 'worker_threads', 'child_process', 'http', 'https', 'crypto'])
      expect(builtins).not.toContain(heavy)
  })

test('a dry run of a small file begins no thread and loads nothing that sends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-dry-run-'))
  const key = 'abcdefghijklmnopqrstuvwxyz0123456789ABCD'
  rmSync(compiled, { recursive: true, force: true })
  try {
    writeFileSync(join(folder, 'ten.csv'), 'auto_id,price,currency,action\n39000001,12000,USD,edit\n')
    const { out, files, builtins, formats, parsers } = loadedFor(['import', join(folder, 'ten.csv')], {
      FORECOURT_DATA_DIR: join(folder, 'data'),
      FORECOURT_BASE_URL: 'http://127.0.0.1:9',
      FORECOURT_USER_ID: '5',
      FORECOURT_API_KEY: key,
    })
    expect(out).toContain('edit 1')
    for (const unused of ['undici', 'htmlparser2', 'entities'])
      expect(librariesIn(files)).not.toContain(unused)
    expect(files.filter((path) => readFileSync(path, 'utf8').includes('/encodings/tables/'))).toEqual([])
    for (const heavy of ['tls', 'https', 'child_process', 'zlib', 'perf_hooks', 'fs/promises'])
      expect(builtins).not.toContain(heavy)
    // Those of orders, searches, real estate, tables and edits of the window are not said here.
    expect(featuresIn(files)).toEqual(['accounts', 'app', 'batch', 'cli', 'failures', 'import'])
    expect(formats).toBe(0)
    // One with which zod finds out whether it may, and those of schemas that read more than a few values.
    expect(parsers).toBeLessThanOrEqual(4)
    // Each costs half a millisecond or more.
    expect(files.length).toBeLessThanOrEqual(16)
    expect(files.filter((path) => /import-worker|keychain-child|sandbox-thread/.test(path))).toEqual([])
    expect(files.some((path) => path.includes('serve-imports'))).toBe(true)
    const keptCode = readdirSync(join(compiled, process.arch)).map((name) =>
      readFileSync(join(compiled, process.arch, name), 'latin1'),
    )
    expect(keptCode.join('').length).toBeGreaterThan(1e6)
    expect(keptCode.filter((code) => code.includes(key))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
})

/** What a file of the bundle takes of others before it runs. */
const requires = /^(?:const \w+ = )?require\("(\.[^"]+)"\);$/gm

test('every file of main is ASCII, as the command line reads them', () => {
  const files = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.cjs'),
  )
  expect(files.length).toBeGreaterThan(20)
  const beyond = files.filter((name) => readFileSync(join(main, name)).some((byte) => byte > 0x7f))
  expect(beyond.filter((name) => !name.startsWith('compiled'))).toEqual([])
})

test('children and threads load nothing of the app', () => {
  const importsOf = (file: string): string[] =>
    [...readFileSync(join(main, file), 'utf8').matchAll(requires)].map(([, path = '']) => path)
  for (const entry of ['keychain-child', 'check-worker', 'sheet-worker', 'sandbox-thread', 'import-worker'])
    expect(importsOf(`${entry}.cjs`).filter((path) => /\/(?:app|command-line)-/.test(path))).toEqual([])
  expect(importsOf('keychain-child.cjs').filter((path) => /schemas|serve-imports/.test(path))).toEqual([])
})

/** A file of the bundle and all that it imports before it runs. */
function importedBy(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const [, next = ''] of readFileSync(path, 'utf8').matchAll(requires))
    importedBy(resolve(dirname(path), next), seen)
  return seen
}

test('the window starts without what is asked for later', () => {
  const texts = [...importedBy(join(main, 'index.cjs'))].map((path) => readFileSync(path, 'utf8'))
  const sources = texts.flatMap((text) =>
    [...text.matchAll(/^\/\/ src\/main\/(\S+)$/gm)].map(([, name = '']) => name),
  )
  expect(sources).toContain('assemble/features.ts')
  for (const later of ['search/market-desk', 'realty/realty-service', 'photos/photo-cache', 'send-staged'])
    expect(sources).not.toContain(`${later}.ts`)
  for (const table of ['inventory/edit-table', 'inventory/shown-columns', 'import/template-workbook'])
    expect(sources).not.toContain(`${table}.ts`)
})

test('what was compiled is kept beside the bundle, by the first run of each command, and taken by the next', () => {
  rmSync(compiled, { recursive: true, force: true })
  const folder = join(compiled, process.arch)
  const keptBy = (words: readonly string[]): Map<string, number> => {
    loadedFor(words)
    const names = readdirSync(folder).filter((name) => name.endsWith('.cjs'))
    // Written again, a file has another number.
    return new Map(names.map((name) => [name.replace(/-.{8}\.cjs$/, ''), statSync(join(folder, name)).ino]))
  }
  const first = keptBy(['--version'])
  expect([...first.keys()]).toContain('command-line')
  expect(keptBy(['--version'])).toEqual(first)
  const help = keptBy(['help', 'import'])
  expect(help.get('command-line')).not.toBe(first.get('command-line'))
  expect(keptBy(['help', 'import'])).toEqual(help)
})
