/** A step of a new account, with what does it. */
export interface FirstStep {
  readonly id: string
  readonly label: string
  readonly done: boolean
  readonly action: string
  readonly run: () => void
}
