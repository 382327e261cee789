import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runCommand } from '../../../src/main/cli/run.ts'
import type { Order, SandboxControl } from '../../sandbox/sandbox-control.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { sourceEntries } from '../source-entries.ts'
import { encodeText } from '../import/csv-files.ts'
import { batchesOf, ended, openCounter, type Counter, type Ran } from './counter.ts'
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

/** What a window leaves that is closed while the preview of an undo is open. */
async function leavePreview(batch: string): Promise<string> {
  const batches = batchesOf(counter)
  const id = await batches.undo.preview(batch)
  await batches.close(0)
  return id
}

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
      counts: { planned: 2, done: 0, failed: 0, unknown: 0, invalid: 0, skipped: 0 },
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
    await run('sync')
    await run('export', counter.path('stock.csv'))
    const ids = readFileSync(counter.path('stock.csv'), 'utf8').match(/^\d+/gm) ?? []
    const path = file('withdraw.csv', `auto_id\n${ids.slice(0, Math.ceil(ids.length / 2)).join('\n')}\n`)
    const refused = await run('import', path, '--commit')
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('--yes')
    expect(await control.ledger()).toEqual([])
    const { out } = await run('import', file('one.csv', `auto_id\n${ids[0] ?? ''}\n`), '--commit', '--json')
    expect(JSON.parse(out)).toMatchObject({ operation: 'delete', counts: { done: 1 } })
    expect(await control.advert(Number(ids[0]))).toMatchObject({ deleted: true })
  })

  it('asks a second time also where the stock was never read', async () => {
    const own = await fetch(
      `${sandbox.baseUrl}/auto/new/autos?api_key=${sandbox.key}&user_id=${sandbox.userId}`,
    )
    const { active: ids } = (await own.json()) as { active: number[] }
    const path = file('withdraw.csv', `auto_id\n${ids.slice(0, Math.ceil(ids.length / 2)).join('\n')}\n`)
    const refused = await run('import', path, '--commit')
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('--yes')
    expect(await control.ledger()).toEqual([])
  })

  it('stops prices that jump where no old one was known, unless told beforehand', async () => {
    const own = await fetch(
      `${sandbox.baseUrl}/auto/new/autos?api_key=${sandbox.key}&user_id=${sandbox.userId}`,
    )
    const { active } = (await own.json()) as { active: number[] }
    const rows = active.slice(0, 2).map((id) => `${id},USD,${123_456_789 + id}`)
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

  it('sends the rows before a quote that never closes', async () => {
    const path = file(
      'open.csv',
      `${newVehicles}${fourCells()},USD,7000,"never closed\n${fourCells()},USD,7000,lost\n`,
    )
    const { code, out, err } = await run('import', path, '--commit', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ counts: { done: 2, invalid: 1 } })
    expect(err).toMatch(/open\.csv:4: .*line 4/)
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
    expect(out).toBe('')
    expect(await control.ledger()).toEqual([])
  })

  it('goes on after a pause: what was not sent is sent by resume', async () => {
    await control.addFault({
      kind: 'status',
      status: 403,
      body: '{"error":{"code":"API_KEY_DISABLED","message":""}}',
      method: 'POST',
      count: 1,
    })
    const stopped = await run('import', file('new.csv', newVehicles), '--commit', '--json')
    expect(stopped.code).toBe(1)
    expect(JSON.parse(stopped.out)).toMatchObject({ counts: { planned: 2 } })
    const { batch } = JSON.parse(stopped.out) as { batch: string }
    const resumed = await run('resume', batch, '--json')
    expect(resumed.code).toBe(0)
    expect(JSON.parse(resumed.out)).toMatchObject({ batch, counts: { done: 2 } })
    expect(JSON.parse((await run('batches', '--json')).out)).toMatchObject({
      total: 1,
      batches: [{ id: batch, state: 'finished' }],
    })
  })
})

it('says “nothing to change” of a file whose values the adverts have already, and leaves nothing to be sent', async () => {
  await run('sync')
  const [id] = (
    JSON.parse((await run('api', 'GET', '/auto/new/autos', `user_id=${sandbox.userId}`)).out) as {
      active: number[]
    }
  ).active
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

it('lists the batches of the chosen account, and with --all-accounts of all', async () => {
  await run('import', file('new.csv', newVehicles), '--commit')
  const listed = async (...options: string[]) =>
    (JSON.parse((await run('batches', '--json', ...options)).out) as { total: number }).total
  expect([await listed(), await listed('--user-id', '999')]).toEqual([1, 0])
  expect(await listed('--user-id', '999', '--all-accounts')).toBe(1)
  expect((await run('batches', '--user-id', '999')).err).toContain('1 batch belongs to another account')
})

it('resumes the batches of the chosen account, and names those of others with the way to choose them', async () => {
  const rule = { kind: 'status', status: 403, method: 'POST', count: 1 } as const
  await control.addFault({ ...rule, body: '{"error":{"code":"API_KEY_DISABLED","message":""}}' })
  const { out } = await run('import', file('new.csv', newVehicles), '--commit', '--json')
  const { batch } = JSON.parse(out) as { batch: string }
  const created = async () => (await control.ledger()).filter(({ committed }) => committed).length
  const other = await run('resume', '--user-id', '999')
  expect(other.err).toContain(`${batch} (new.csv)`)
  expect(other.err).toContain('--all-accounts')
  expect(await created()).toBe(0)
  const all = await run('resume', '--user-id', '999', '--all-accounts')
  expect(all.err).not.toContain('No batch waits')
  expect((await run('resume', '--json')).err).not.toContain('other accounts')
})

describe('rows in doubt and batches taken back', () => {
  const inDoubt = async (
    kind: 'drop-after-commit' | 'drop-before' = 'drop-after-commit',
  ): Promise<string> => {
    await control.addFault({ kind, method: 'POST', count: 1 })
    const { code, out } = await run('import', file('new.csv', newVehicles), '--commit', '--json')
    expect(code).toBe(1)
    const { batch, rows } = JSON.parse(out) as { batch: string; rows: { state: string }[] }
    expect(rows.map(({ state }) => state)).toEqual(['unknown', 'done'])
    return batch
  }

  it('finds what was created without an answer, and sends nothing again', async () => {
    const batch = await inDoubt()
    const { code, out } = await run('settle', batch, '--json')
    expect(code).toBe(0)
    const { rows } = JSON.parse(out) as { rows: { autoId: number }[] }
    expect((await control.ledger()).map(({ autoId }) => autoId).sort()).toEqual(
      rows.map(({ autoId }) => autoId).sort(),
    )
  })

  it('binds the id that a person names, and only one of the own adverts', async () => {
    const batch = await inDoubt()
    const made = (await control.ledger())[0]?.autoId ?? 0
    expect((await run('settle', batch, '--bind', '2=1')).code).toBe(2)
    const { code, out } = await run('settle', batch, '--bind', `2=${made}`, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ rows: [{ line: 2, state: 'done', autoId: made }, {}] })
  })

  it('sends again only what a person says so of', async () => {
    const batch = await inDoubt('drop-before')
    const { out } = await run('settle', batch, '--send-again', '--json')
    expect(JSON.parse(out)).toMatchObject({ counts: { done: 2, unknown: 0 } })
    expect((await control.ledger()).filter(({ committed }) => committed)).toHaveLength(2)
  })

  it('shows what taking back does before it does it, and leaves no preview to be resumed', async () => {
    const { out } = await run('import', file('new.csv', newVehicles), '--commit', '--json')
    const { batch, rows } = JSON.parse(out) as { batch: string; rows: { autoId: number }[] }
    const preview = await run('undo', batch, '--json')
    expect(JSON.parse(preview.out)).toMatchObject({
      committed: false,
      operation: 'delete',
      counts: { planned: 2 },
    })
    await run('resume')
    expect(await control.ledger()).toHaveLength(2)
    expect(JSON.parse((await run('batches', '--json')).out)).toMatchObject({ total: 1 })
    expect((await run('undo', batch, '--commit')).code).toBe(0)
    for (const { autoId } of rows) expect(await control.advert(autoId)).toMatchObject({ deleted: true })
  })

  it('asks a second time before an undo that deletes a large share of the stock', async () => {
    const made = Array.from({ length: 30 }, (_, n) => `${fourCells(n)},USD,${21_000 + n}`)
    const path = file(
      'many.csv',
      `marka_id,model_id,base_id,equip_id,currency_id,price\n${made.join('\n')}\n`,
    )
    const { out } = await run('import', path, '--commit', '--json')
    const { batch } = JSON.parse(out) as { batch: string }
    const refused = await run('undo', batch, '--commit')
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('--yes')
    const deletes = async () => (await control.ledger()).filter(({ method }) => method === 'DELETE')
    expect(await deletes()).toEqual([])
    expect((await run('undo', batch, '--commit', '--yes')).code).toBe(0)
    expect(await deletes()).toHaveLength(30)
  })

  it('never sends an undo that the window left as a preview, neither by name nor with all others', async () => {
    const { out } = await run('import', file('new.csv', newVehicles), '--commit', '--json')
    const preview = await leavePreview((JSON.parse(out) as { batch: string }).batch)
    expect((await run('resume')).err).toContain('No batch waits')
    const byName = await run('resume', preview)
    expect(byName.code).toBe(2)
    expect(byName.err).toContain('only a preview')
    expect(await control.ledger()).toHaveLength(2)
  })

  it("writes the failed rows in the file's own form", async () => {
    const text = `marka_id;model_id;base_id;equip_id;currency_id;price\r\n${fourCells(0, ';')};USD;7000\r\nх;96;1;2;USD;7000\r\n`
    const { out } = await run('import', file('mine.csv', text), '--commit', '--json')
    const { batch } = JSON.parse(out) as { batch: string }
    expect((await run('report', batch, counter.path('failed.csv'), '--failed')).code).toBe(0)
    expect(readFileSync(counter.path('failed.csv'), 'utf8')).toMatch(
      /^marka_id;model_id;base_id;equip_id;currency_id;price;error_code;error_message\r\nх;96;1;2;USD;7000;not-a-number;/,
    )
  })
})

it('tells an error of its own without the key', async () => {
  let err = ''
  const code = await runCommand(['help'], {
    entries: sourceEntries,
    version: '0.0.0',
    env: { FORECOURT_API_KEY: sandbox.key },
    output: {
      print() {
        throw new Error(`GET /x?k=${sandbox.key}`)
      },
      say: (text) => (err += text),
      progress: () => undefined,
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

  it('takes the query behind the path, as the contract writes it', async () => {
    const list = await run('api', 'GET', '/auto/search?category_id=1', 'countpage=1')
    const id = /"ids": \[\s*"(\d+)"\s*\]/.exec(list.out)?.[1] ?? ''
    const { code, out } = await run('api', 'GET', `/auto/info?auto_id=${id}#top`)
    expect(code).toBe(0)
    expect(out).toContain(`"autoId": ${id},`)
  })

  it.each(['/ні', '/a b', '/a%20b'])('%s is asked for, and not found', async (path) => {
    const { code, err } = await run('api', 'GET', path)
    expect(code).toBe(2)
    expect(err).toContain('nothing under this number or address')
  })

  it('says what a read lacks', async () => {
    expect((await run('api', 'GET', '/auto/info')).err).toContain('parameters')
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
    expect(JSON.parse(out)).toMatchObject({ failure: null, unread: { count: 1 } })
    expect(err).toContain('1 advert could not be read')
    const log = readFileSync(counter.path('data/logs/forecourt.log'), 'utf8')
    expect(log).toMatch(/an advert could not be read","id":\d+,.*"code":"unreadable"/)
    expect((await run('sync')).code).toBe(0)
  })
})

describe('orders', () => {
  it("prints the contract's fields and each status's name", async () => {
    const { code, out } = await run('orders', '--json')
    expect(code).toBe(0)
    const printed = JSON.parse(out) as { total: number; orders: Record<string, unknown>[] }
    const { total, orders } = printed
    expect(orders).toHaveLength(total)
    expect(printed).toMatchObject({ received: total, complete: true })
    expect(Object.keys(orders[0] ?? {})).toEqual(
      expect.arrayContaining([
        'order_id',
        'status',
        'total_order_sum',
        'created_at',
        'recipient',
        'delivery',
        'items',
        'statusName',
      ]),
    )
  })

  it('ends with 1 and says what it could not read of the list, here and in the log', async () => {
    const orders = [{ order_id: 1 }, { order_id: 'x2', recipient: { phone: '0671234567' } }, {}]
    await control.addFault({
      kind: 'status',
      status: 200,
      body: JSON.stringify({ status: true, total: 3, orders }),
      path: '/ria/basket/orders/',
    })
    const { code, out, err } = await run('orders', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ total: 3, received: 1, complete: false, unread: { count: 2 } })
    expect(err).toMatch(/2 orders could not be read.*1\.order_id.*"x2"/)
    const log = readFileSync(counter.path('data/logs/forecourt.log'), 'utf8')
    expect(log).toContain('"path":"2.order_id"')
  })

  it('ends with 1 and says so if fewer orders came than the service counts', async () => {
    const whole = JSON.parse((await run('orders', '--json')).out) as { total: number }
    await control.addFault({ kind: 'short-list', keep: 3, path: '/ria/basket/orders/' })
    const { code, out, err } = await run('orders', '--json')
    expect(code).toBe(1)
    const { orders, ...told } = JSON.parse(out) as { orders: unknown[] }
    expect(told).toEqual({ total: whole.total, received: 3, complete: false, unread: null })
    expect(orders).toHaveLength(3)
    expect(err).toContain(`the service counts ${whole.total} orders but 3`)
    expect((await run('orders')).code).toBe(1)
  })

  it('prints those since a day and those with a status, by its number or its name; "all" is no filter', async () => {
    const listed = async (...argv: string[]) =>
      (JSON.parse((await run('orders', '--json', ...argv)).out) as { orders: Order[] }).orders
    const all = await listed()
    const since = all[5]?.created_at.slice(0, 10) ?? ''
    const days = all.map(({ created_at }) => created_at.slice(0, 10))
    expect(await listed('--since', since)).toHaveLength(days.filter((day) => day >= since).length)
    const done = all.filter(({ status }) => status === 1)
    expect(await listed('--status', '1')).toEqual(done)
    expect(await listed('--status', 'выполненные')).toEqual(done)
    expect(await listed('--status', '4')).toHaveLength(all.length)
    expect((await run('orders', '--status', 'нема')).code).toBe(2)
    expect((await run('orders', '--since', '2026-02-30')).code).toBe(2)
    expect((await run('orders', '--watch', '--status', '1')).code).toBe(2)
  })

  it('--watch prints a line of JSON for each change since the last watch, and ends with 0 when it is asked to', async () => {
    await run('orders')
    const watch = async (until: RegExp, signal: NodeJS.Signals) => {
      const watching = counter.begin('orders', '--watch')
      let out = ''
      watching.stdout?.on('data', (piece: Buffer) => (out += piece.toString()))
      await vi.waitFor(() => expect(out).toMatch(until), { timeout: 20_000, interval: 100 })
      watching.kill(signal)
      expect(await ended(watching)).toBe(0)
      return out
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    }
    // The first watch of the account begins with what it finds itself.
    const first = await control.putOrder({})
    expect(await watch(/came/, 'SIGTERM')).toMatchObject([
      { order_id: first.order_id, kind: 'came', status: 0 },
    ])
    const second = await control.putOrder({ order_id: first.order_id, status: 1 })
    await run('orders')
    const [line, ...more] = await watch(/status/, 'SIGINT')
    expect(line).toMatchObject({ order_id: second.order_id, kind: 'status', before: 0, after: 1 })
    expect(line?.change).toBeGreaterThan(0)
    expect(more).toEqual([])
  })

  it('ends with 2 and the next step when the key is refused', async () => {
    await control.addFault({
      kind: 'status',
      status: 403,
      body: '{"error":{"code":"API_KEY_INVALID","message":""}}',
      path: '/ria/basket/orders/',
      count: 9,
    })
    const { code, err, out } = await run('orders', '--json')
    expect(code).toBe(2)
    expect(err).toContain('key')
    expect(out).toBe('')
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

describe('an encoding that is unclear', () => {
  it('is refused with the choices and the option, and read when it is named', async () => {
    const path = file('note.csv', Buffer.from('auto_id;currency_id;auto_note\n1;1;\xfe\n', 'latin1'))
    const refused = await run('import', path, '--commit')
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('--encoding')
    expect(refused.err).toContain('windows-1251')
    expect(await control.ledger()).toEqual([])
    const { out } = await run('import', path, '--json', '--encoding', 'cp1251')
    expect(JSON.parse(out)).toMatchObject({ operation: 'edit', rows: [{ line: 2 }] })
  })
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

  it.each([
    ['\n', 'lf'],
    ['\r\n', 'crlf'],
    ['\r', 'cr'],
  ])('names the line end %j', async (end, lineEnd) => {
    const rows = [
      'auto_id,currency_id,price',
      ...Array.from({ length: 30 }, (_, row) => `${row + 1},1,"${row + 1}"`),
    ]
    const { out } = await run('import', file('ends.csv', rows.join(end)), '--json')
    expect(JSON.parse(out)).toMatchObject({ file: { lineEnd } })
    const mixed = await run(
      'import',
      file('mixed.csv', `${rows.join(end)}${end === '\n' ? '\r' : '\n'}`),
      '--json',
    )
    expect(JSON.parse(mixed.out)).toMatchObject({ file: { lineEnd: 'mixed' } })
  })
})
