/** One of the values that a select, a segmented control or a row of tabs offers. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Shown beside the label, as the number of things behind the choice. */
  readonly count?: number
  readonly disabled?: boolean
}
