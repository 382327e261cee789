import type { Values } from './values.ts'

/** What was sent to an advert since the moment of a file: values of a file never replace newer ones without a person. */
export interface SentSince {
  readonly values: Values
  /** The desk of the team that sent last; '' for this one. */
  readonly who: string
  /** ISO 8601. */
  readonly at: string
}
