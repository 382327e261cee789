/** The batch of the journal that holds an equal row, sent or still to be sent. */
export interface SentBefore {
  readonly batch: string
  readonly fileName: string
  /** The batch still has rows to send. */
  readonly open: boolean
  /**
   * Absent if the row itself was found. Otherwise the number of rows of the batch that can't be read, one of which may be
   * it; null if their number is unknown.
   */
  readonly unreadable?: number | null
}
