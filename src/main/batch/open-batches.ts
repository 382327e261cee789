import { BackupKeeper } from './backup-keeper.ts'
import { JournalCare } from './journal-care.ts'
import { DoneWrites } from './journal/done-writes.ts'
import { BatchReader } from './reading/batch-reader.ts'
import { BatchControl } from './sending/batch-control.ts'
import { BatchPlanner } from './sending/batch-planner.ts'
import type { BatchParts } from './sending/batch-parts.ts'
import { Engine, RunQueue } from './sending/engine.ts'
import { Recovery } from './sending/recovery.ts'
import { AnswerService } from './settle/answer-service.ts'
import { Settling } from './settle/settling.ts'
import { UndoService } from './undo/undo-service.ts'

/** Milliseconds that rows in flight have to end when the app quits. */
const defaultGraceMs = 10_000

/** All that is done with batches, each part by its own name. Reading takes no lock; all writing takes the engine's. */
export type Batches = ReturnType<typeof openBatches>

export function openBatches(parts: BatchParts) {
  const { journal, onProgress, readsAfter } = parts
  const queue = new RunQueue()
  const doneWrites = new DoneWrites(journal, parts.noteWritten)
  const backups = new BackupKeeper(parts)
  const recovery = new Recovery(parts, doneWrites, backups)
  const reader = new BatchReader(journal, queue, recovery)
  const report: BatchParts['onProgress'] = (batch, rate, secondsLeft) => {
    backups.progressed(batch)
    onProgress(reader.shown(batch), rate, secondsLeft)
  }
  const engine = new Engine({ ...parts, onProgress: report }, queue, doneWrites)
  const control = new BatchControl(reader, engine, onProgress)
  const planner = new BatchPlanner(parts, control, backups)
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
    settling: new Settling(parts, control, doneWrites),
    answers: new AnswerService(parts, control, doneWrites),
    backups,
    undo: new UndoService(parts, control, planner),
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
