/** Work of an account that was begun and is not done. */
export interface LeftUndone {
  /** Adverts with edits that were not sent. */
  readonly edits: number
  /** Rows of batches that were not sent yet. */
  readonly open: number
  /** Rows of which it is not known whether the service took them. */
  readonly doubts: number
}
