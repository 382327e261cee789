/** One of the values that a select, a segmented control or a row of tabs offers. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Shown beside the label, as the number of things behind the choice. */
  readonly count?: number
  readonly disabled?: boolean
}

export interface SegmentedProps<Value extends string> {
  label: string
  value: Value
  choices: readonly Choice<Value>[]
  onchange?: (value: Value) => void
}

export interface SelectProps<Value extends string> extends SegmentedProps<Value> {
  hint?: string | undefined
  /** Why the choice can't be taken, or that there has to be one; also tells assistive technology that it is invalid. */
  error?: string | undefined
  /** The label is read aloud but not shown, because the place says what it is. */
  labelHidden?: boolean
  /** Text shown before anything is chosen. */
  placeholder?: string | undefined
  disabled?: boolean
}
