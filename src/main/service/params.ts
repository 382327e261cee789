/** One `name=value` of a query, in the order in which it is sent. */
export type Param = readonly [name: string, value: string | number]
export type Params = readonly Param[]

/** The parameter with this name, or none if there is no value. */
export const param = (name: string, value: string | number | undefined): Params =>
  value === undefined ? [] : [[name, value]]

/** `name[0]`, `name[1]`, …: the contract's array-style parameters. */
export const indexed = (name: string, values: readonly (string | number)[] = []): Params =>
  values.map((value, index) => [`${name}[${index}]`, value])

/** `marka_id[0]` → `marka_id`. */
export const baseName = (name: string): string => name.split('[', 1)[0] ?? name
