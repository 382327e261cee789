import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import { MarkFile } from '../../src/main/batch/journal/mark-file.ts'
import { JournalCare } from '../../src/main/batch/journal-care.ts'
import { recoveryOf } from '../main/batch/alone.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { source } from '../main/batch/dealership.ts'
import type { Damage } from './damage-patterns.ts'
import type { Stage, TrueRow } from './damage-world.ts'

/** What became of the rows of a damaged journal. */
export interface Verdict {
  /** As they were. */
  whole: number
  inDoubt: number
  /** Not there, and said so: by the time of the backup, or by the number of sends of which nothing is known. */
  told: number
  /** Not there, and nothing says so. */
  silent: number
  /** There, but not as anything that ever was. */
  invented: number
  /** Executed, and may be sent once more without a question. */
  twice: number
  /** Wrong in a file that SQLite takes for sound. */
  unnoticed: number
  /** 1 if every create is asked about from then on. */
  asking: number
  readonly words: string[]
}

/** Damages a copy of the stage's folder, lets it be recovered, and compares the journal with the truth. */
export function judge(stage: Stage, stages: readonly Stage[], damage: Damage): Verdict {
  const dir = `${stage.dir}-damaged`
  cpSync(stage.dir, dir, { recursive: true })
  ownMark(dir)
  damage(dir, stages)
  const journal = new Journal(join(dir, 'journal.db'), systemClock)
  try {
    const { isNoticed, isTold } = recovered(journal, dir)
    const verdict = compared(journal, stage.truth, isTold)
    if (isNoticed) return verdict
    // SQLite takes the file for sound: what is wrong in it is a value like any other.
    const { silent, invented, twice } = verdict
    return { ...verdict, silent: 0, invented: 0, twice: 0, unnoticed: silent + invented + twice, words: [] }
  } finally {
    journal.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The mark says which file it was written to; the copy has to be the one. */
function ownMark(dir: string): void {
  const file = new MarkFile(join(dir, 'journal.mark'))
  const mark = file.read()
  if (mark === null) return
  file.reset(mark)
  file.close()
}

/**
 * @returns whether anything was wrong, and whether it is said that something may be missing: the time of a backup, an
 * earlier state, or sends that are unknown
 */
function recovered(journal: Journal, dataDir: string): { isNoticed: boolean; isTold: boolean } {
  const recovery = recoveryOf(journal, dataDir)
  const care = new JournalCare(journal, recovery)
  care.ensureChecked()
  const isBehind = care.state === 'behind' || journal.newerBackup() !== null
  const { damage } = journal
  if (damage) care.choose(damage.backup ? 'restore' : 'start-new')
  recovery.adopt()
  recovery.release()
  return { isNoticed: isBehind || damage !== null, isTold: isBehind || damage !== null }
}

type Found = Record<'state' | 'fingerprint' | 'operation' | 'auto_id', unknown>

function compared(journal: Journal, truth: readonly TrueRow[], isTold: boolean): Verdict {
  const rows = journal.db
    .prepare(
      `SELECT batches.id || ':' || line AS place, rows.state, fingerprint, rows.operation, rows.auto_id
       FROM rows JOIN batches ON seq = rows.batch`,
    )
    .all()
  const found = new Map(rows.map(({ place, ...row }) => [String(place), row as Found]))
  const verdict: Verdict = {
    whole: 0,
    inDoubt: 0,
    told: 0,
    silent: 0,
    invented: 0,
    twice: 0,
    unnoticed: 0,
    asking: journal.tables.unknownSends.last() === null ? 0 : 1,
    words: [],
  }
  const places = new Set(truth.map(placeOf))
  verdict.invented += [...found.keys()].filter((place) => !places.has(place)).length
  for (const row of truth) {
    const now = found.get(placeOf(row))
    const kind = now ? kindOf(row, now) : goneKind(journal, row, isTold)
    verdict[kind] += 1
    if (['silent', 'invented', 'twice'].includes(kind))
      verdict.words.push(
        `${placeOf(row)} ${row.operation} ${row.state} ${row.executed ? 'executed' : ''}: ${kind}, ${now ? String(now.state) : 'gone'}`,
      )
  }
  return verdict
}

const placeOf = ({ batch, line }: TrueRow): string => `${batch}:${line}`

type Kind = Exclude<keyof Verdict, 'words' | 'asking'>

function kindOf(row: TrueRow, now: Found): Kind {
  if (now.fingerprint !== row.fingerprint || now.operation !== row.operation) return 'invented'
  if (now.state === 'done')
    return row.executed && (row.operation !== 'create' || now.auto_id === row.made) ? 'whole' : 'invented'
  if (['in-doubt', 'unknown', 'sending'].includes(String(now.state))) return 'inDoubt'
  if (row.executed) return 'twice'
  return now.state === row.state || now.state === 'planned' || now.state === 'failed' ? 'whole' : 'invented'
}

/** A row that isn't there any more: a create of it has to be asked about, and something has to be said. */
function goneKind(journal: Journal, row: TrueRow, isTold: boolean): Kind {
  if (row.executed && row.operation === 'create' && !isAsked(journal, row)) return 'twice'
  return isTold ? 'told' : 'silent'
}

/** Whether the same create again is asked about. */
const isAsked = ({ tables: { writes, unknownSends } }: Journal, { fingerprint }: TrueRow): boolean =>
  unknownSends.last() !== null || writes.sentBefore(source(7).accountId, [fingerprint]).has(fingerprint)
