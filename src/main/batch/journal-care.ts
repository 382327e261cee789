import { Fault } from '#shared/bridge/failure.ts'
import type { JournalChoice, JournalState, JournalStatus } from '#shared/batch/journal-state.ts'
import type { Backup } from './journal/backups.ts'
import type { Journal } from './journal/journal.ts'
import type { JournalDamage } from './journal/open-journal.ts'
import { refuseDamaged, type Recovery } from './sending/recovery.ts'

/** State of the journal for a person, with the choices if it is damaged or the data folder is a copy. */
export class JournalCare {
  readonly #journal: Journal
  readonly #recovery: Recovery

  constructor(journal: Journal, recovery: Recovery) {
    this.#journal = journal
    this.#recovery = recovery
  }

  /** Checks a journal that was not closed in order, for a person who asks for its state or decides. */
  ensureChecked(): void {
    this.#journal.ensureChecked()
  }

  /** Reads only, and no batch. */
  get state(): JournalState {
    const { damage, isChecked, mark } = this.#journal
    return isChecked ? (damage?.reason ?? stateOf[mark.check().kind]) : 'checking'
  }

  /** Reads only. */
  status(): JournalStatus {
    const journal = this.#journal
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

  /**
   * `restore` goes on with the newest backup, `start-new` with an empty journal; the damaged one is set aside, in the
   * second case with its backups. `continue-here`: this copy of the data folder goes on. What may have been sent since is
   * in doubt; creates are asked about if that isn't known.
   * @throws Fault `usage` if the choice doesn't fit the journal's state, `engine-locked`
   */
  choose(choice: JournalChoice): JournalStatus {
    if (choice === 'start-new') return this.#replace('new', () => null)
    if (choice === 'restore')
      return this.#replace('restored', ({ backup }) => {
        if (backup === null) throw new Fault('usage', { reason: 'journal-no-backup' })
        return backup
      })
    refuseDamaged(this.#journal)
    this.#recovery.adopt()
    return this.status()
  }

  #replace(state: JournalState, chosen: (damage: JournalDamage) => Backup | null): JournalStatus {
    const { backup, lost, setAside } = this.#recovery.replace(chosen)
    return { ...this.status(), state, lost, restoredFrom: backup?.at ?? null, setAside }
  }
}

const stateOf = { same: 'sound', behind: 'behind', elsewhere: 'copied' } as const
