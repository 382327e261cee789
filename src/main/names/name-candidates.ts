import { candidateWords } from './candidate-words.ts'
import { likelyNames } from './likely-names.ts'
import type { NameCandidate } from './name-match.ts'
import { type KnownNames, matchField } from './resolve-vehicle.ts'
import { noIds, type VehicleField, type VehicleIds } from './vehicle-ids.ts'

/** Name that a text may mean, as a person chooses it. */
export interface OfferedName {
  readonly id: number
  /** With its id and its difference from others. */
  readonly name: string
  /** Its name alone, and with its difference from others of the same name. */
  readonly bare: string
  readonly short: string
  /** Its generation and body style, or its year. */
  readonly about: string
  /** It has the text's words. */
  readonly fits: boolean
}

/** @param others abouts of the candidates of this name, its own among them */
function shortName({ id, name, about }: NameCandidate, others: readonly string[]): string {
  if (name === '') return String(id)
  const [own = [], ...parts] = [about, ...others].map((each) => each.split(', '))
  const apart = own.filter((part) => !parts.every((other) => other.includes(part))).join(', ')
  return apart === '' ? name : `${name} · ${apart}`
}

/** Candidates that are offered: more than the service has makes. */
const mostOffered = 500

/** Names that a text of a field may mean: those that fit it or have its words, then similar ones, then all others. */
export function offeredNames(
  field: VehicleField,
  within: VehicleIds,
  text: string,
  names: KnownNames,
): OfferedName[] {
  const candidates = names.candidates(field, within)
  const make = names.candidates('marka_id', noIds).find(({ id }) => id === within.marka_id)
  const { same, near } = matchField(field, text, candidates, make && field === 'model_id' ? [make.name] : [])
  const offered = new Set([...same, ...likelyNames(text, near, candidates), ...candidates])
  const fitting = new Set([...same, ...near])
  const alike = Map.groupBy(candidates, ({ name }) => name)
  return [...offered].slice(0, mostOffered).map((each) => ({
    id: each.id,
    name: candidateWords(each),
    bare: each.name,
    short: shortName(
      each,
      (alike.get(each.name) ?? []).map(({ about }) => about),
    ),
    about: each.about,
    fits: fitting.has(each),
  }))
}
