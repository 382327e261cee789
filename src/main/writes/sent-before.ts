import type { CurrencyId } from '#shared/batch/currency.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { Values } from './values.ts'
import type { UnknownSends } from '#shared/batch/unknown-sends.ts'

/** Values sent to an advert since the moment of a file: values of a file never replace newer ones without a person. */
export interface SentSince {
  readonly values: Values
  /** The desk of the team that sent last; '' for this one. */
  readonly who: string
  /** ISO 8601. */
  readonly at: string
}

/** Edits that a person made here and did not send, by their adverts. */
export type UnsentEdits = ReadonlyMap<number, readonly UnsentEdit[]>

export interface UnsentEdit {
  readonly field: FieldName
  readonly value: string | number
  /** Currency of a price. */
  readonly currency: CurrencyId | null
}

/** The batch of the journal that holds an equal row, sent or still to be sent. */
export interface SentBefore {
  /** '' if the row may be one of `unknown`. */
  readonly batch: string
  readonly fileName: string
  /** The batch still has rows to send. */
  readonly open: boolean
  /** Absent if the row itself was found. Otherwise sends of which nothing is known, one of which may be of it. */
  readonly unknown?: UnknownSends
}

/** Words about a create that may be one of the unknown sends. */
export const unknownBefore = (unknown: UnknownSends | null): SentBefore | null =>
  unknown && { batch: '', fileName: '', open: false, unknown }
