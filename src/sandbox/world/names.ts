/** A name in the two languages that the service answers in. */
export interface Names {
  readonly uk: string
  readonly ru: string
}
