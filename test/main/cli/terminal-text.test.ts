import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { commandNames } from '../../../src/main/cli/commands.ts'
import { newVehicles, openCounter, type Counter, type Ran } from './counter.ts'
import { hostile, hostileService, hostileText, obeyed } from './hostile-service.ts'
import { scriptPath } from '../../scripts.ts'
import { spread } from '../../whole.ts'

let counter: Counter
let service: Awaited<ReturnType<typeof hostileService>>
let batch: string
let advert: string
/** A table, and the name of a file, can hold all of them but this one. */
const inFile = (text: string): string => text.replaceAll('\u0000', '')
const name = `stock${inFile(hostile)}\n.csv`

const run = (...argv: string[]): Promise<Ran> =>
  counter.runWith({ FORECOURT_BASE_URL: service.baseUrl }, ...argv)

beforeAll(async () => {
  counter = await openCounter(30)
  service = await hostileService(counter.sandbox.baseUrl)
  mkdirSync(counter.path('dms'))
  await run('sync')
  await run('export', counter.path('stock.csv'))
  ;[advert = ''] = (readFileSync(counter.path('stock.csv'), 'utf8').split('\n')[1] ?? '').split(',')
  counter.file(name, newVehicles([9_100]).replace('Авто', `"${inFile(hostileText('note'))}"`))
  await counter.control.addFault({
    kind: 'status',
    status: 400,
    method: 'POST',
    body: JSON.stringify({ error: { code: 'BAD', message: hostileText('no') } }),
    count: 1,
  })
  await run('import', counter.path(name), '--commit')
  const { batches } = JSON.parse((await run('batches', '--json')).out) as { batches: { id: string }[] }
  batch = batches[0]?.id ?? ''
  expect([batch, advert]).not.toContain('')
}, 180_000)
afterAll(async () => {
  await service.close()
  await counter.close()
})

/** A table that is wrong in every way that quotes it. */
function wrong(): string {
  const cell = `"${inFile(hostileText('x'))}"`
  return counter.file(
    `wrong ${name}`,
    `auto_id,currency_id,price,${cell}\n${advert},${cell},${cell},${cell}\n${advert},USD,7,\n`,
  )
}
function watched(): string {
  writeFileSync(join(counter.path('dms'), name), readFileSync(wrong()))
  utimesSync(join(counter.path('dms'), name), 1, 1)
  return counter.path('dms')
}

/** Commands that show what a service, a file or its name says, and words that they quote. */
const calls: Partial<Record<(typeof commandNames)[number], () => string[][]>> = {
  import: () => [[wrong()], [counter.path(name), '--json'], [counter.path(`no${hostile.slice(1, 4)}`)]],
  links: () => [['set', hostileText('x'), hostileText('y')]],
  team: () => [['init', '--server', hostileText('x'), '--name', hostileText('y')]],
  watch: () => [
    [watched(), '--once', '--json'],
    [watched(), '--once', '--commit'],
  ],
  template: () => [['create', counter.path(`t${name}`)]],
  lookup: () => [[`Audi ${hostile}`], ['Audi']],
  settle: () => [[batch]],
  undo: () => [[batch], [batch, '--json']],
  calls: () => [
    ['--since', hostileText('x')],
    ['--since', '2026-01-01'],
  ],
  info: () => [['5'], ['5', '--json']],
  report: () => [
    [batch, counter.path(`report ${name}`)],
    [batch, `/none${hostile}/x.csv`],
  ],
  export: () => [[counter.path(`out ${name}`)]],
  api: () => [
    ['GET', '/states', '-i'],
    ['GET', '/raw', '-i'],
    ['GET', '/raw'],
    ['GET', `/${hostile}`, '--list'],
  ],
  convert: () => [['--to', 'old', `marka_id=1&${hostile}=${hostile}`]],
  realty: () => [
    ['info', '1'],
    ['options', 'category=1', 'realty_type=1', 'operation_type=1'],
  ],
  position: () => [['--price', hostile]],
  batches: () => [[], ['--json']],
  support: () => [[], [counter.path(`support ${name}`)]],
  'order-status': () => [['500060', `x${hostile}`]],
  orders: () => [[], ['--json']],
  search: () => [
    ['--records', 'top=1'],
    ['--records', '--json'],
  ],
  states: () => [[], ['--json']],
  sandbox: () => [['--profile', `x${hostile}`], [`--none${hostileText('')}`], ['--help']],
}

const isJson = (argv: readonly string[]): boolean => argv.includes('--json')

it.each(Object.entries(calls))(
  '%s writes nothing that a terminal obeys',
  async (command, wordsOf) => {
    for (const words of wordsOf()) {
      const { out, err } = await run(command, ...words)
      expect([command, words, obeyed.exec(out)?.[0], obeyed.exec(err)?.[0]]).toEqual([
        command,
        words,
        undefined,
        undefined,
      ])
      // A line that pretends to be the program's own is part of the one that quotes it.
      for (const line of `${out}${err}`.split('\n')) expect(line).not.toMatch(/^All rows are done/)
      if (isJson(words)) for (const line of out.trim().split('\n').filter(Boolean)) JSON.parse(line)
    }
  },
  180_000,
)

it('shows what it found as signs, and keeps it in JSON', async () => {
  expect((await run('import', wrong())).err).toContain('⟪U+001B⟫]0;owned⟪U+0007⟫')
  expect((await run(`no${hostile}`)).err).toContain('⟪U+202E⟫txt.exe')
  expect((await run('states')).out).toContain('⟪U+000A⟫All rows are done⟪U+0009⟫')
  const { out } = await run('states', '--json')
  expect(out).toContain(String.raw`\u202etxt.exe`)
  expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(hostileText('')).slice(1, -1))
  expect((await run('api', 'GET', '/states')).out).toContain(String.raw`\u009b2J`)
})

it('writes reports and the log without them, too', () => {
  const reports = readdirSync(join(counter.path('dms')), { recursive: true, encoding: 'utf8' })
  const texts = reports.filter((path) => path.endsWith('.report.txt'))
  expect(texts.length).toBeGreaterThan(0)
  for (const path of texts) expect(readFileSync(join(counter.path('dms'), path), 'utf8')).not.toMatch(obeyed)
  for (const path of readdirSync(join(counter.dataDir, 'logs')))
    expect(readFileSync(join(counter.dataDir, 'logs', path), 'utf8')).not.toMatch(obeyed)
})

const child = scriptPath('command-child')

it.each(spread([[['states']], [[`no${hostile.replace('\u0000', '')}`]], [['--help']]], 1))(
  'the process writes the same: %j',
  async (words) => {
    const process_ = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, ...words], {
      env: {
        ...process.env,
        ...counter.env,
        FORECOURT_BASE_URL: service.baseUrl,
      },
    })
    const [out, err] = await Promise.all([text(process_.stdout), text(process_.stderr)])
    expect(`${out}${err}`).not.toMatch(obeyed)
    expect(`${out}${err}`).not.toBe('')
  },
  180_000,
)
