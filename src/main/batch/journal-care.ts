import { Fault } from '#shared/bridge/failure.ts'
import type { JournalChoice, JournalState, JournalStatus } from '#shared/batch/journal-state.ts'
import type { Backup } from './journal/backups.ts'
import type { Journal } from './journal/journal.ts'
import type { JournalDamage } from './journal/open-journal.ts'
import { lockEngine, type Recovery } from './sending/recovery.ts'

interface CareParts {
  readonly journal: Journal
  readonly recovery: Recovery
  readonly dataDir: string
  readonly program: string
  /** The journal is another one from here on: whatever shows something of it reads it again. */
  readonly onReplaced: () => void
}

/** State of the journal for a person, with the choices if it is damaged or the data folder is a copy. */
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
    return journal.damage?.reason ?? stateOf[journal.mark.check().kind]
  }

  /** Reads only. */
  status(): JournalStatus {
    const { journal } = this.#parts
    const { damage } = journal
    const status = damage ? journal.mark.missing() : journal.mark.check()
    return {
      state: this.state,
      path: journal.path,
      lost: 'lost' in status ? status.lost : 0,
      ...journal.tables.batches.sums(),
      unknownSends: journal.tables.unknownSends.last(),
      restoredFrom: damage?.backup?.at ?? null,
      setAside: null,
    }
  }

  /** @throws Fault `usage` if the choice doesn't fit the journal's state, `engine-locked` */
  choose(choice: JournalChoice): JournalStatus {
    if (choice === 'restore') return this.restore()
    return choice === 'start-new' ? this.startNew() : this.continueHere()
  }

  /**
   * Goes on with the newest backup; the damaged journal is set aside. Every row that may have been sent since is in doubt.
   * @throws Fault `usage` if the journal is not damaged or has no backup, `engine-locked`
   */
  restore(): JournalStatus {
    return this.#replace('restored', ({ backup }) => {
      if (backup === null) throw new Fault('usage', { reason: 'journal-no-backup' })
      return backup
    })
  }

  /**
   * Begins an empty journal; the damaged one and its backups are set aside. Creates are asked about from then on.
   * @throws Fault `usage` if the journal is not damaged, `engine-locked`
   */
  startNew(): JournalStatus {
    return this.#replace('new', () => null)
  }

  /** This copy of the data folder goes on; rows that the other may have sent are in doubt. @throws Fault `engine-locked` */
  continueHere(): JournalStatus {
    if (this.#parts.journal.damage) throw damaged(this.#parts.journal)
    this.#parts.recovery.adopt()
    return this.status()
  }

  #replace(state: JournalState, chosen: (damage: JournalDamage) => Backup | null): JournalStatus {
    const { journal, dataDir, program, onReplaced } = this.#parts
    const lock = lockEngine(dataDir, program, journal.now())
    try {
      journal.ensureCurrent()
      if (!journal.damage) throw new Fault('usage', { reason: 'journal-sound' })
      const backup = chosen(journal.damage)
      const { lost, setAside } = journal.replaceBy(backup)
      const marked = journal.mark.check()
      // The mark of another folder stays: a person is still asked which one goes on.
      if (marked.kind !== 'elsewhere' || marked.why === 'unmarked') journal.mark.begin()
      return { ...this.status(), state, lost, restoredFrom: backup?.at ?? null, setAside }
    } finally {
      lock.release()
      onReplaced()
    }
  }
}

const stateOf = { same: 'sound', behind: 'behind', elsewhere: 'copied' } as const

const damaged = ({ damage, path }: Journal): Fault =>
  new Fault('journal-damaged', { path, reason: damage?.reason ?? '' })
