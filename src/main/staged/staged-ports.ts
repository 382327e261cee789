import type { Problem } from '#shared/batch/row.ts'
import type { StagedField, StagedSummary } from '#shared/staged/staged-edit.ts'
import type { TypedCell } from '#shared/staged/staged-calls.ts'
import type { CellValue, KnownAdvert } from './staged-edit.ts'

/** The value of a typed text, or what is wrong with it. */
export type CellReading =
  | { readonly value: CellValue; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: Problem }

/** Ports of staging to the rest of the app. */
export interface StagedPorts {
  /** The account that the window shows. */
  readonly accountId: () => Promise<string>
  /** Facts of these adverts now, as far as the fields are concerned. */
  readonly adverts: (
    accountId: string,
    ids: readonly number[],
    fields: ReadonlySet<StagedField>,
  ) => ReadonlyMap<number, KnownAdvert>
  /** Reads a text by the rules of an import. */
  readonly read: (cell: Omit<TypedCell, 'advert'>) => CellReading
  /** ISO 8601. */
  readonly now: () => string
  /** Outcomes of the adverts of a batch; none if there is no such batch any more. */
  readonly outcomes: (batchId: string) => Iterable<AdvertOutcome>
  /**
   * True if a batch asks the person about an advert: it was changed elsewhere, or an answer of the service was lost.
   */
  readonly asks: (accountId: string, batchId: string, advert: number) => boolean
  /** A batch that holds edits can't be read. Called once for each. */
  readonly onUnreadable: (batchId: string, error: unknown) => void
  /** `adverts`: those whose edits changed; null if they may be many. */
  readonly onChanged: (accountId: string, summary: StagedSummary, adverts: readonly number[] | null) => void
}

/** `open` while the row may still be written; an advert that was not written keeps its edits. */
export interface AdvertOutcome {
  readonly advert: number
  readonly outcome: 'done' | 'not-done' | 'open'
}
