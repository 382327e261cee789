/** A parameter of an endpoint, by the contract's name of it: `<n>` stands for a number from 0, `<id>` for an id. */
export interface NamedParameter {
  readonly name: string
  readonly meaning: () => string
  /** May also be given as `name[]`, any number of times. */
  readonly repeated?: true
}

/** `marka_id[3]` → `marka_id[<n>]`, `auto_options[477]` → `auto_options[<id>]`: the name as the contract writes it. */
export const contractName = (name: string): string =>
  name.replace(/^(auto_options|characteristic)\[\d+\]/, '$1[<id>]').replace(/\[\d*\]/, '[<n>]')
