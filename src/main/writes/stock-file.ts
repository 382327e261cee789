/** A field of a linked advert: what the file gave last, and what the advert showed after it. */
export interface StockNote {
  readonly key: string
  readonly field: string
  readonly given: string | number | null
  readonly shown: string | number | null
}

/** Facts of a batch about the stock file that it was made of: kept in the transaction that publishes it. */
export interface StockFile {
  /** The number of the source in the journal. */
  readonly source: number
  /** The journal's revision of the account's stock that the plan was made from. */
  readonly revision: number
  /** Moment of the content, ISO 8601: Last-Modified, a date in the file's name, else the time of the file. */
  readonly asOf: string
  readonly rows: number
  /** Its entry in the team's log; null without a team. */
  readonly teamNo: number | null
  /** Keys that the file has, with or without an error. */
  readonly present: readonly string[]
  /** Keys of this source that the file lacks. */
  readonly lacking: readonly string[]
  /** Some row may be any car: what the file lacks is not known. */
  readonly isUnclear: boolean
  /** Keys whose link ends without a request: the advert is gone, and the car left. */
  readonly ended: readonly string[]
  /** Notes that need no request: the advert shows the file's value already. */
  readonly notes: readonly StockNote[]
}
