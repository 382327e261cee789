import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../src/main/cli/run.ts'
import type { SandboxControl } from '../../sandbox/sandbox-control.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { testEntries } from '../../scripts.ts'
import { openCounter, type Counter, type Ran } from './counter.ts'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'

let counter: Counter
let sandbox: Sandbox
let control: SandboxControl

beforeEach(async () => {
  counter = await openCounter(400)
  sandbox = counter.sandbox
  control = counter.control
})
afterEach(() => counter.close())

const run = (...argv: string[]): Promise<Ran> => counter.run(...argv)
const file = (name: string, content: string | Uint8Array): string => counter.file(name, content)

const newVehicles = `marka_id,model_id,base_id,equip_id,currency_id,price,auto_note\n${fourCells()},USD,20000,"Новий, у наявності"\n${fourCells(1)},EUR,21000,\n`

it('tells an error of its own without the key', async () => {
  let err = ''
  const code = await runCommand(['help'], {
    entries: testEntries,
    version: '0.0.0',
    env: { FORECOURT_API_KEY: sandbox.key },
    output: {
      print: () => undefined,
      printText() {
        throw new Error(`GET /x?k=${sandbox.key}`)
      },
      say: (text) => (err += text),
      progress: () => undefined,
      flushed: () => Promise.resolve(),
    },
  })
  expect(code).toBe(2)
  expect(err).toContain('GET /x?k=[key]')
  expect(err).not.toContain(sandbox.key)
})

describe('api', () => {
  it('reads anything of the service, without personal data and without the key', async () => {
    const { code, out } = await run('api', 'GET', '/ria/basket/orders/')
    expect(code).toBe(0)
    expect(out).toContain('"order_id"')
    expect(out).toContain('[e-mail]')
    expect(out).not.toContain('@')
  })

  it('does not write', async () => {
    expect((await run('api', 'DELETE', '/auto/new/autos', 'auto_id=1')).code).toBe(2)
    expect(await control.ledger()).toEqual([])
  })
})

describe('sync', () => {
  it('ends with 1 and names the advert that could not be read in the log', async () => {
    await control.addFault({ kind: 'status', status: 200, body: '<html>', path: '/auto/info', count: 1 })
    const { code, out, err } = await run('sync', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ unread: { count: 1 } })
    expect(err).toContain('1 advert could not be read')
    const log = readFileSync(counter.path('data/logs/forecourt.log'), 'utf8')
    expect(log).toMatch(/an advert could not be read","id":\d+,.*"code":"unreadable"/)
    expect((await run('sync')).code).toBe(0)
  })
})

it('leaves no trace of the key, neither in what it says nor in the data folder', async () => {
  await control.addFault({ kind: 'cut-body', method: 'POST', count: 1 })
  const said = [
    await run('import', file('new.csv', newVehicles), '--commit', '--json'),
    await run('sync'),
    await run('orders'),
  ]
  expect(said.map(({ out, err }) => out + err).join('')).not.toContain(sandbox.key)
  const files = readdirSync(counter.dataDir, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(counter.dataDir, name),
  )
  const texts = files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, 'latin1'))
  expect(texts.length).toBeGreaterThan(3)
  for (const text of texts)
    for (const form of [sandbox.key, Buffer.from(`${sandbox.key}:`).toString('base64')])
      expect(text).not.toContain(form)
})
