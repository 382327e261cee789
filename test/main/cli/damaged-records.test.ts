import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Forecourt } from '../../../src/main/assemble.ts'
import type { Batch } from '#shared/batch/row.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { SettingsStore } from '../../../src/main/settings/settings-store.ts'
import { noteCleanEnd } from '../../../src/main/storage/clean-end.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { assembledIn } from '../assembled.ts'
import { planned, car, source } from '../batch/dealership.ts'
import { batchesOf, newVehicles, openCounter, type Counter, type Printed, type Ran } from './counter.ts'
import { spread } from '../../whole.ts'

let counter: Counter
let kept: string
let batch: string

beforeAll(async () => {
  counter = await openCounter()
  await counter.run('import', counter.file('new.csv', newVehicles([1, 2])), '--commit')
  await counter.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  await counter.run('import', counter.file('doubt.csv', newVehicles([7])), '--commit')
  await counter.run('orders')
  await counter.run('api', 'GET', '/states')
  await typeAsInWindow()
  new SettingsStore(counter.dataDir, systemClock).change((file) => file)
  const batches = batchesOf(counter)
  const accountId = batches.reader.list()[0]?.accountId ?? ''
  const rows = [2, 3, 4].map((line) => planned(line, 'create', car({ price: 500 + line })))
  batch = (await batches.planner.plan({ ...source(counter.sandbox.userId), accountId }, rows)).id
  await batches.close(0)
  kept = mkdtempSync(join(tmpdir(), 'forecourt-kept-'))
  cpSync(counter.dataDir, kept, { recursive: true })
})
afterAll(async () => {
  await counter.close()
  rmSync(kept, { recursive: true, force: true })
})

const openWindow = (): Forecourt => {
  const { baseUrl, userId, key } = counter.sandbox
  return assembledIn(counter.dataDir, { overrides: { baseUrl, userId, key } })
}

/** Edits, with a step to take back, a form and a view, as a person makes them in the window. */
async function typeAsInWindow(): Promise<void> {
  const forecourt = openWindow()
  await forecourt.inventorySync.sync()
  const ids = await forecourt.inventory.lists.ids({ text: '', states: ['live'], sort: [] })
  const adverts = (await forecourt.inventory.rows([...ids])).filter(
    ({ mainCurrency }) => mainCurrency === 'USD',
  )
  for (const price of ['4321', '4322'])
    await forecourt.staged.stage(
      adverts.slice(0, 2).map(({ id }) => ({ advert: id, field: 'price', text: price, currency: null })),
    )
  const form = await forecourt.advertForm()
  const { accountId } = await form.kept()
  await form.keep(accountId, { cells: { price: '12' }, generation: '', body: '', like: null })
  const columns = { order: [], widths: {}, hidden: [], pinned: [] }
  const view = {
    columns,
    sort: [],
    filters: [],
    states: [],
    edited: false,
    marked: null,
    watched: false,
    group: null,
  }
  forecourt.views.save(accountId, 'view', 'Mine', view, '2026-11-23T10:00:00.000Z')
  await forecourt.close()
}

/** The data folder as it was before any damage. */
function restore(): void {
  rmSync(counter.dataDir, { recursive: true, force: true })
  cpSync(kept, counter.dataDir, { recursive: true })
  // The copied mark is another file: this copy goes on.
  const journal = new Journal(join(counter.dataDir, 'journal.db'), systemClock)
  journal.mark.begin()
  journal.close()
}

/** Runs SQL on a database without its rules, as damage knows none. */
function damage(file: string, sql: string): void {
  const db = new DatabaseSync(join(counter.dataDir, file), { enableForeignKeyConstraints: false })
  db.exec('PRAGMA ignore_check_constraints = ON')
  const triggers = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`)
  db.exec(sql)
  for (const trigger of triggers) db.exec(String(trigger.sql))
  db.close()
  // A disk that loses bits changes no time of the file: it is trusted as it was closed.
  noteCleanEnd(join(counter.dataDir, file))
}

const damages = {
  truncated: (column: string) => `substr(${column}, 1, length(${column}) / 2)`,
  'not JSON': () => `'{"cut'`,
  'another shape': () => `'[[1]]'`,
}

/** What is asked of each database by the command line. */
const commands: Record<string, (() => string[])[]> = {
  'journal.db': [
    () => ['batches', '--json'],
    () => ['journal', 'status'],
    () => ['settle'],
    () => ['resume'],
    () => ['undo', batch],
  ],
  'cache.db': [() => ['orders', '--json'], () => ['orders'], () => ['batches']],
  'staged.db': [() => ['orders', '--json'], () => ['staged', '--json'], () => ['quota']],
  'edits.db': [() => ['staged', '--json'], () => ['staged'], () => ['staged', '--send']],
  'forms.db': [() => ['batches']],
}

/** So many text columns have something to damage. */
const least: Record<string, number> = { 'journal.db': 15, 'cache.db': 15, 'staged.db': 3, 'edits.db': 4 }

function expectWords({ code, out, err }: Ran, what: string): void {
  expect([what, `${out}${err}`]).toEqual([
    what,
    expect.not.stringMatching(/\n\s+at |went wrong inside|ZodError|SyntaxError/),
  ])
  expect([0, 1, 2]).toContain(code)
}

interface TextColumn {
  readonly table: string
  readonly column: string
  /** Whether it holds JSON: any other text has no shape to be another one. */
  readonly isJson: boolean
}

/** Text columns of the tables that have rows. */
function textColumns(file: string): TextColumn[] {
  const path = join(kept, file)
  if (!existsSync(path)) return []
  const db = new DatabaseSync(path, { readOnly: true })
  const tables = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%fts%'`,
    )
    .all()
    .map(({ name }) => String(name))
  const found = tables.flatMap((table) => {
    if (!db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get()) return []
    const columns = db
      .prepare(`SELECT name FROM pragma_table_info(?) WHERE type IN ('TEXT', 'ANY')`)
      .all(table)
    return columns.map(({ name }): TextColumn => {
      const column = String(name)
      const json = db.prepare(`SELECT 1 FROM ${table} WHERE json_valid(${column}) LIMIT 1`).get()
      return { table, column, isJson: json !== undefined }
    })
  })
  db.close()
  return found
}

describe.each(Object.keys(commands))('a damaged record of %s', (file) => {
  it('ends no command with a stack, whatever its text is', async () => {
    const columns = textColumns(file)
    expect(columns.length).toBeGreaterThan(least[file] ?? 0)
    const asked = commands[file] ?? []
    // The columns meet the commands and the forms of damage in turn.
    for (const [at, { table, column, isJson }] of spread([...columns.entries()], 8)) {
      const forms = Object.entries(damages).filter(([how]) => isJson || how !== 'another shape')
      const [how, to] = forms[at % forms.length] ?? ['', String]
      const command = asked[at % asked.length]?.() ?? []
      restore()
      damage(file, `UPDATE OR IGNORE ${table} SET ${column} = ${to(column)} WHERE ${column} IS NOT NULL`)
      expectWords(await counter.run(...command), `${table}.${column} ${how}: ${command.join(' ')}`)
    }
  })
})

describe('a row of the journal whose request can’t be read', () => {
  it.each(spread(['payload', 'before'], 1))(
    'isn’t sent, is shown, and holds no other row (%s)',
    async (column) => {
      restore()
      damage(
        'journal.db',
        `UPDATE rows SET ${column} = '{"cut' WHERE batch = (SELECT seq FROM batches WHERE id = '${batch}') AND line = 2`,
      )
      const before = (await counter.control.ledger()).length
      const { code, out, err } = await counter.run('resume', batch, '--json')
      expect([code, err]).toEqual([1, expect.any(String)])
      expect((await counter.control.ledger()).length).toBe(before + 2)
      expect(JSON.parse(out)).toMatchObject({ counts: { done: 2, failed: 1, planned: 0 } })
      expect(`${out}${err}`).toContain('can’t be read')
      const again = await counter.run('resume', batch)
      expect(again.code).toBeLessThan(3)
      expect((await counter.control.ledger()).length).toBe(before + 2)
    },
  )

  it('stays in doubt if it may have been sent', async () => {
    restore()
    damage('journal.db', `UPDATE rows SET payload = '{"cut' WHERE state = 'in-doubt'`)
    const posted = (await counter.control.ledger()).length
    const { out } = await counter.run('batches', '--json')
    const doubtful = (JSON.parse(out) as { batches: Batch[] }).batches.filter(
      ({ counts }) => counts.inDoubt > 0,
    )
    expect(doubtful).toHaveLength(1)
    await counter.run('settle', doubtful[0]?.id ?? '')
    const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
    expect(batches.find(({ id }) => id === doubtful[0]?.id)?.counts).toMatchObject({ inDoubt: 1 })
    expect(await counter.control.ledger()).toHaveLength(posted)
  })
})

it('one damaged order is left out and named; the others are shown', async () => {
  restore()
  await counter.run('orders')
  damage('cache.db', `UPDATE orders SET record = '{"cut' WHERE order_id = (SELECT min(order_id) FROM orders)`)
  const ran = await counter.run('orders')
  expectWords(ran, 'orders')
  expect(ran.code).toBe(0)
  expect(ran.err).toContain('cache.db, orders')
})

describe('a part of a batch that can’t be read', () => {
  const parts: [string, string, string][] = [
    ['header', 'header', `'{"cut'`],
    ['mapping', 'mapping', `'[[1]]'`],
    ['encoding', 'encoding', `'utf-9'`],
    ['delimiter', 'delimiter', `'x'`],
    ['file', 'file', `'{"cut'`],
  ]
  it.each(spread(parts, 1))(
    'is named in the list, and the rest of the batch is as it was (%s)',
    async (part, column, to) => {
      restore()
      const whole = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
      const sound = whole.batches.find(({ fileName }) => fileName.endsWith('new.csv'))
      damage('journal.db', `UPDATE batches SET ${column} = ${to} WHERE id = '${sound?.id ?? ''}'`)
      const { code, out, err } = await counter.run('batches', '--json')
      expect([code, err]).toEqual([1, expect.stringContaining('journal.db, batches')])
      const { batches } = JSON.parse(out) as { batches: Batch[] }
      expect(batches).toHaveLength(whole.batches.length)
      expect(batches.filter(({ unreadableParts }) => unreadableParts)).toEqual([
        { ...sound, ...(part === 'file' ? { file: null } : {}), unreadableParts: [part] },
      ])
      expect((await counter.run('batches')).out).toContain('Can’t be read any more')
    },
  )

  it('stands in the way of failed rows in the file’s shape alone, if that is its header', async () => {
    restore()
    damage('journal.db', `UPDATE batches SET header = '{"cut'`)
    const report = counter.path('report.csv')
    const shaped = await counter.run('report', batch, report, '--failed')
    expectWords(shaped, 'report --failed')
    expect([shaped.code, shaped.err]).toEqual([2, expect.stringContaining('column names')])
    expect((await counter.run('report', batch, report)).code).toBe(0)
    expect(readFileSync(report, 'utf8').split('\n').length).toBeGreaterThan(3)
  })
})

describe('what was typed in the window and can’t be read', () => {
  const found = (forecourt: Forecourt) => forecourt.context.unreadable.places

  it('is told of a form, which is begun again, whether or not its file is set aside', async () => {
    restore()
    damage('forms.db', `UPDATE forms SET form = '[[1]]'`)
    const forecourt = openWindow()
    expect(await (await forecourt.advertForm()).kept()).toMatchObject({ form: null })
    expect(found(forecourt)).toEqual([{ place: 'forms.db, forms', leftOut: false, count: 1 }])
    await forecourt.close()
    restore()
    damage('forms.db', `UPDATE forms SET form = '{"cut'`)
    const again = openWindow()
    expect(await (await again.advertForm()).kept()).toMatchObject({ form: null })
    expect(again.context.setAside).toEqual([expect.stringContaining('forms.db')])
    await again.close()
  })

  it('is told of a view, which is shown without what is lost', async () => {
    restore()
    damage('staged.db', `UPDATE saved SET json = '{"cut' WHERE kind = 'view'`)
    const forecourt = openWindow()
    const { accountId } = await forecourt.context.accounts.owner()
    expect(forecourt.views.all(accountId)).toMatchObject([{ name: 'Mine', incomplete: true }])
    await forecourt.close()
  })

  it.each(spread(Object.entries(damages), 1))(
    'is told of a step, whose other edits are taken back (%s)',
    async (_how, to) => {
      restore()
      damage(
        'edits.db',
        `UPDATE changes SET old = ${to('old')} WHERE step = (SELECT max(id) FROM steps)
         AND advert = (SELECT min(advert) FROM changes)`,
      )
      const forecourt = openWindow()
      await forecourt.staged.move('undo')
      expect(found(forecourt)).toEqual([{ place: 'edits.db, changes', leftOut: true, count: 1 }])
      await forecourt.close()
      const { out } = await counter.run('staged', '--json')
      const { edits } = JSON.parse(out) as { edits: { value: number }[] }
      expect(edits.map(({ value }) => value).toSorted()).toEqual([4321, 4322])
    },
  )
})

/** Every command that reads something else than what is damaged. */
const everywhere = [['batches', '--json'], ['orders', '--json'], ['staged', '--json'], ['quota']]

it.each(
  spread(
    Object.entries({
      truncated: (text: string) => text.slice(0, text.length / 2),
      'another shape': () => '[[1]]',
      'parts of another shape': () =>
        '{"preferences":[1],"accounts":{"a":1},"activeAccountId":7,"window":"x"}',
    }),
    1,
  ),
)('damaged settings are set aside with a word, and everything else goes on (%s)', async (_how, to) => {
  restore()
  const path = join(counter.dataDir, 'settings.json')
  writeFileSync(path, to(readFileSync(path, 'utf8')))
  const first = await counter.run('batches', '--json')
  expectWords(first, 'batches')
  const asides = readdirSync(counter.dataDir).filter((name) => name.startsWith('settings.json.damaged-'))
  expect(asides).toHaveLength(1)
  expect([first.code, first.err]).toEqual([0, expect.stringContaining(asides[0] ?? 'a copy')])
  expect(first.err).toContain('look at the accounts and the quota')
  expect((JSON.parse(first.out) as { total: number }).total).toBe(3)
  for (const command of everywhere) {
    const ran = await counter.run(...command)
    expectWords(ran, command.join(' '))
    expect([command, ran.code, ran.err]).toEqual([command, 0, expect.not.stringContaining('damaged')])
  }
})

describe('a damaged mark', () => {
  const path = (): string => join(counter.dataDir, 'journal.mark')
  const slotOf = (text: string): string =>
    `${createHash('sha256').update(text).digest('hex').slice(0, 16)}${text}`.padEnd(512)

  it.each(
    spread(
      Object.entries({
        truncated: () => truncateSync(path(), 100),
        zeros: () => writeFileSync(path(), Buffer.alloc(1_024)),
        'another shape': () => writeFileSync(path(), slotOf('[[1]]').repeat(2)),
      }),
      1,
    ),
  )('sends nothing until a person answers, with words and a next step (%s)', async (_how, harm) => {
    restore()
    harm()
    const before = (await counter.control.ledger()).length
    for (const command of [...everywhere, ['journal', 'status']])
      expectWords(await counter.run(...command), command.join(' '))
    const listed = await counter.run('batches', '--json')
    expect((JSON.parse(listed.out) as { total: number }).total).toBe(3)
    const held = await counter.run('resume', batch)
    expectWords(held, 'resume')
    expect([held.code, held.err]).toEqual([2, expect.stringContaining('journal continue-here')])
    expect(held.err).toContain('journal.mark')
    expect(await counter.control.ledger()).toHaveLength(before)
    expect((await counter.run('journal', 'continue-here')).code).toBe(0)
    // What another copy may have sent is asked about; what is new is sent.
    expect((JSON.parse((await counter.run('resume', batch, '--json')).out) as Printed).counts).toMatchObject({
      planned: 0,
      inDoubt: 3,
    })
    const another = counter.file('another.csv', newVehicles([9_000 + before]))
    const sent = await counter.run('import', another, '--commit', '--again')
    expect([sent.code, sent.err]).toEqual([0, expect.any(String)])
    expect(await counter.control.ledger()).toHaveLength(before + 1)
  })
})

it('names files that were deleted at the next start, once, with what went with them', async () => {
  const counter = await openCounter()
  try {
    await counter.run('sync')
    expect((await counter.run('batches')).err).not.toContain('deleted')
    for (const name of ['settings.json', 'edits.db', 'edits.db.clean']) rmSync(join(counter.dataDir, name))
    const { err } = await counter.run('batches')
    expect(err).toContain('settings.json was deleted since the last start. The accounts, the quota’s package')
    expect(err).toContain('edits.db was deleted or emptied since the last start')
    const { preferences } = JSON.parse(readFileSync(join(counter.dataDir, 'settings.json'), 'utf8')) as {
      preferences: { buyerDataDays: unknown }
    }
    expect(preferences.buyerDataDays).toBeNull()
    expect((await counter.run('batches')).err).not.toContain('deleted')
  } finally {
    await counter.close()
  }
})
