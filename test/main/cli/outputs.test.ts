import { spawn } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { buffer, text } from 'node:stream/consumers'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ended, newVehicles, openCounter } from './counter.ts'
import { scriptPath } from '../../scripts.ts'
import { isWhole, spread } from '../../whole.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter(5))

test.each(
  spread(
    [
      ['itself', (file: string) => file],
      ['by another spelling', (file: string) => `${dirname(file)}/./data/../stock.csv`],
      [
        'through a linked folder',
        (file: string) => {
          symlinkSync(mkdtempSync(counter.path('else-')), counter.path('linked'))
          return `${dirname(file)}/linked/../stock.csv`
        },
      ],
      ['from where the command runs', (file: string) => relative(process.cwd(), file)],
      [
        'by a link',
        (file: string) => {
          symlinkSync(file, counter.path('link.csv'))
          return counter.path('link.csv')
        },
      ],
      [
        'by a second name',
        (file: string) => {
          linkSync(file, counter.path('second.csv'))
          return counter.path('second.csv')
        },
      ],
    ],
    2,
  ),
)('no report is written over the file that is imported: %s', async (_how, nameOf) => {
  const content = newVehicles([9_000])
  const file = counter.file('stock.csv', content)
  const report = nameOf(file)
  for (const more of [[], ['--commit', '--yes']]) {
    const { code, err } = await counter.run('import', file, '--report', report, ...more)
    expect([code, err]).toEqual([2, expect.stringContaining(`${report} is read by this command`)])
  }
  expect(readFileSync(file, 'utf8')).toBe(content)
})

const inKernel: [string, () => string, RegExp] = [
  'a folder that can’t be written',
  () => '/sys/report.csv',
  /This can’t be written: \/sys\/report\.csv\./,
]

test.each<[string, () => string, RegExp]>([
  [
    'a name that is too long',
    () => counter.path(`${'x'.repeat(300)}.csv`),
    /^This path is too long: .*shorter name/,
  ],
  [
    'links in a circle',
    () => {
      symlinkSync(counter.path('circle.csv'), counter.path('circle.csv'))
      return counter.path('circle.csv')
    },
    /circle\.csv can’t be saved: /,
  ],
  // A folder of the kernel, in which root may write as little as anybody.
  ...(process.platform === 'linux' ? [inKernel] : []),
])('%s is no place for a report, in plain words', async (_what, nameOf, words) => {
  const file = counter.file('stock.csv', newVehicles([9_000]))
  const { code, err } = await counter.run('import', file, '--report', nameOf())
  expect([code, err]).toEqual([2, expect.stringMatching(words)])
  expect(err).not.toMatch(/data folder|E[A-Z]{4,}/)
})

test('a place that only looks like the imported file is that place, or none', async () => {
  const content = newVehicles([9_000])
  const file = counter.file('stock.csv', content)
  const none = await counter.run('import', file, '--report', counter.path('none') + '/../stock.csv')
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('there is no such folder')])
  mkdirSync(counter.path('far/near'), { recursive: true })
  symlinkSync(counter.path('far/near'), counter.path('lane'))
  for (const name of ['stock.csv', 'other.csv']) {
    const ran = await counter.run('import', file, '--report', `${counter.path('lane')}/../${name}`)
    expect(ran.code).toBe(0)
    expect(readFileSync(counter.path(`far/${name}`), 'utf8')).toContain('line,operation,outcome')
  }
  expect(readFileSync(file, 'utf8')).toBe(content)
})

test('a result on a full disk is told, a log on one stops nothing', async () => {
  counter.file('in.csv', newVehicles([9_200]))
  const line = `cd ${counter.path('')} && $FORECOURT import in.csv --commit`
  const unlogged = await shell(`${line} --json 2>/dev/full`)
  expect([unlogged.code, unlogged.out]).toEqual([0, expect.stringContaining('"done":1')])
  const commands = ['batches --json', 'export -', 'quota', 'import in.csv --new-only --json']
  for (const words of spread(commands, 1)) {
    const { code, err } = await shell(`cd ${counter.path('')} && $FORECOURT ${words} >/dev/full`)
    expect([words, code, err]).toEqual([words, 2, expect.stringContaining('The disk is full: ')])
    expect(err).not.toMatch(/\n\s+at /)
  }
})

test('a watch whose result nothing takes says so at once, and goes on', async () => {
  const folder = counter.path('full')
  mkdirSync(folder)
  counter.file('full/a.csv', newVehicles([9_300]))
  counter.file('next.csv', newVehicles([9_350]))
  const { out } = await shell(`cd ${folder}
    $FORECOURT watch . --commit --json --rest 1s >/dev/full 2>../said &
    until grep -q 'The disk is full: ' ../said; do sleep 0.1; done
    cp ../next.csv b.csv
    until [ -e done/b.csv ]; do sleep 0.1; done
    kill $!; wait $!; echo "ended $?"; cat ../said`)
  expect(out).toContain('ended 2')
  expect(out.split('The watch goes on')).toHaveLength(2)
}, 120_000)

test('a reader of bytes that has read enough is no error', async () => {
  for (const out of spread(['- | head -c 3', '>(head -c 3)'], 1)) {
    const { err } = await shell(`set -o pipefail; $FORECOURT export ${out}; echo "ended $?" >&2`)
    expect(err).toMatch(/^[^]*saved in [^\n]*\n(?:Found[^\n]*\n)?ended 0\n$/)
    expect(err).not.toContain('EPIPE')
  }
})

test.each(['--map', '--values'])('nor over the file of %s', async (option) => {
  const file = counter.file('stock.csv', newVehicles([9_000]))
  const read = counter.file('choice.json', '{}')
  const { code, err } = await counter.run('import', file, option, read, '--report', read)
  expect([code, err]).toEqual([2, expect.stringContaining('another name')])
  expect(readFileSync(read, 'utf8')).toBe('{}')
})

test.each([
  [['import', 'stock.csv', '--report', 'out.xlsx'], 2, 'ends in .csv'],
  [['export', 'out.xlsx'], 2, 'ends in .csv'],
  [['links', 'export', 'out.ods'], 2, 'ends in .csv'],
  [['export', '--edit', 'out.xls'], 2, '.csv, .xlsx'],
  [['export', 'out.pdf'], 2, 'ends in .csv'],
  [['export', 'out.csv.gz'], 2, 'ends in .csv'],
  [['import', 'stock.csv', '--report', 'out.tsv'], 2, 'ends in .csv'],
  [['export', 'out.tsv'], 0, '\xef\xbb\xbfauto_id\tcurrency_id'],
  [['support', 'out.txt'], 2, 'ends in .zip'],
  [['template', 'create', '--xlsx', 'out.csv'], 2, 'ends in .xlsx'],
  [['template', 'create', 'out.xlsx'], 0, 'PK'],
  [['export', '--edit', 'out.XLSX'], 0, 'PK'],
  [['template', 'create', 'out'], 0, ''],
])('the ending says the form: %j', async (words, expected, told) => {
  counter.file('stock.csv', newVehicles([9_000]))
  const argv = words.map((word) => (/^(?:out|stock)/.test(word) ? counter.path(word) : word))
  const { code, err } = await counter.run(...argv)
  expect([code, err]).toEqual([expected, expect.stringContaining(expected === 0 ? 'out' : told)])
  if (expected === 0) expect(readFileSync(argv.at(-1) ?? '', 'latin1').startsWith(told)).toBe(true)
})

/** A command with a shell round it, in a process of its own. */
async function shell(line: string) {
  const running = spawn('bash', ['-c', line], {
    env: {
      ...process.env,
      FORECOURT: `${process.execPath} --disable-warning=ExperimentalWarning ${scriptPath('command-child')}`,
      ...counter.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [code, out, err] = await Promise.all([ended(running), buffer(running.stdout), text(running.stderr)])
  return { code, out: out.toString('latin1'), err }
}

test('“-”, a pipe and standard input stand for files', async () => {
  const path = counter.file('in.csv', newVehicles([9_100]))
  expect(await shell(`$FORECOURT import <(cat ${path})`)).toMatchObject({ code: 0 })
  const sent = await shell(`$FORECOURT import - --commit --report - < ${path}`)
  expect([sent.code, sent.out.split('\n')[0]]).toEqual([0, expect.stringContaining('line,operation,outcome')])
  expect(sent.err).toContain('1 done, 0 planned')
  // It takes 256 MiB in before it is refused.
  const endless =
    isWhole &&
    (await shell(`cd ${counter.path('')} && yes | TMPDIR=. $FORECOURT import - ; ls -d ./forecourt-input*`))
  if (endless) expect(endless.err).toMatch(/300,000[\s\S]*No such file/)
  const stopped = await shell(
    `cd ${counter.path('')}
    TMPDIR=. $FORECOURT import - < <(cat in.csv; exec sleep 30 2>&-) &
    until ls -d ./forecourt-input*; do sleep 0.1; done
    kill $!; wait $!; echo "ended $?"; ls -d ./forecourt-input*`,
  )
  expect(stopped.out.trim().split('\n').slice(1)).toEqual(['ended 143'])
  const twice = await counter.run('import', '-', '--report', '-', '--json')
  expect([twice.code, twice.out]).toEqual([2, expect.stringContaining('--json both write')])
})

test('no output is written over a file of the data folder', async () => {
  for (const name of ['journal.db', 'settings.json', 'logs/forecourt.log']) {
    const path = join(counter.dataDir, name)
    const before = readFileSync(path)
    for (const words of [
      ['export', path],
      ['template', 'create', path],
      ['support', path],
    ]) {
      const { code, err } = await counter.run(...words)
      expect([code, err]).toEqual([2, expect.stringContaining('one of Forecourt’s own files')])
    }
    expect(readFileSync(path).subarray(0, before.length).equals(before)).toBe(true)
  }
})
