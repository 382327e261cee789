import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../src/main/cli/run.ts'
import type { SandboxControl } from '../../sandbox/sandbox-control.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { testEntries } from '../../scripts.ts'
import { encodeText } from '../import/csv-files.ts'
import { openCounter, type Ran } from './counter.ts'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(400))
let sandbox: Sandbox
let control: SandboxControl

beforeEach(() => {
  sandbox = counter.sandbox
  control = counter.control
})

const run = (...argv: string[]): Promise<Ran> => counter.run(...argv)
const file = (name: string, content: string | Uint8Array): string => counter.file(name, content)

const newVehicles = `marka_id,model_id,base_id,equip_id,currency_id,price,auto_note\n${fourCells()},USD,20000,"Новий, у наявності"\n${fourCells(1)},EUR,21000,\n`

describe('import', () => {
  it('sends nothing without --commit, and prints the plan as one object', async () => {
    const { code, out, err } = await run('import', file('new.csv', newVehicles), '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      summary: { text: '2 new adverts', creates: 2, edits: 0, deletes: 0, stale: 0 },
      batch: '',
      operation: 'create',
      committed: false,
      file: {
        encoding: 'utf-8',
        guessed: false,
        delimiter: ',',
        quote: '"',
        decimalMark: '.',
        headerLine: 1,
        lineEnd: 'lf',
      },
      counts: { planned: 2, done: 0, failed: 0, inDoubt: 0, invalid: 0, skipped: 0 },
      rows: [
        { line: 2, operation: 'create', state: 'planned', autoId: null, problems: [] },
        { line: 3, operation: 'create', state: 'planned', autoId: null, problems: [] },
      ],
    })
    expect(err).toContain('--commit')
    expect(await control.ledger()).toEqual([])
  })

  it('creates each row once, and warns when the same rows come again', async () => {
    const path = file('new.csv', newVehicles)
    const { code, out } = await run('import', path, '--commit', '--json')
    expect(code).toBe(0)
    const { rows } = JSON.parse(out) as { rows: { state: string; autoId: number }[] }
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done'])
    expect((await control.ledger()).map(({ autoId }) => autoId)).toEqual(rows.map(({ autoId }) => autoId))
    const first = rows[0]?.autoId ?? 0
    expect(await control.advert(first)).toMatchObject({ userId: sandbox.userId })
    expect((await run('import', path)).err).toContain('2 rows were sent before')
  })

  it('edits from a file as Ukrainian Excel writes it, and leaves alone what has the values already', async () => {
    await run('sync')
    const { out } = await run('export', counter.path('stock.csv')).then(() =>
      run('import', counter.path('stock.csv'), '--json'),
    )
    const { counts, rows } = JSON.parse(out) as { counts: Record<string, number>; rows: { autoId: number }[] }
    expect(counts).toMatchObject({ planned: 0, invalid: 0 })
    const id = rows[0]?.autoId ?? 0
    const excel = Buffer.concat([
      Buffer.from(`auto_id;currency_id;price;version\r\n${id};USD;23 450,50;`),
      Buffer.from([0xcb, 0xfe, 0xea, 0xf1]),
      Buffer.from('\r\n'),
    ])
    const edit = await run('import', file('excel.csv', excel), '--commit', '--yes', '--json')
    expect(JSON.parse(edit.out)).toMatchObject({ operation: 'edit', counts: { done: 1 } })
    expect(await control.advert(id)).toMatchObject({ version: 'Люкс' })
  })

  it('deletes, and asks a second time before a large share of the stock goes', async () => {
    const ids = await counter.stockIds()
    const path = file('withdraw.csv', `auto_id\n${ids.slice(0, Math.ceil(ids.length / 2)).join('\n')}\n`)
    const report = counter.path('report.csv')
    writeFileSync(report, 'the report of yesterday')
    const refused = await run('import', path, '--commit', '--report', report)
    expect(refused.code).toBe(2)
    expect(refused.err).toMatch(/This deletes 30 adverts, 50 % of your stock\. Add --yes/)
    expect(await control.ledger()).toEqual([])
    expect(refused.err).toContain(`Saved in ${report}.`)
    expect(readFileSync(report, 'utf8')).toContain(`delete,planned,${ids[0]}`)
    const { out } = await run('import', file('one.csv', `auto_id\n${ids[0] ?? ''}\n`), '--commit', '--json')
    expect(JSON.parse(out)).toMatchObject({ operation: 'delete', counts: { done: 1 } })
    expect(await control.advert(Number(ids[0]))).toMatchObject({ deleted: true })
  })

  it('asks a second time also where the stock was never read', async () => {
    const ids = await counter.unreadIds()
    const path = file('withdraw.csv', `auto_id\n${ids.slice(0, Math.ceil(ids.length / 2)).join('\n')}\n`)
    const refused = await run('import', path, '--commit')
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('--yes')
    expect(await control.ledger()).toEqual([])
  })

  it('stops prices that jump where no old one was known, unless told beforehand', async () => {
    const ids = await counter.unreadIds()
    const rows = ids.slice(0, 2).map((id) => `${id},USD,${123_456_789 + id}`)
    const path = file('prices.csv', `auto_id,currency_id,price\n${rows.join('\n')}\n`)
    const { code, out } = await run('import', path, '--commit', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ counts: { done: 0 } })
    expect((await control.ledger()).filter(({ method }) => method === 'PUT')).toEqual([])
    expect((await run('import', path, '--commit', '--yes')).code).toBe(0)
  })

  it('names line and column of what is wrong, and keeps the good rows usable', async () => {
    const path = file(
      'mixed.csv',
      `marka_id,model_id,base_id,equip_id,currency_id,price\n${fourCells()},USD,-5\n${fourCells()},USD,7000\n`,
    )
    const dry = await run('import', path)
    expect(dry.code).toBe(1)
    expect(dry.err).toMatch(/mixed\.csv:2: .*price/)
    const { code, out } = await run(
      'import',
      path,
      '--commit',
      '--json',
      '--report',
      counter.path('report.csv'),
    )
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ counts: { done: 1, invalid: 1 } })
    expect(readFileSync(counter.path('report.csv'), 'utf8')).toMatch(/^2,create,invalid,.*negative/m)
  })

  it.each([
    ['missing.csv', null, 'missing.csv'],
    ['.', null, 'folder'],
    ['empty.csv', '', 'empty.csv'],
    ['header.csv', 'marka_id,model_id\n', 'header.csv'],
    ['binary.csv', Uint8Array.from({ length: 600 }, (_, at) => at % 251), 'binary.csv'],
    ['twice.csv', 'auto_id,price,price\n1,2,3\n', 'price'],
    ['quote.csv', 'auto_id,auto_note\n1,"never closed\n2,3\n', '2'],
    ['unclear.csv', 'colour,doors\nred,5\n', 'action'],
  ])('cannot use %s, says why and sends nothing', async (name, content, named) => {
    const path = content === null ? counter.path(name) : file(name, content)
    const { code, err, out } = await run('import', path, '--commit', '--json')
    expect(code).toBe(2)
    expect(err).toContain(named)
    expect(JSON.parse(out)).toEqual({
      error: expect.objectContaining({ next: expect.any(String) as string }) as object,
    })
    expect(await control.ledger()).toEqual([])
  })
})

it('says “nothing to change” of a file whose values the adverts have already, and leaves nothing to be sent', async () => {
  await run('sync')
  const [id] = await counter.unreadIds()
  const path = file('same.csv', `auto_id,currency_id,price\n${id},USD,15432\n`)
  await run('import', path, '--commit', '--yes')
  for (const options of [[], ['--commit']]) {
    const { err, code } = await run('import', path, ...options)
    expect(err).toContain('Nothing to change')
    expect(code).toBe(0)
  }
  const { batches } = JSON.parse((await run('batches', '--json')).out) as { batches: { state: string }[] }
  expect(batches.map(({ state }) => state)).toEqual(['finished', 'finished'])
})

it('asks for the price of an advert that was never read, and sends nothing', async () => {
  const path = file('text.csv', 'auto_id,currency_id,version\n39000001,UAH,Люкс\n')
  const { code, out } = await run('import', path, '--commit', '--json')
  expect([code, out]).toEqual([1, expect.stringContaining('"price-required"')])
  expect(await control.ledger()).toEqual([])
})

it('an encoding that is unclear is refused with the choices and the option, and read when it is named', async () => {
  const path = file('note.csv', Buffer.from('auto_id;currency_id;auto_note\n1;1;\xfe\n', 'latin1'))
  const refused = await run('import', path, '--commit')
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('--encoding')
  expect(refused.err).toContain('windows-1251')
  expect(await control.ledger()).toEqual([])
  const { out } = await run('import', path, '--json', '--encoding', 'cp1251')
  expect(JSON.parse(out)).toMatchObject({ operation: 'edit', rows: [{ line: 2 }] })
})

describe('how a file was read', () => {
  const facts = {
    encoding: 'windows-1251',
    guessed: true,
    delimiter: ';',
    quote: '"',
    decimalMark: ',',
    headerLine: 2,
    lineEnd: 'crlf',
  }
  const text = '\r\nid;валюта;ціна;опис\r\n1;грн;12500,50;Продаж нового авто\r\n'
  const excel = encodeText(text, 'windows-1251')

  it('is told as one object and in words, and what was chosen is not guessed', async () => {
    const path = file('excel.csv', excel)
    const { out, err } = await run('import', path, '--json')
    expect(JSON.parse(out)).toMatchObject({ file: facts })
    expect(err).toContain('Windows-1251, guessed from the letters; delimiter: “;”')
    expect(err).toContain('header in line 2, line ends: CRLF')
    const chosen = await run('import', path, '--json', '--encoding', '1251')
    expect(JSON.parse(chosen.out)).toMatchObject({ file: { ...facts, guessed: false } })
    expect(chosen.err).not.toContain('guessed')
  })

  it('is kept with the batch', async () => {
    const { out } = await run('import', file('excel.csv', excel), '--commit', '--json')
    const { batch } = JSON.parse(out) as { batch: string }
    expect(JSON.parse(out)).toMatchObject({ file: facts })
    const list = JSON.parse((await run('batches', '--json')).out) as { batches: unknown[] }
    expect(list.batches).toMatchObject([{ id: batch, file: facts }])
    expect(JSON.parse((await run('resume', batch, '--json')).out)).toMatchObject({ batch, file: facts })
  })
})

it('api reads anything of the service, without personal data and without the key', async () => {
  const { code, out } = await run('api', 'GET', '/ria/basket/orders/')
  expect(code).toBe(0)
  expect(out).toContain('"order_id"')
  expect(out).toContain('[e-mail]')
  expect(out).not.toContain('@')
})

it('sync ends with 1 and names the advert that could not be read in the log', async () => {
  await control.addFault({ kind: 'status', status: 200, body: '<html>', path: '/auto/info', count: 1 })
  const { code, out, err } = await run('sync', '--json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ unread: { count: 1 } })
  expect(err).toContain('1 advert could not be read')
  const log = readFileSync(counter.path('data/logs/forecourt.log'), 'utf8')
  expect(log).toMatch(/an advert could not be read","id":\d+,.*"code":"unreadable"/)
  expect((await run('sync')).code).toBe(0)
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
