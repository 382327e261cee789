/** The batch of the journal that holds an equal row, sent or still to be sent. */
export interface SentBefore {
  readonly batch: string
  readonly fileName: string
  /** The batch still has rows to send. */
  readonly open: boolean
}
