/** A vehicle's make, model, modification or equipment that a text may mean. */
export interface NameCandidate {
  readonly id: number
  /** '' if only the id is known. */
  readonly name: string
  /** Difference from others of the same name: its generation and body style; '' if nothing does. */
  readonly about: string
  readonly source: NameSourceKind
}

/** Source of a name: the service's lookups, an advert that was read, or a create of our own. */
export type NameSourceKind = 'lookup' | 'advert' | 'create'

export interface NameMatch {
  /** Those that the text names. */
  readonly same: readonly NameCandidate[]
  /** If there are none: those whose names have the text's words, the most alike first. */
  readonly near: readonly NameCandidate[]
}
