import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import { planBatch } from '../../src/main/batch/sending/plan-batch.ts'
import { recoveryOf } from '../main/batch/alone.ts'
import { JournalCare } from '../../src/main/batch/journal-care.ts'
import { Fault } from '../../src/shared/bridge/failure.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import type { Dice } from '../../src/sandbox/world/random.ts'
import { car, planned, source } from '../main/batch/dealership.ts'
import { openWorld, type Kill } from './world.ts'

/** What a person may choose for a damaged journal. */
export const choices = ['restore', 'start-new'] as const
export type Choice = (typeof choices)[number]

/** What becomes of the journal before a person chooses. */
export const ruins = ['unreadable', 'gone', 'older-copy-damaged', 'page-lost'] as const
export type Ruin = (typeof ruins)[number]

/** Creates of prices of their own, so that one that was made twice is seen. */
export const creates = (count: number): PlannedRow[] =>
  Array.from({ length: count }, (_, n) =>
    planned(n + 2, 'create', car({ price: 40_000 + n, auto_note: `Авто №${n}` })),
  )

/**
 * A batch is sent and killed, its journal is ruined, half of the time with its backups, and replaced by a person's choice,
 * and the same rows are imported again: what was made must be asked about.
 * @returns whether the engine was killed, and the promises that were broken
 */
export async function importAgain(
  dice: Dice,
  choice: Choice,
  ruin: Ruin,
  kill: Kill | null,
): Promise<{ killed: boolean; violations: string[] }> {
  const rows = creates(dice.whole(3, 8))
  const world = await openWorld(() => rows)
  const older = copyOf(world.dataDir)
  try {
    const killed = await world.live({ actions: ['send'], kill, faults: [] })
    if (!ruinAndReplace(world.dataDir, older, { choice, ruin, hasBackups: dice.chance(0.5) }))
      return { killed, violations: [] }
    if (!(await isHeld(world.dataDir, world.userId, rows)))
      await world.live({ actions: ['send'], kill: null, faults: [] })
    const twice = madeTwice(await world.made())
    return { killed, violations: twice.map((price) => `${choice}, ${ruin}: ${price} was made twice`) }
  } finally {
    rmSync(older, { recursive: true, force: true })
    await world.close()
  }
}

export function copyOf(dataDir: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'forecourt-older-'))
  cpSync(dataDir, copy, { recursive: true })
  return copy
}

interface Ruining {
  readonly choice: Choice
  readonly ruin: Ruin
  readonly hasBackups: boolean
}

/** @returns false if the journal wasn't damaged after all */
export function ruinAndReplace(
  dataDir: string,
  older: string,
  { choice, ruin, hasBackups }: Ruining,
): boolean {
  ruinJournal(dataDir, older, ruin)
  if (!hasBackups) rmSync(join(dataDir, 'backup'), { recursive: true, force: true })
  return replace(dataDir, choice)
}

const suffixes = ['', '-wal', '-shm'] as const

function ruinJournal(dataDir: string, copy: string, ruin: Ruin): void {
  const path = join(dataDir, 'journal.db')
  if (ruin === 'page-lost') new DatabaseSync(path).close()
  if (ruin !== 'page-lost') for (const suffix of suffixes) rmSync(path + suffix, { force: true })
  if (ruin === 'unreadable') writeFileSync(path, 'this is no database')
  if (ruin === 'older-copy-damaged') cpSync(join(copy, 'journal.db'), path)
  if (ruin === 'older-copy-damaged' || ruin === 'page-lost') damagePages(path)
}

/** Overwrites the pages of the attempts and of the rows. */
function damagePages(path: string): void {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const pages = db.prepare(`SELECT pageno FROM dbstat WHERE name IN ('attempts', 'rows')`).all()
  db.close()
  const bytes = readFileSync(path)
  for (const { pageno } of pages) bytes.fill(0xa5, (Number(pageno) - 1) * 4_096, Number(pageno) * 4_096)
  writeFileSync(path, bytes)
}

function replace(dataDir: string, choice: Choice): boolean {
  const journal = new Journal(join(dataDir, 'journal.db'), systemClock)
  const care = new JournalCare(journal, recoveryOf(journal, dataDir))
  try {
    care.ensureChecked()
    if (!journal.damage) return false
    // Without a backup there is nothing to go on with.
    care.choose(journal.damage.backup ? choice : 'start-new')
    return true
  } finally {
    journal.close()
  }
}

/** Whether the same rows are asked about; if not, they are planned. */
export async function isHeld(dataDir: string, userId: number, rows: readonly PlannedRow[]): Promise<boolean> {
  const journal = new Journal(join(dataDir, 'journal.db'), systemClock)
  try {
    await planBatch(journal, source(userId), rows, () => null, { check: 'shown-only' })
    return false
  } catch (error) {
    if (error instanceof Fault && error.code === 'confirmation-required') return true
    throw error
  } finally {
    journal.close()
  }
}

export const madeTwice = (prices: readonly string[]): string[] => [
  ...new Set(prices.filter((price, at) => prices.indexOf(price) !== at)),
]
