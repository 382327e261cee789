/** A parameter of an endpoint, by the contract's name of it: `<n>` stands for a number from 0, `<id>` for an id. */
export interface NamedParameter {
  readonly name: string
  readonly meaning: () => string
}
