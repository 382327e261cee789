import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startFeedServer } from '../feeds/feed-server.ts'
import { type PrivateKeyring, startPrivateKeyring } from '../keychain/private-keyring.ts'
import { ended, newVehicles, openCounter } from './counter.ts'
import { runHere } from './run-here.ts'
import { scriptPath } from '../../scripts.ts'
import { testSome, wholeTest } from '../../whole.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(60))
const feed = perTest(() => startFeedServer())

const once = (...more: string[]) =>
  counter.run('watch', '--url', feed.url('/stock.csv?token=t0ken'), '--once', ...more)
const creates = async (): Promise<number> =>
  (await counter.control.ledger()).filter(({ method, committed }) => method === 'POST' && committed).length
const told = (out: string): Record<string, unknown>[] =>
  out
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
/** All that the data folder holds. */
const kept = (): string =>
  readdirSync(counter.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name), 'latin1')}`)
    .join('\n')

/** What is noted of each address. */
function states(): string[] {
  const fetched = join(counter.dataDir, 'fetched')
  return (existsSync(fetched) ? readdirSync(fetched) : [])
    .map((name) => join(fetched, name, 'state.json'))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
}

it('sends a table once, whatever its tag is, and only what is new later', async () => {
  feed.serves(newVehicles([9_100, 9_200]))
  const first = await once('--commit', '--json')
  expect(first.code).toBe(0)
  expect(told(first.out)).toMatchObject([
    { file: 'stock.csv', outcome: 'done', code: 0, import: { committed: true, counts: { done: 2 } } },
  ])
  expect(first.err).toContain('report.csv')
  expect(await creates()).toBe(2)

  const second = await once('--commit', '--json')
  expect([second.code, told(second.out)]).toMatchObject([
    0,
    [{ outcome: 'unchanged', code: 0, error: null, next: null }],
  ])
  expect(feed.asked.at(-1)?.headers['if-none-match']).toMatch(/^"/)

  feed.answers((_request, response) =>
    response.writeHead(200, { etag: '"another"' }).end(newVehicles([9_100, 9_200])),
  )
  const third = await once('--commit')
  expect([third.code, third.err]).toEqual([0, expect.stringContaining('is unchanged since')])
  expect(await creates()).toBe(2)

  feed.serves(newVehicles([9_300]))
  expect((await once('--commit')).code).toBe(0)
  expect(await creates()).toBe(3)
  for (const said of [first, second, third]) expect(said.out + said.err).not.toContain('t0ken')
  expect(kept()).not.toContain('t0ken')
})

it('plans a table again that comes back to an earlier content, and makes no advert twice', async () => {
  const [id = 0] = await counter.unreadIds()
  await counter.run('sync')
  const night = (price: number) => {
    const text = `ID;Ціна;Валюта\n${id};${price};USD\n`
    const head = { 'content-disposition': `attachment; filename="${++days}.csv"` }
    feed.answers((_request, response) => response.writeHead(200, head).end(text))
    return once('--commit', '--yes')
  }
  let days = 0
  for (const price of [20_000, 19_000, 20_000]) {
    expect((await night(price)).code).toBe(0)
    expect(await counter.control.advert(id)).toMatchObject({ price })
  }
  expect((await night(20_000)).err).toContain('is unchanged since')

  for (const [price, code] of [
    [9_100, 0],
    [9_200, 0],
    [9_100, 1],
  ] as const) {
    feed.serves(newVehicles([price]))
    expect((await once('--commit', '--yes')).code).toBe(code)
  }
  expect(await creates()).toBe(2)
  // What was not sent is not called unchanged by the next run.
  expect((await once('--commit', '--yes')).code).toBe(1)
})

it('checks a table without sending it, and leaves nothing of it but its report, for its owner alone', async () => {
  feed.serves(newVehicles([9_100]))
  expect((await once()).code).toBe(0)
  expect(await creates()).toBe(0)
  const [place = ''] = readdirSync(join(counter.dataDir, 'fetched'))
  const folder = join(counter.dataDir, 'fetched', place)
  expect(readdirSync(folder).sort()).toEqual(['report.csv', 'report.txt', 'state.json'])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  // What was checked may be sent then.
  expect((await once('--commit')).code).toBe(0)
  expect(await creates()).toBe(1)
})

wholeTest('tells of every fetch what came of it, also of one that is only checked', async () => {
  feed.serves(newVehicles([9_100]))
  for (let time = 0; time < 2; time++) {
    const checked = await once()
    expect(checked.err).toContain('was fetched; its table is of')
    expect(checked.err).toContain('Nothing was sent')
  }
  const sent = await once('--commit')
  expect(sent.err).toContain('was fetched; its table is of')
  expect((await once('--commit')).err).toContain('is unchanged since')
})

testSome(2, [
  [
    'a table that is cut',
    '<?xml version="1.0"?>\n<cars><car><id>1</id></car><car><i',
    'is cut off: it ends in line 2',
  ],
  ['a workbook that is cut', `PK\x03\x04${'x'.repeat(500)}`, 'is damaged'],
  ['a header alone', 'auto_id,price,currency_id\n', 'stock.csv'],
  ['a page', '<!doctype html><html>', 'a web page instead of a table'],
])('changes nothing for %s, and takes the whole one the next time', async (_what, content, words) => {
  feed.serves(content)
  const refused = await once('--commit')
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain(words)
  expect(await creates()).toBe(0)
  feed.serves(newVehicles([9_100]))
  expect((await once('--commit')).code).toBe(0)
  expect(feed.asked.at(-1)?.headers['if-none-match']).toBeUndefined()
  expect(await creates()).toBe(1)
})

it('leaves an address alone for as long as it asks', async () => {
  feed.answers((_request, response) => response.writeHead(503, { 'retry-after': '600' }).end())
  const failed = await once('--commit', '--json')
  expect([failed.code, told(failed.out)]).toMatchObject([
    1,
    [{ outcome: 'not-fetched', code: 1, next: null }],
  ])
  expect(failed.err).toContain('answered with status 503')
  const again = await once('--commit')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('asked to be left alone until')])
  expect(feed.asked).toHaveLength(1)
})

it.each([
  [['watch'], 'Name a folder or an address'],
  [['watch', '.', '--url', 'https://dealer.ua/x'], 'one of the two'],
  [['watch', '.', '--every', '1h'], '--every is used with --url only'],
  ...['4m', '8d', '1', 'h', '1.5h', '-1h', '1 h', '60s', ''].map((every): [string[], string] => [
    ['watch', '--url', 'https://dealer.ua/x', '--every', every],
    'from 5m to 7d',
  ]),
  [['watch', '--url', 'https://dealer.ua/x', '--every', '1h', '--once'], 'can’t be used together'],
  [['watch', '--url', 'https://me:geheim@dealer.ua/x'], 'key set --for-url'],
  [['watch', '--url', 'http://dealer.ua/x'], 'https'],
  [['key', 'status', '--for-url', 'https://me:geheim@dealer.ua/x'], 'key set --for-url'],
  [['key', 'status', '--for-proxy', 'http://me:geheim@proxy.example:1'], 'without a login'],
  [['key', 'status', '--for-proxy', 'socks5://proxy.example:1'], 'address of a proxy'],
  [['key', 'status', '--for-proxy', 'http://'], 'address of a proxy'],
])('refuses %j with words', async (argv, words) => {
  const { code, err, out } = await counter.run(...argv)
  expect([code, err]).toEqual([2, expect.stringContaining(words)])
  expect(err + out).not.toContain('geheim')
})

const child = scriptPath('command-child')

/** A process of its own. */
const begin = (...argv: string[]): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, ...argv], {
    env: { ...process.env, ...counter.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })

const run = ({ env }: PrivateKeyring, input: string, ...argv: string[]) =>
  runHere({ ...env, ...counter.env }, input, ...argv)

it(
  'logs in with what the keychain holds for the host, which nothing else ever shows',
  { timeout: 240_000 },
  async () => {
    const secret = 'geheim:es-Паролю-4711'
    const login = `dealer:${secret}`
    const table = newVehicles([9_100])
    feed.answers((request, response) => {
      if (request.headers.authorization === `Basic ${Buffer.from(login).toString('base64')}`)
        response.end(table)
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="stock"' }).end()
    })
    const keyring = await startPrivateKeyring()
    try {
      const url = feed.url('/stock.csv')
      const watch = () => run(keyring, '', 'watch', '--url', url, '--once', '--commit', '--json')
      const missing = await watch()
      expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('key set --for-url URL')])
      const wrong = await run(keyring, 'nonsense', 'key', 'set', '--for-url', url)
      expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('This is not a login')])
      const set = await run(keyring, `${login}\n`, 'key', 'set', '--for-url', url)
      expect([set.code, set.out]).toEqual([0, expect.stringMatching(/is in the keychain\.\n$/)])
      const sent = await watch()
      expect([sent.code, await creates()]).toEqual([0, 1])
      const gone = await run(keyring, '', 'key', 'forget', '--for-url', url)
      expect([gone.code, gone.out]).toEqual([0, expect.stringMatching(/was deleted/)])
      const said = [missing, wrong, set, sent, gone].map(({ out, err }) => out + err).join('\n') + kept()
      for (const form of [
        secret,
        'geheim',
        Buffer.from(login).toString('base64'),
        Buffer.from(secret).toString('latin1'),
      ])
        expect(said).not.toContain(form)
    } finally {
      await keyring.stop()
    }
  },
)

it('says when it asks next, and ends in order', { timeout: 240_000 }, async () => {
  feed.serves(newVehicles([9_100]))
  const running = begin('watch', '--url', feed.url('/stock.csv'), '--every', '5m', '--commit')
  const said = text(running.stderr ?? process.stdin)
  while (!states().some((state) => state.includes('"result":"taken"'))) await sleep(100)
  running.kill('SIGTERM')
  expect([await ended(running), await creates()]).toEqual([0, 1])
  expect(await said).toContain('Next try: ')
  expect(feed.asked).toHaveLength(1)
})

wholeTest('ends at once while an address does not answer', async () => {
  feed.answers(() => undefined)
  const running = begin('watch', '--url', feed.url('/stock.csv'))
  while (feed.asked.length === 0) await sleep(100)
  running.kill('SIGTERM')
  expect(await ended(running)).toBe(0)
})

it('follows a redirect to another host once it is confirmed, and keeps that with the address', async () => {
  const other = await startFeedServer()
  other.serves(newVehicles([9_100]))
  feed.answers((_request, response) => response.writeHead(307, { location: other.url('/1.csv') }).end())
  const host = `127.0.0.1:${other.port}`
  const asked = await once('--commit')
  expect([asked.code, asked.err]).toEqual([1, expect.stringContaining(`--redirect-to "${host}"`)])
  expect(other.asked).toEqual([])
  expect((await once('--commit', '--redirect-to', host)).code).toBe(0)
  expect(await creates()).toBe(1)
  const again = await once('--commit')
  expect([again.code, other.asked.length, await creates()]).toEqual([0, 2, 1])
  await other.close()
})
