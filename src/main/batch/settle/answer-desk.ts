import { Fault } from '#shared/bridge/failure.ts'
import { inTransaction } from '../../storage/database.ts'
import type { Answer, AnswersTable } from '../journal/answers-table.ts'
import type { StoredBatch } from '../journal/batch-table.ts'
import type { Journal } from '../journal/journal.ts'
import type { StoredRow } from '../journal/journal-row.ts'
import type { AdvertPort } from '../sending/advert-port.ts'

interface AnswerDeskParts {
  readonly journal: Journal
  readonly answers: AnswersTable
  readonly connect: (accountId: string) => Promise<AdvertPort>
}

/** How long the look at an advert may take that a person names. */
const lookLimitMs = 60_000

/** What a person says of rows in doubt or in conflict. Nothing is sent from here. */
export class AnswerDesk {
  readonly #parts: AnswerDeskParts

  constructor(parts: AnswerDeskParts) {
    this.#parts = parts
  }

  /**
   * @throws Fault `usage` where the answer doesn't fit the row, or the id belongs to another row already;
   * `advert-unknown` where the account has no such advert
   */
  async take({ seq, source }: StoredBatch, line: number, answer: Answer): Promise<void> {
    const row = this.#parts.journal.rows.find(seq, line)
    if (!row) throw new Fault('usage', { reason: 'line', line })
    if (answer.kind === 'bind') await this.#checkBinding(source.accountId, answer.autoId)
    if (!this.#apply(source.accountId, row, answer))
      throw new Fault('usage', { reason: 'answer', line, state: row.state })
  }

  async #checkBinding(accountId: string, autoId: number): Promise<void> {
    this.#refuseBound(accountId, autoId)
    const port = await this.#parts.connect(accountId)
    const live = await port.readAdvert(autoId, AbortSignal.timeout(lookLimitMs))
    if (live.userId !== port.userId) throw new Fault('advert-unknown', { autoId })
  }

  #refuseBound(accountId: string, autoId: number): void {
    const bound = this.#parts.answers.boundTo(accountId, autoId)
    if (bound) throw new Fault('usage', { reason: 'bound', autoId, ...bound })
  }

  #apply(accountId: string, row: StoredRow, answer: Answer): boolean {
    const { journal, answers } = this.#parts
    return inTransaction(journal.db, () => {
      const at = journal.now()
      // Another answer may have come while this one was looked up.
      if (answer.kind === 'bind') this.#refuseBound(accountId, answer.autoId)
      const applied = answers.apply(row.id, answer, at)
      if (applied) journal.attempts.noteAnswer(row.id, JSON.stringify(answer), at)
      return applied
    })
  }
}
