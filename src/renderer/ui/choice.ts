/** One of the values that a select, a segmented control or a row of tabs offers. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
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
  /** Reason against the choice, or the need for one; also marks it as invalid for assistive technology. */
  error?: string | undefined
  /** The label is read aloud but not shown, because the place says what it is. */
  labelHidden?: boolean
  /** Text shown before anything is chosen. */
  placeholder?: string | undefined
  disabled?: boolean
}
