import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, promises, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { spread, wholeTest } from '../../whole.ts'
import { ended, newVehicles, openCounter } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

test('a first start by several processes at once: each of them starts', async () => {
  const commands = Array.from({ length: 3 }, () =>
    counter.begin('batches', '--data-dir', counter.path('fresh')),
  )
  expect(await Promise.all(commands.map(ended))).toEqual(commands.map(() => 0))
}, 180_000)

const long = 'x'.repeat(200)

test.each([
  ['a path that SQLite can’t open', join(long, long, long), 'is too long'],
  ['a path that the system can’t make', 'x'.repeat(300), 'is too long'],
  ['a path below a file', 'file.txt/data', 'file.txt/data'],
  ['a file', 'file.txt', 'file.txt'],
])('%s as the data folder: words that name it and exit 2, no stack', async (_name, path, words) => {
  writeFileSync(counter.path('file.txt'), 'not a folder')
  const { code, err } = await counter.run('batches', '--data-dir', counter.path(path))
  expect(err).toContain(words)
  expect(err).not.toMatch(/\n\s+at /)
  expect(code).toBe(2)
})

test.each([
  'cache.db',
  'staged.db',
  'journal.db',
  'forms.db',
  'settings.json',
  'logs/forecourt.log',
  'drafts/one.left',
  'sandbox/port',
])('a folder called %s: words that name it and exit 2, no stack', async (name) => {
  const folder = counter.path('taken')
  mkdirSync(join(folder, name), { recursive: true })
  const { code, err } = await counter.run('batches', '--data-dir', folder)
  expect(err).toContain(`${join(folder, name)} is a folder, not a file.`)
  expect(code).toBe(2)
})

test('a folder in the place of the mark is named, not the draft of the mark', async () => {
  expect((await counter.run('batches')).code).toBe(0)
  const mark = join(counter.dataDir, 'journal.mark')
  rmSync(mark)
  mkdirSync(mark)
  expect((await counter.run('batches')).err).toContain(`${mark} is a folder, not a file.`)
})

test('a data folder that depends on the folder of the start is refused, and none is made', async () => {
  const name = 'FORECOURT_DATA_DIR'
  for (const [env, words, told] of [
    [{ [name]: 'data' }, [], `${name} is “data”, which is no whole path`],
    [{ [name]: '~/data' }, ['--json'], `${name} is “~/data”`],
    [{ [name]: './data', LC_ALL: 'uk_UA.UTF-8' }, [], `${name} містить «./data», а це не повний шлях`],
    [{}, ['--data-dir', '~/data'], '--data-dir is “~/data”'],
  ] as const) {
    const { code, err } = await counter.runWith(env, 'batches', ...words)
    expect([code, err]).toEqual([2, expect.stringContaining(told)])
    expect(err).toMatch(/such as \/home|наприклад \/home/)
  }
  expect(['data', '~'].filter((each) => existsSync(each))).toEqual([])
})

test('folders and pipes that no start reads are left alone', async () => {
  const folder = counter.path('foreign')
  for (const name of ['logs/old', 'drafts/@eaDir', 'sandbox/old'])
    mkdirSync(join(folder, name), { recursive: true })
  execFileSync('mkfifo', [join(folder, 'of-another')])
  const { code, err } = await counter.runApart('batches', '--data-dir', folder)
  expect([code, err]).toEqual([0, 'There are no batches yet.\n'])
}, 60_000)

wholeTest(
  'a pipe that a person names for a setting is read',
  async () => {
    const table = counter.file('a.csv', 'auto_id,what\n1,9000\n')
    const pipe = counter.path('pipe')
    execFileSync('mkfifo', [pipe])
    const [{ err }] = await Promise.all([
      counter.runApart('import', table, '--map', pipe),
      promises.writeFile(pipe, JSON.stringify({ columns: { nowhere: 'price' } })),
    ])
    expect(err).toContain('nowhere')
  },
  60_000,
)

/** In a process of its own: one that waits for a pipe hears nothing. */
test('a pipe or a device in the place of a file is named and not waited for, also where a person names it', async () => {
  const table = counter.file('a.csv', 'auto_id,price\n1,9000\n')
  const pipe = counter.path('pipe')
  execFileSync('mkfifo', [pipe])
  const places = ['settings.json', 'journal.mark', 'drafts/one.left', 'sandbox/port-0.db']
  const folders = places.map((name) => {
    const folder = counter.path(`taken-${name.replace('/', '-')}`)
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    symlinkSync(name === 'journal.mark' ? '/dev/zero' : pipe, join(folder, name))
    const command = name.startsWith('sandbox') ? 'sandbox' : 'batches'
    return { argv: [command, '--data-dir', folder], named: join(folder, name) }
  })
  const asked = [
    { argv: ['import', pipe], named: 'pipe' },
    { argv: ['import', table, '--map', '/dev/zero'], named: '/dev/zero' },
    {
      argv: [
        'team',
        'init',
        '--server',
        'postgresql://me@localhost/one',
        '--name',
        'one',
        '--ca',
        '/dev/zero',
      ],
      named: '/dev/zero',
    },
  ]
  const all = [...spread(folders, 2), ...spread(asked, 1)]
  const ran = await Promise.all(all.map(({ argv }) => counter.runApart(...argv)))
  expect(ran.map(({ code }) => code)).toEqual(all.map(() => 2))
  for (const [at, { named }] of all.entries())
    expect(ran[at]?.err).toContain(`${named} is a pipe or a device, not a file.`)
}, 60_000)

/** Each waits five seconds for the lock, and so all of them wait together. */
test('a database that another program keeps locked: words that name it and exit 2, no stack, until it is let go', async () => {
  const names = spread(['journal.db', 'staged.db', 'edits.db', 'forms.db', 'cache.db'], 1)
  const inFolder = (name: string): string[] => ['batches', '--data-dir', counter.path(name)]
  for (const name of names) expect((await counter.run(...inFolder(name))).code).toBe(0)
  const others = names.map((name) => new DatabaseSync(join(counter.path(name), name)))
  for (const other of others)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  const ran = await Promise.all(names.map((name) => counter.runApart(...inFolder(name))))
  for (const other of others) other.close()
  for (const [at, name] of names.entries()) {
    const { code = 0, err = '' } = ran[at] ?? {}
    expect(err).toContain('Another program holds')
    expect(err).toContain(join(counter.path(name), name))
    expect(err).not.toMatch(/\n\s+at /)
    expect(code).toBe(2)
    expect((await counter.run(...inFolder(name))).code).toBe(0)
  }
}, 180_000)

test('a database that another program writes to is named, also where calls are counted', async () => {
  const folder = counter.path('counted')
  expect((await counter.run('sync', '--data-dir', folder)).code).toBe(0)
  using other = new DatabaseSync(join(folder, 'staged.db'))
  other.exec('BEGIN IMMEDIATE')
  const { code, err } = await counter.runApart('sync', '--data-dir', folder)
  expect(err).toContain(`Another program holds the app’s data: ${join(folder, 'staged.db')}`)
  expect(code).toBe(2)
}, 60_000)

describe('a backup that can’t be made', () => {
  test('a journal that could not be backed up is told, and the import is done even so', async () => {
    const folder = join(counter.dataDir, 'backup')
    symlinkSync('/proc/none/such', folder)
    const first = await counter.run('import', counter.file('new.csv', newVehicles([20_000])), '--commit')
    expect(first).toMatchObject({
      code: 0,
      err: expect.stringContaining('The journal could not be backed up') as string,
    })
    rmSync(folder)
    const next = await counter.run(
      'import',
      counter.file('more.csv', newVehicles([21_000])),
      '--commit',
      '--again',
    )
    expect(next).toMatchObject({ code: 0, err: expect.not.stringContaining('backed up') as string })
  })

  test('the same reason is told once, however many batches have no backup', async () => {
    symlinkSync('/proc/none/such', join(counter.dataDir, 'backup'))
    mkdirSync(counter.path('dms'))
    for (const [at, name] of ['one.csv', 'two.csv'].entries()) {
      const path = counter.file(
        `dms/${name}`,
        `marka_id,model_id,base_id,equip_id,currency_id,price\n${fourCells(at * 3)},USD,20000\n`,
      )
      utimesSync(path, 1_700_000_000, 1_700_000_000)
    }
    const { code, err } = await counter.run('watch', counter.path('dms'), '--once', '--commit')
    expect(code).toBe(0)
    expect(err.match(/could not be backed up/g)).toHaveLength(1)
    expect((await counter.control.ledger()).filter(({ committed }) => committed)).toHaveLength(2)
  })
})
