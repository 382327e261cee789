import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newVehicles, openCounter, type Ran } from './counter.ts'
import { scriptPath } from '../../scripts.ts'
import { spread, testSome, wholeTest } from '../../whole.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

const child = scriptPath('command-child')
const quoted = (word: string): string => `'${word}'`

/** Runs a command in a process with a disk of its own: a small tmpfs over the data folder, prepared by `script`. */
async function onDisk(size: string, script: string, ...argv: string[]): Promise<Ran> {
  const folder = counter.path('disk')
  mkdirSync(folder)
  const node = `${quoted(process.execPath)} --disable-warning=ExperimentalWarning ${quoted(child)}`
  const program = `mount -t tmpfs -o size=${size} tmpfs ${quoted(folder)} && cd / && ${script}
    exec ${node} ${argv.map(quoted).join(' ')}`
  const running = spawn('unshare', ['--map-root-user', '--mount', 'sh', '-c', program], {
    env: {
      ...process.env,
      FORECOURT_DATA_DIR: folder,
      FORECOURT_BASE_URL: counter.sandbox.baseUrl,
      FORECOURT_USER_ID: String(counter.sandbox.userId),
      FORECOURT_API_KEY: counter.sandbox.key,
      LC_ALL: 'en',
      DISK: folder,
    },
  })
  const said = { out: '', err: '' }
  running.stdout.on('data', (text: Buffer) => (said.out += text.toString()))
  running.stderr.on('data', (text: Buffer) => (said.err += text.toString()))
  const code = await new Promise<number>((resolve) => running.once('close', (ended) => resolve(ended ?? -1)))
  return { code, ...said }
}

const fill = 'dd if=/dev/zero of="$DISK/filler" bs=4096 2>/dev/null;'
const file = (count: number): string =>
  counter.file('new.csv', newVehicles(Array.from({ length: count }, (_, n) => 10_000 + n)))

testSome(1, [
  ['a full disk', '64k', fill, 'The disk is full'],
  ['a read-only folder', '4m', 'mount -o remount,ro "$DISK";', 'can’t be written'],
])('%s at the start: words and exit 2, no stack', async (_name, size, script, words) => {
  const { code, err } = await onDisk(size, script, 'import', file(2), '--commit')
  expect(err).toContain(words)
  expect(err).not.toMatch(/\n\s+at /)
  expect(code).toBe(2)
  expect(await counter.control.ledger()).toEqual([])
})

wholeTest(
  'a disk that fills up while a batch is planned: words and exit 2, and nothing is sent',
  async () => {
    const { code, err } = await onDisk('1500k', '', 'import', file(6_000), '--commit')
    const disk = counter.path('disk')
    expect(err).toMatch(
      new RegExp(`The disk is full: ${disk}/\\S+ could not be written\\. It is on ${disk}\\.`),
    )
    expect(err).not.toMatch(/\n\s+at /)
    expect(code).toBe(2)
    expect(await counter.control.ledger()).toEqual([])
  },
)

test.each(spread([['import', 'FILE', '--commit'], ['batches']], 1))(
  'a disk that is full when %s finds its data there: the file and its disk, and exit 2',
  async (...words) => {
    const argv = words.map((word) => (word === 'FILE' ? file(20) : word))
    const first = `${quoted(process.execPath)} --disable-warning=ExperimentalWarning ${quoted(child)} import ${quoted(file(3))} --commit >/dev/null 2>&1;`
    const { code, err } = await onDisk('3m', `${first} ${fill}`, ...argv)
    const disk = counter.path('disk')
    expect(err).toMatch(
      new RegExp(`The disk is full: ${disk}/\\S+ could not be written\\. It is on ${disk}\\.`),
    )
    expect(err).not.toContain('settings.json')
    expect(err).not.toMatch(/\n\s+at /)
    expect(code).toBe(2)
  },
)

test('a report that can not be saved is known before anything is sent', async () => {
  const file = counter.file('new.csv', newVehicles([20_000]))
  for (const report of [counter.path('none/report.csv'), counter.dataDir]) {
    const { code, err } = await counter.run('import', file, '--commit', '--report', report)
    expect([report, code]).toEqual([report, 2])
    expect(err).toContain(`${report} can’t be saved`)
  }
  expect(await counter.control.ledger()).toHaveLength(0)
})
