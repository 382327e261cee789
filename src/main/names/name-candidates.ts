import { candidateWords } from './candidate-words.ts'
import { likelyNames } from './likely-names.ts'
import { type KnownNames, matchField } from './resolve-vehicle.ts'
import { noIds, type VehicleField, type VehicleIds } from './vehicle-ids.ts'

/** What a text may mean, as a person chooses it. */
export interface OfferedName {
  readonly id: number
  readonly name: string
}

/** Candidates that are offered: more than the service has makes. */
const mostOffered = 500

/** What a text of a field may mean: what fits it or has its words, what is like it, then everything else. */
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
  return [...offered].slice(0, mostOffered).map((each) => ({ id: each.id, name: candidateWords(each) }))
}
