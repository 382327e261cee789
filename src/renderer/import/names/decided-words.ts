import { m } from '#shared/i18n/generated/messages.js'
import type { Decider, SaidOfCar, UnknownName } from '#shared/import/unknown-names.ts'

type Decided = NonNullable<UnknownName['decided']>

const said: Readonly<Record<string, () => string>> = {
  petrol: m.import_names_by_petrol,
  diesel: m.import_names_by_diesel,
  hybrid: m.import_names_by_hybrid,
  electric: m.import_names_by_electric,
  manual: m.import_names_by_manual,
  automatic: m.import_names_by_automatic,
  all: m.import_names_by_all,
  front: m.import_names_by_front,
  rear: m.import_names_by_rear,
}
const facts: typeof said = { ...said, manual: m.import_names_manual }
const sayingOf = (value: string): string => said[value]?.() ?? value

const words: Readonly<Record<Decider, (value: string) => string>> = {
  year: (value) => m.import_names_by_year({ value }),
  volume: (value) => m.import_names_by_volume({ value }),
  power: (value) => m.import_names_by_power({ value }),
  fuel: sayingOf,
  gearbox: sayingOf,
  drive: sayingOf,
}

/** Facts of the file that left one variant, as a person reads it: `year 2021, diesel`. */
export const decidedWords = ({ by }: Decided): string =>
  by.map((each) => words[each.by](each.value)).join(', ')

/** A fact of a variant under the name of the fact: `1.6`, `114 hp`, `manual`. */
export const factWords = ({ by, value }: SaidOfCar): string =>
  by === 'power' ? words.power(value) : (facts[value]?.() ?? value)
