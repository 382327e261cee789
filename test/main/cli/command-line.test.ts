import { expect, it } from 'vitest'
import { readCommandLine, type Call } from '../../../src/main/cli/command-line.ts'
import { defaultDataDir } from '../../../src/main/system/data-dir.ts'
import { UsageError } from '../../../src/main/cli/usage-error.ts'

const silent = { print: () => undefined, version: '1.2.3' }

async function callOf(argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Call> {
  const call = await readCommandLine(argv, env, silent)
  if (call === null) throw new Error('printed the help')
  return call
}

async function reasonOf(argv: readonly string[]): Promise<string> {
  try {
    await readCommandLine(argv, {}, silent)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  throw new Error('was understood')
}

it('sends nothing unless it is told to', async () => {
  expect((await callOf(['import', 'stock.csv'])).options).toEqual({})
})

it('takes the place from options before the environment, and the key from the environment alone', async () => {
  const env = {
    FORECOURT_BASE_URL: 'http://a',
    FORECOURT_USER_ID: '7',
    FORECOURT_API_KEY: 'k'.repeat(40),
    FORECOURT_DATA_DIR: '',
  }
  expect((await callOf(['sync', '--base-url', 'http://b'], env)).place).toEqual({
    baseUrl: 'http://b',
    userId: 7,
    key: 'k'.repeat(40),
    dataDir: defaultDataDir(env),
    ownDataDir: undefined,
    dataDirFrom: 'FORECOURT_DATA_DIR',
  })
  expect((await callOf(['sync', '--user-id', '8', '--data-dir=/d'], env)).place).toMatchObject({
    baseUrl: 'http://a',
    userId: 8,
    dataDir: '/d',
  })
})

it.each([
  [['--json', 'batches'], { json: true }, {}],
  [['--quiet', '--data-dir', '/d', 'sync', '--json'], { quiet: true, json: true }, { dataDir: '/d' }],
  [['--user-id=8', '--base-url', 'http://b', 'sync'], {}, { userId: 8, baseUrl: 'http://b' }],
])('takes what every command takes before it, too: %j', async (argv, options, place) => {
  const call = await callOf(argv)
  expect(call).toMatchObject({ name: argv.includes('sync') ? 'sync' : 'batches', options, place })
})

it('shows the help behind it', async () => {
  for (const argv of [
    ['--json', '--help'],
    ['--data-dir', '/d', 'help', 'sync'],
    ['--quiet', '--version'],
  ])
    expect(await readCommandLine(argv, {}, silent)).toBeNull()
})

it('takes what follows -- and = as it is', async () => {
  const { args, options } = await callOf(['import', '--report=-out.csv', '--', '--stock.csv'])
  expect(args).toEqual(['--stock.csv'])
  expect(options).toEqual({ report: '-out.csv' })
})

it.each([
  [['publish'], 'publish'],
  [['publish', '--help'], 'publish'],
  [['help', 'publish'], 'publish'],
  [['constructor'], 'constructor'],
  [[''], '“”'],
  [['--json'], 'forecourt COMMAND --json'],
  [['--commit', 'import', 'a.csv'], 'forecourt COMMAND --commit'],
  [['sync', '--data-dir', ''], '--data-dir needs a value'],
  [['--data-dir', 'sync'], '--data-dir needs a value'],
  [['--json', '--user-id'], '--user-id needs a value'],
  [['import'], 'FILE'],
  [['import', 'a.csv', 'b.csv'], 'b.csv'],
  [['import', 'a.csv', 'b,c.csv', 'd.csv'], '“b,c.csv”'],
  [['import', 'a.csv', '--operation', 'upsert'], 'upsert'],
  [['import', 'a.csv', '--encoding', 'latin'], 'latin'],
  [['import', 'a.csv', '--delimiter', 'x'], '“x”'],
  [['import', 'a.csv', '--report'], '--report'],
  [['import', 'a.csv', '--report', '--json'], '--report'],
  [['import', 'a.csv', '--json=yes'], '--json=yes'],
  [['orders', 'all'], 'all'],
  [['report', 'batch'], 'OUT.csv'],
  [['settle', 'batch', '--bind', '2'], 'LINE=ID'],
  [['settle', 'batch', '--keep', 'x'], '--keep'],
  [['key'], 'set|status|forget'],
  [['team', 'invit'], 'init, invite, join'],
  [['key', 'show'], 'set, status, forget, not “show”'],
  [['convert', '--to', 'old'], 'QUERY'],
  [['realty', 'look'], 'search, info, options'],
  [['states', '--auth', 'digest'], 'query, basic'],
  [['api', 'DELETE', '/path'], 'DELETE'],
  [['sandbox', '--port', '99999'], '99999'],
  [['sandbox', '--adverts', 'many'], 'many'],
  [['sandbox', '--profile', 'real'], 'real'],
  [['sandbox', '--seed', 'x7'], 'x7'],
  [['sandbox', '--latency', 'slow'], 'slow'],
  [['sync', '--user-id', '-1'], '--user-id'],
])('refuses %j and names what it does not understand', async (argv, named) => {
  expect(await reasonOf(argv)).toContain(named)
})

it.each([
  [['imprt'], 'Did you mean import?'],
  [['help', 'reprot'], 'Did you mean report?'],
  [['import', 'a.csv', '--comit'], 'Did you mean --commit?'],
  [['sync', '--base-ulr', 'x'], 'Did you mean --base-url?'],
])('suggests the nearest name for %j', async (argv, suggestion) => {
  expect(await reasonOf(argv)).toContain(suggestion)
})

it('refuses every two answers of settle', async () => {
  const answers = [['--send-again'], ['--bind', '2=7'], ['--keep', '2'], ['--overwrite', '2']]
  for (const one of answers)
    for (const other of answers.filter((each) => each !== one)) {
      const reason = await reasonOf(['settle', 'batch', ...one, ...other])
      expect(reason).toContain('together')
      for (const [flag] of [one, other]) expect(reason).toContain(flag)
    }
})
