import { BackupKeeper, type BackupParts } from './backup-keeper.ts'
import { JournalCare } from './journal-care.ts'
import { DoneWrites, type NoteWritten } from './journal/done-writes.ts'
import { BatchReader } from './reading/batch-reader.ts'
import { BatchControl } from './sending/batch-control.ts'
import { BatchPlanner } from './sending/batch-planner.ts'
import { Engine, type EngineParts, RunQueue } from './sending/engine.ts'
import { Recovery } from './sending/recovery.ts'
import { AnswerService } from './settle/answer-service.ts'
import type { SettleParts } from './settle/settle-change.ts'
import { Settling } from './settle/settling.ts'
import { UndoService } from './undo/undo-service.ts'

/** Parts that batches are made from. */
export interface BatchParts extends Omit<EngineParts, 'doneWrites'>, Pick<SettleParts, 'pullTeam'> {
  /** Check that a backup is sound, and the place to say that none could be made. */
  readonly backup: Pick<BackupParts, 'check' | 'onOutcome'>
  /** Puts a write that is done into the cache. */
  readonly noteWritten: NoteWritten
  /** Folder of the journal; one engine for each. */
  readonly dataDir: string
  /** Name of the program that holds the engine, for people: `Forecourt` or `forecourt import`. */
  readonly program: string
  /** True if what is written is read once more, which costs a call. */
  readonly readsAfter: () => boolean
  /** @throws Fault `team` if a batch of the account could not be sent afterwards */
  readonly checkMaySend: (accountId: string) => Promise<void>
  /** A damaged journal was replaced by another one. */
  readonly onReplaced: () => void
}

/** Milliseconds that rows in flight have to end when the app quits. */
const defaultGraceMs = 10_000

/** All that is done with batches, each part by its own name. Reading takes no lock; all writing takes the engine's. */
export type Batches = ReturnType<typeof openBatches>

export function openBatches(parts: BatchParts) {
  const { journal, dataDir, program, cached, connect, onProgress, readsAfter, onReplaced } = parts
  const queue = new RunQueue()
  const doneWrites = new DoneWrites(journal, parts.noteWritten)
  const recovery = new Recovery({
    ...{ journal, dataDir, program, doneWrites, onReplaced },
    onTaken: () => backups.begun(),
  })
  const backups = new BackupKeeper({ journal, recovery, ...parts.backup })
  const reader = new BatchReader(journal, queue, recovery)
  const engine = new Engine(
    {
      ...parts,
      doneWrites,
      onProgress: (batch, rate, secondsLeft) => {
        backups.progressed(batch)
        onProgress(reader.shown(batch), rate, secondsLeft)
      },
    },
    queue,
  )
  const control = new BatchControl({
    ...{ engine, queue, reader, recovery },
    onChanged: (batch) => onProgress(batch, 0, null),
  })
  const planner = new BatchPlanner({
    ...{ recovery, reader, cached, withdrawn: control, checkMaySend: parts.checkMaySend },
    onPlanned: () => backups.request(),
  })
  const settle = { recovery, control, connect, cached, doneWrites, pullTeam: parts.pullTeam }
  const stop = (graceMs = defaultGraceMs): Promise<void> => engine.stop(graceMs)
  return {
    recovery,
    journalCare: new JournalCare(journal, recovery),
    reader,
    /** Values that the app wrote, as the journal knows it now. */
    writes: () => journal.tables.writes,
    /** The adverts of the dealer's own numbers, as the journal knows them now. */
    stockLinks: () => journal.tables.links,
    /** The files that are a dealer's stock, as the journal knows them now. */
    stockSources: () => journal.tables.sources,
    planner,
    control,
    settling: new Settling(settle),
    answers: new AnswerService(settle),
    backups,
    undo: new UndoService({ journal, recovery, planner, control, queue, cached, readsAfter }),
    readsAfter,
    /** Writes that are done and that an earlier process did not take to the cache. */
    doneWrites,
    /** Gives rows in flight `graceMs` to end; then they are in doubt. Nothing is sent any more; the journal stays readable. */
    stop,
    /** Stops, and closes the journal. */
    async close(graceMs?: number): Promise<void> {
      await stop(graceMs)
      await backups.close()
      recovery.release()
      journal.close()
    },
  }
}
