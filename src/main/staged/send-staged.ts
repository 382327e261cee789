import type { CurrencyId } from '#shared/batch/currency.ts'
import type { Batch } from '#shared/batch/row.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { ConfirmationCode } from '#shared/import/draft.ts'
import type { Review } from '#shared/staged/staged-calls.ts'
import { stagedFields, type CellRef, type StagedRow } from '#shared/staged/staged-edit.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import type { Clock } from '../system/clock.ts'
import type { CellValue } from '../import/rows/row.ts'
import { planDraft, type Planning } from '../joins/plan-draft.ts'
import type { StagedService } from './staged-service.ts'

/** The columns of the draft that is made of the edits. */
const columns = ['auto_id', 'currency_id', ...stagedFields] as const

/** Rows that are handed to the draft at once. */
const rowsAtOnce = 2_000

/** Edits that were reviewed, until they are sent or others are reviewed. */
interface Reviewed {
  readonly draftId: string
  readonly revision: number
  readonly cells: readonly CellRef[]
}

/**
 * Makes batches of staged edits as an import does: the edits become a draft, which is checked, confirmed and planned as a
 * file is. Edits in conflict, and those of adverts that are gone, are no part of it.
 */
export class StagedSender {
  readonly #clock: Clock
  readonly #staged: StagedService
  readonly #planning: Planning
  #reviewed: Reviewed | null = null

  constructor(clock: Clock, staged: StagedService, planning: Planning) {
    this.#clock = clock
    this.#staged = staged
    this.#planning = planning
  }

  /** Checks everything that may be sent. Nothing is sent. */
  async review(signal?: AbortSignal): Promise<Review> {
    await this.#forget()
    const staged = this.#staged
    const planning = this.#planning
    await staged.settling.settleBatches()
    const { accountId, ...account } = await planning.account()
    const summary = await staged.summary()
    const name = `${m.word_edits()} ${serviceTime(this.#clock.now()).slice(0, 16).replace(':', '.')}`
    const draftId = planning.drafts.beginValues(name, columns, 'edit')
    this.#reviewed = { draftId, revision: summary.revision, cells: [] }
    const { cells, ...left } = await this.#add(draftId, accountId)
    if (cells.length === 0) {
      await this.#forget()
      return { summary, ...left, check: null }
    }
    this.#reviewed = { draftId, revision: summary.revision, cells }
    const check = await planning.drafts.check(
      draftId,
      { shape: {}, mapping: null, operation: null },
      { accountId, ...account },
      signal ? { signal } : {},
    )
    return { summary, ...left, check }
  }

  /**
   * Makes a batch of what was reviewed. It is not sent yet.
   * @throws Fault `confirmation-required` if edits or adverts changed since the review, or a confirmation is missing
   */
  async plan(revision: number, confirmed: readonly ConfirmationCode[], overwrite = false): Promise<Batch> {
    const staged = this.#staged
    const planning = this.#planning
    const reviewed = this.#reviewed
    const { accountId } = await planning.account()
    const changed = new Fault('confirmation-required', {
      confirmation: 'staged-changed',
      reason: 'staged-changed',
    })
    if (reviewed?.revision !== revision || (await staged.summary()).revision !== revision) throw changed
    if (!(await this.#isAsReviewed(accountId, reviewed.cells))) throw changed
    this.#reviewed = null
    // Held before anything can send them: what is dropped or edited from here on is no part of the batch.
    const held: string[] = []
    const beforeShown = async (batchId: string): Promise<void> => {
      held.push(batchId)
      if (!(await staged.hold(accountId, batchId, reviewed.cells, revision))) throw changed
    }
    try {
      return await planDraft(planning, reviewed.draftId, confirmed, {
        overwriteUnknown: overwrite,
        beforeShown,
      })
    } catch (error) {
      this.#reviewed ??= reviewed
      throw error
    } finally {
      for (const batchId of held) staged.settling.planned(batchId)
    }
  }

  /** Makes a batch of what was reviewed, and sends it. @throws as `plan` */
  async send(revision: number, confirmed: readonly ConfirmationCode[]): Promise<Batch> {
    const { id, counts } = await this.plan(revision, confirmed)
    const { control } = this.#planning.batches
    return counts.planned > 0 ? control.send(id) : control.recomputeState(id)
  }

  async #forget(): Promise<void> {
    const reviewed = this.#reviewed
    this.#reviewed = null
    if (reviewed) await this.#planning.drafts.drop(reviewed.draftId)
  }

  /** Adds the edits that may be sent to the draft, a row for each advert. */
  async #add(
    draftId: string,
    accountId: string,
  ): Promise<{ cells: CellRef[]; conflicts: number; same: number; gone: number }> {
    const staged = this.#staged
    const planning = this.#planning
    const cells: CellRef[] = []
    const left = { conflicts: 0, same: 0, gone: 0 }
    let rows: StagedRow[][] = []
    const flush = async (end: boolean): Promise<void> => {
      const whole = end ? rows : rows.slice(0, -1)
      if (whole.length > 0) await planning.drafts.add(draftId, this.#rows(accountId, whole))
      rows = end ? [] : rows.slice(-1)
    }
    for await (const page of staged.shown.pages(accountId)) {
      for (const edit of page) {
        if (edit.state === 'conflict') left.conflicts++
        if (edit.state === 'same') left.same++
        if (edit.state === 'gone') left.gone++
        if (edit.state !== 'ready') continue
        cells.push({ advert: edit.advert, field: edit.field })
        const last = rows.at(-1)
        if (last?.[0]?.advert === edit.advert) last.push(edit)
        else rows.push([edit])
      }
      if (rows.length > rowsAtOnce) await flush(false)
    }
    await flush(true)
    return { cells, ...left }
  }

  #rows(accountId: string, adverts: readonly (readonly StagedRow[])[]): CellValue[][] {
    const ids = adverts.flatMap(([edit]) => (edit ? [edit.advert] : []))
    const known = this.#staged.adverts.of(accountId, ids, new Set())
    return adverts.map((edits) => {
      const own = known.get(edits[0]?.advert ?? 0)?.values.currency_id as CurrencyId | undefined
      return cellsOf(edits, own)
    })
  }

  /** True if each cell is still to be sent, and its advert still has the value that was shown as the old one. */
  async #isAsReviewed(accountId: string, cells: readonly CellRef[]): Promise<boolean> {
    const reviewed = new Set(cells.map(keyOf))
    let ready = 0
    for await (const page of this.#staged.shown.pages(accountId))
      ready += page.filter((edit) => edit.state === 'ready' && reviewed.has(keyOf(edit))).length
    return ready === reviewed.size
  }
}

const keyOf = ({ advert, field }: CellRef): string => `${advert} ${field}`

/** An edit of texts alone names the currency of the advert's own price, which an import sends along. */
function cellsOf(edits: readonly StagedRow[], own: CurrencyId | undefined): CellValue[] {
  const byField = new Map(edits.map((edit) => [edit.field, edit]))
  return [
    edits[0]?.advert ?? null,
    byField.get('price')?.currency ?? own ?? null,
    ...stagedFields.map((field) => byField.get(field)?.value ?? null),
  ]
}
