import { dirname, join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import type { JournalChoice, JournalPart, JournalState, JournalStatus } from '#shared/batch/journal-state.ts'
import type { Clock } from '../system/clock.ts'
import { Journal } from './journal/journal.ts'
import { markName } from './journal/mark-file.ts'
import { draftOf, dropDraft, putInPlace, sourcesOf } from './journal/open-journal.ts'
import { predecessorOf } from './journal/succession.ts'
import { salvage } from './journal/salvage.ts'
import type { Salvaged } from './journal/salvaged.ts'
import { lockEngine } from './sending/engine-lock.ts'
import type { Recovery } from './sending/recovery.ts'

interface CareParts {
  readonly journal: Journal
  readonly recovery: Recovery
  readonly clock: Clock
  readonly dataDir: string
  readonly program: string
  /** The journal is another one from here on: whatever shows something of it reads it again. */
  readonly onReplaced: () => void
}

/** What a person reads about the journal and may choose, if it is damaged or the data folder is a copy. */
export class JournalCare {
  readonly #parts: CareParts

  constructor(parts: CareParts) {
    this.#parts = parts
  }

  /** Checks a journal that was not closed in order, for a person who asks for its state or decides. */
  ensureChecked(): void {
    this.#parts.journal.ensureChecked()
  }

  /** Reads only, and no batch. */
  get state(): JournalState {
    const { journal } = this.#parts
    if (!journal.isChecked) return 'checking'
    return journal.damage?.reason ?? stateOf[journal.highWater.checkMark().kind]
  }

  /** Reads only. */
  status(): JournalStatus {
    const { journal } = this.#parts
    const status = journal.damage ? null : journal.highWater.checkMark()
    return {
      state: this.state,
      path: journal.path,
      lost: journal.damage?.lost ?? (status && status.kind !== 'same' ? status.lost : 0),
      ...journal.batches.sums(),
      unreadable: journal.damage ? journal.damage.read.unreadable : journal.batches.unreadable(),
      lostParts: [...(journal.damage?.read.lost ?? [])],
      restoredFrom: journal.damage?.read.base?.at ?? null,
      setAside: null,
    }
  }

  /** @throws Fault `usage` if the choice doesn't fit the journal's state, `engine-locked` */
  choose(choice: JournalChoice): JournalStatus {
    if (choice === 'salvage') return this.salvage()
    return choice === 'start-new' ? this.startNew() : this.continueHere()
  }

  /**
   * Makes a new journal of the newest backup and of what can be read of the damaged one, which is set aside. Every row of it that may have been
   * sent is in doubt, and what the mark knows beyond it is listed.
   * @throws Fault `usage` if the journal is not damaged, `engine-locked`
   */
  salvage(): JournalStatus {
    return this.#replace((draft) => {
      const { damage, backups } = this.#parts.journal
      return damage && salvage(sourcesOf(damage, backups), draft.db)
    }, 'salvaged')
  }

  /**
   * Begins an empty journal; the damaged one and its backups are set aside. What the mark knows is listed: creates are asked about.
   * @throws Fault `usage` if the journal is not damaged, `engine-locked`
   */
  startNew(): JournalStatus {
    return this.#replace(() => null, 'new')
  }

  /** This copy of the data folder goes on; rows that the other may have sent are in doubt. @throws Fault `engine-locked` */
  continueHere(): JournalStatus {
    if (this.#parts.journal.damage) throw damaged(this.#parts.journal)
    this.#parts.recovery.adopt()
    return this.status()
  }

  #replace(fill: (draft: Journal) => Salvaged | null, state: JournalState): JournalStatus {
    const { journal, dataDir, program, onReplaced } = this.#parts
    if (!journal.damage) throw new Fault('usage', { reason: 'journal-sound' })
    const lock = lockEngine(dataDir, program, journal.now())
    try {
      const status = this.#makeAndPlace(fill, state)
      journal.reopen()
      return status
    } finally {
      lock.release()
      onReplaced()
    }
  }

  /** The draft is complete and closed before the damaged journal is touched. */
  #makeAndPlace(fill: (draft: Journal) => Salvaged | null, state: JournalState): JournalStatus {
    const { journal, clock } = this.#parts
    dropDraft(journal.path)
    const draft = new Journal(draftOf(journal.path), clock)
    const read = fill(draft)
    // The mark stays: it is the new journal's from here on, which knows each claim that it counts.
    const markPath = join(dirname(journal.path), markName)
    const identity = journal.damage?.read.identity ?? null
    const { count, lost } = draft.succeed(predecessorOf(read, markPath, journal.remembered, identity))
    const counts = draft.batches.sums()
    draft.close()
    const at = journal.now()
    if (read === null) journal.backups.setAside(at)
    const setAside = putInPlace(journal.path, at)
    journal.remembered.save(count)
    const unreadable = read?.unreadable ?? null
    return {
      state,
      path: journal.path,
      lost,
      ...counts,
      unreadable,
      lostParts: read ? [...read.lost] : forgottenBy(journal),
      restoredFrom: read?.base?.at ?? null,
      setAside,
    }
  }
}

const stateOf = { same: 'sound', behind: 'behind', elsewhere: 'copied' } as const

const damaged = ({ damage, path }: Journal): Fault =>
  new Fault('journal-damaged', { path, reason: damage?.reason ?? '' })

/** What an empty journal in the place of this one says no more, beside its sends: those are counted. */
const forgottenBy = ({ orderStatuses, damage }: Journal): JournalPart[] =>
  orderStatuses.hasOpen() || damage?.read.lost.includes('statuses') ? ['statuses'] : []
