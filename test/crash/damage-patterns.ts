import { cpSync, existsSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Stage } from './damage-world.ts'

/** Damages the journal of a copied data folder. @param stages all, the first being the oldest */
export type Damage = (dir: string, stages: readonly Stage[]) => void

const pageSize = 4_096
const journalOf = (dir: string): string => join(dir, 'journal.db')

/** The same bytes in every run. */
function noise(length: number, seed: number): Buffer {
  let state = seed
  return Buffer.from(
    Array.from({ length }, () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >>> 16),
  )
}

/** With all that the WAL has in the file itself, as after a checkpoint. */
function checkpointed(dir: string): Buffer {
  const db = new DatabaseSync(journalOf(dir))
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  return readFileSync(journalOf(dir))
}

function change(dir: string, work: (bytes: Buffer) => Buffer | undefined): void {
  const bytes = checkpointed(dir)
  writeFileSync(journalOf(dir), work(bytes) ?? bytes)
}

function pagesOf(dir: string, names: readonly string[]): number[] {
  const db = new DatabaseSync(journalOf(dir))
  const list = names.map((name) => `'${name}'`).join(', ')
  const pages = db.prepare(`SELECT pageno FROM dbstat WHERE name IN (${list}) ORDER BY pageno`).all()
  db.close()
  return pages.map(({ pageno }) => Number(pageno))
}

type Which = 'all' | 'first' | 'middle' | 'last' | 'half'

const chosen = (pages: readonly number[], which: Which): readonly number[] => {
  if (which === 'all') return pages
  if (which === 'half') return pages.filter((_, at) => at % 2 === 1)
  const at = { first: 0, middle: Math.floor(pages.length / 2), last: pages.length - 1 }[which]
  return pages.slice(at, at + 1)
}

const zeros = (page: Buffer): unknown => page.fill(0)
const bytes = (page: Buffer): unknown => noise(page.length, 5).copy(page)
const flip = (page: Buffer): unknown => page.fill((page[2_000] ?? 0) ^ 4, 2_000, 2_001)
const lastHalf = (page: Buffer): unknown => page.fill(0, pageSize / 2)

const inPages =
  (names: readonly string[], which: Which, spoil: (page: Buffer) => unknown): Damage =>
  (dir) => {
    change(dir, () => undefined)
    const pages = chosen(pagesOf(dir, names), which)
    change(dir, (file) => {
      for (const page of pages) spoil(file.subarray((page - 1) * pageSize, page * pageSize))
      return undefined
    })
  }

const inFile =
  (spoil: (file: Buffer) => Buffer | undefined): Damage =>
  (dir) =>
    change(dir, spoil)

const cut = (share: number, more = 0): Damage =>
  inFile((file) => file.subarray(0, Math.floor((file.length / pageSize) * share) * pageSize + more))

const flips = (count: number, seed: number): Damage =>
  inFile((file) => {
    const at = noise(count * 4, seed)
    for (let n = 0; n < count; n += 1) {
      const place = at.readUInt32LE(n * 4) % file.length
      file[place] = (file[place] ?? 0) ^ (1 << (n % 8))
    }
    return undefined
  })

const inWal =
  (spoil: (wal: Buffer) => Buffer): Damage =>
  (dir) => {
    const path = `${journalOf(dir)}-wal`
    if (existsSync(path)) writeFileSync(path, spoil(readFileSync(path)))
  }

/** A page of rows is damaged besides, so that the folder isn't only older. */
const withPage =
  (damage: Damage): Damage =>
  (dir, stages) => {
    damage(dir, stages)
    inPages(['rows'], 'middle', zeros)(dir, stages)
  }

const without =
  (...suffixes: string[]): Damage =>
  (dir) => {
    for (const suffix of suffixes) rmSync(journalOf(dir) + suffix, { force: true })
  }

const older: Damage = (dir, [first]) => {
  without('', '-wal')(dir, [])
  for (const suffix of ['', '-wal'])
    if (first && existsSync(journalOf(first.dir) + suffix))
      cpSync(journalOf(first.dir) + suffix, journalOf(dir) + suffix)
}

/** What the app keeps beside the journal to go back to. */
const backupsOf = (dir: string): string[] => {
  const folder = join(dir, 'backup')
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => join(folder, name))
    : []
}

const newestBackup =
  (spoil: (path: string) => void): Damage =>
  (dir) => {
    const newest = backupsOf(dir).at(-1)
    if (newest !== undefined) spoil(newest)
  }

const noBackups: Damage = (dir) => rmSync(join(dir, 'backup'), { recursive: true, force: true })

const both =
  (...damages: Damage[]): Damage =>
  (dir, stages) => {
    for (const damage of damages) damage(dir, stages)
  }

const tables = ['rows', 'batches', 'attempts', 'batch_counts', 'identity'] as const
const indexes = ['rows_by_state', 'rows_by_fingerprint', 'attempts_by_row'] as const

const ofPages: [string, Damage][] = [
  ...tables.map((name): [string, Damage] => [`${name}: all pages zeros`, inPages([name], 'all', zeros)]),
  ...indexes.map((name): [string, Damage] => [`${name}: all pages zeros`, inPages([name], 'all', zeros)]),
  ...(['first', 'middle', 'last', 'half'] as const).map((which): [string, Damage] => [
    `rows: ${which} of the pages zeros`,
    inPages(['rows'], which, zeros),
  ]),
  ['rows: all pages random', inPages(['rows'], 'all', bytes)],
  ['rows: middle page random', inPages(['rows'], 'middle', bytes)],
  ['rows: last half of each page zeros', inPages(['rows'], 'all', lastHalf)],
  ['rows: a bit in each page', inPages(['rows'], 'all', flip)],
  ['rows: a bit in the middle page', inPages(['rows'], 'middle', flip)],
  ['attempts: middle page zeros', inPages(['attempts'], 'middle', zeros)],
  ['attempts: a bit in each page', inPages(['attempts'], 'all', flip)],
  ['rows and attempts: all pages random', inPages(['rows', 'attempts'], 'all', bytes)],
  ['all tables: last half of each page zeros', inPages(tables, 'all', lastHalf)],
]

const ofFile: [string, Damage][] = [
  ['header zeros', inFile((file) => void file.fill(0, 0, 100))],
  ['first 16 bytes zeros', inFile((file) => void file.fill(0, 0, 16))],
  ['first page zeros', inFile((file) => void file.fill(0, 0, pageSize))],
  ['first page random', inFile((file) => void noise(pageSize, 9).copy(file))],
  ...[0, 0.25, 0.5, 0.75, 0.95].map((share): [string, Damage] => [
    `cut at ${share * 100} %`,
    cut(share, 100),
  ]),
  ...[1, 2, 3].map((seed): [string, Damage] => [`20 bits anywhere, ${seed}`, flips(20, seed)]),
  ['400 bits anywhere', flips(400, 7)],
  [
    'every tenth page zeros',
    inFile((file) => {
      for (let at = 5 * pageSize; at < file.length; at += 10 * pageSize) file.fill(0, at, at + pageSize)
      return undefined
    }),
  ],
  [
    'no database at all',
    (dir) => {
      without('-wal')(dir, [])
      writeFileSync(journalOf(dir), 'this is no database')
    },
  ],
  ['missing', without('', '-wal')],
  [
    'empty',
    (dir) => {
      without('-wal')(dir, [])
      truncateSync(journalOf(dir), 0)
    },
  ],
  ['an older copy', older],
  ['an older copy, a page of it damaged', withPage(older)],
]

const ofWal: [string, Damage][] = [
  ['WAL missing', without('-wal')],
  ['WAL missing, and a page', withPage(without('-wal'))],
  ['WAL cut in the middle', inWal((wal) => wal.subarray(0, Math.floor(wal.length / 2)))],
  [
    'WAL cut in the middle, and a page',
    withPage(inWal((wal) => wal.subarray(0, Math.floor(wal.length / 2)))),
  ],
  ['WAL: its header random', inWal((wal) => (noise(Math.min(32, wal.length), 3).copy(wal), wal))],
  ['WAL zeros', inWal((wal) => wal.fill(0))],
  ['WAL: a bit in the middle', inWal((wal) => wal.fill(0xa5, wal.length >> 1, (wal.length >> 1) + 4))],
  [
    'WAL of an earlier time',
    (dir, stages) => {
      const earlier = stages.find((stage) => existsSync(`${journalOf(stage.dir)}-wal`))
      if (earlier) cpSync(`${journalOf(earlier.dir)}-wal`, `${journalOf(dir)}-wal`)
    },
  ],
  ['file without its newest pages, its WAL gone', both(without('-wal'), cut(0.9))],
]

const ofBackups: [string, Damage][] = [
  [
    'rows zeros, newest backup damaged',
    both(
      newestBackup((path) => truncateSync(path, 10_000)),
      inPages(['rows'], 'all', zeros),
    ),
  ],
  [
    'missing, newest backup damaged',
    both(
      newestBackup((path) => writeFileSync(path, 'x')),
      without('', '-wal'),
    ),
  ],
  ['rows zeros, no backup', both(noBackups, inPages(['rows'], 'all', zeros))],
  ['rows: middle page zeros, no backup', both(noBackups, inPages(['rows'], 'middle', zeros))],
  [
    'header zeros, no backup',
    both(
      noBackups,
      inFile((file) => void file.fill(0, 0, 100)),
    ),
  ],
  ['cut at 50 %, no backup', both(noBackups, cut(0.5))],
  ['missing, no backup', both(noBackups, without('', '-wal'))],
]

export const damages: readonly [string, Damage][] = [...ofPages, ...ofFile, ...ofWal, ...ofBackups]
