import type { z } from 'zod'
import type { FileFacts } from '#shared/import/file-facts.ts'
import type { importCalls } from '#shared/import/import-calls.ts'
import type { OutsideRecord } from '../check/outside-table.ts'
import type { FileRows } from '../check/rows-of-file.ts'
import type { FileState } from '../csv/source-file.ts'
import type { StockDraft } from '../stock/stock-draft.ts'
import type { StockRequest } from '../stock/stock-facts.ts'
import type { DraftPlan } from '../draft/draft-plan.ts'

/** Facts of the account for the checks. */
export interface AccountFacts {
  readonly userId: number
  /** Characters of the service's address. */
  readonly baseUrlLength: number
  /** Adverts of the account, for the share that is deleted; null if it isn't known. */
  readonly stock: number | null
  /** False if what is written is not read once more, because calls are limited. */
  readonly readsAfter: boolean
  /** Adverts of the dealer's own numbers (check/row-plan.ts). */
  readonly links: readonly (readonly [string, number])[]
}

/** The dealer's choices for a check, as the window makes them; with `stock` the file is the whole stock of a source. */
export type CheckChoice = Omit<z.output<(typeof importCalls)['draft:preview']['request']>, 'draftId'> & {
  readonly stock?: StockRequest | undefined
}

export type CheckRequest = CheckChoice & { readonly account: AccountFacts }

/**
 * Source as it was checked, so that nothing else is planned under its name: a file's state, or the SHA-256 of values in
 * hex.
 */
export type Origin = FileState | { readonly sha256: string }

/** The rows of a draft as one check reads them. */
export interface SourceRows extends Omit<FileRows, 'outside'> {
  readonly plan: DraftPlan
  /** Facts about reading the file; null for rows that are no file's. */
  readonly file: FileFacts | null
  /** Blank lines, which are left out. */
  readonly blank: number
  /** True if the file ends with the sign of DOS programs. */
  readonly endMark: boolean
  /** Records that are no rows. */
  readonly outside: readonly OutsideRecord[]
  readonly origin: Origin
  /** Decides about the cars of the file, if it is the whole stock. */
  readonly stock: StockDraft | null
}
