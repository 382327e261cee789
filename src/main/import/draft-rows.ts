import type { DraftRow } from '#shared/import/draft.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { ExcelForm } from '../files/error-rows.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { type DraftAccount, withNames, withTitles } from './draft-account.ts'
import type { FileChoices } from '../names/vehicle-reader.ts'
import type { OpenDrafts } from './open-drafts.ts'
import { problemRows } from './problem-rows.ts'
import type { RowFilter } from './draft/row-filter.ts'
import type { CheckedDraft } from './worker/draft-session.ts'
import type { CallHooks } from './worker/worker-client.ts'
import type { DraftAnswer, DraftArgs, DraftCall } from './worker/worker-protocol.ts'

/** Rows of one question to the worker. */
const rowsAtOnce = 500

/** The rows of checked drafts: read, changed and counted. Each call throws Fault `draft-unknown` for a draft that wasn't checked. */
export class DraftRows {
  protected readonly drafts: OpenDrafts
  readonly #onUnreadable: CallHooks['onUnreadable']

  constructor(drafts: OpenDrafts, onUnreadable?: CallHooks['onUnreadable']) {
    this.drafts = drafts
    this.#onUnreadable = onUnreadable
  }

  /** A window of the checked rows. */
  async rows(
    draftId: string,
    filter: RowFilter,
    offset: number,
    limit: number,
  ): Promise<{ total: number; rows: DraftRow[] }> {
    const { total, rows } = await this.ask('window', draftId, filter, offset, limit)
    const { account } = this.drafts.get(draftId)
    return { total, rows: withTitles(rows, account).map((row) => withNames(row, account)) }
  }

  /** The rows with errors as a file to be fixed and imported again: in the form of the source if no other is asked for. */
  async problemRows(draftId: string, excel: ExcelForm | null = null): Promise<FileBytes> {
    const { plan } = this.drafts.checked(draftId)
    const all: DraftRow[] = []
    for (let total = 1; all.length < total;) {
      const page = await this.rows(draftId, { filter: 'problems' }, all.length, rowsAtOnce)
      if (page.rows.length === 0) break
      total = page.total
      all.push(...page.rows)
    }
    return problemRows(plan, all, excel)
  }

  /** Fixes one cell (`column` counts from 0) of the row that begins at `line`, and checks the row again. */
  async fix(draftId: string, line: number, column: number, value: string): Promise<DraftRow> {
    const row = await this.ask('fix', draftId, line, column, value)
    return withNames(row, this.drafts.get(draftId).account)
  }

  /** Choices of names in the rows of a draft. */
  choices(draftId: string): FileChoices {
    return this.drafts.get(draftId).choices
  }

  /** The draft as its last check left it. */
  checked(draftId: string): CheckedDraft {
    return this.drafts.checked(draftId)
  }

  /** Asks the worker of a checked draft: see DraftSession for what each call does. */
  ask<Call extends DraftCall>(
    call: Call,
    draftId: string,
    ...args: DraftArgs<Call>
  ): Promise<DraftAnswer<Call>> {
    this.drafts.checked(draftId)
    const { worker, place } = this.drafts.get(draftId)
    return worker.call(call, place, args, this.hooksOf(draftId))
  }

  /** Returns what goes with a call: the account that rows are compared for, and who takes reports. */
  protected hooksOf(draftId: string): CallHooks {
    const { account, choices, asOf } = this.drafts.get(draftId)
    const compares = account && { draftId, place: account.place(), choices: choices.all, asOf }
    return { compares, onUnreadable: this.#onUnreadable }
  }

  /** @throws Fault `draft-unknown` before its first check */
  protected accountOf(draftId: string): DraftAccount {
    const { account } = this.drafts.get(draftId)
    if (!account) throw new Fault('draft-unknown', { draftId, reason: 'not-checked' })
    return account
  }
}
