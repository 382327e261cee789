import { candidateWords } from './candidate-words.ts'
import { matchName, type NameCandidate } from './match-name.ts'
import type { KnownNames } from './resolve-vehicle.ts'
import { slipsOf } from './slips.ts'
import type { VehicleField, VehicleIds } from './vehicle-ids.ts'

/** What a text may mean, as a person chooses it. */
export interface OfferedName {
  readonly id: number
  readonly name: string
}

/** Candidates that are offered. */
const mostOffered = 200

/** What a text of a field may mean: what fits it, else what is like it, else everything, what it may be a slip of first. */
export function offeredNames(
  field: VehicleField,
  within: VehicleIds,
  text: string,
  names: KnownNames,
): OfferedName[] {
  const candidates = names.candidates(field, within)
  const { same, near } = matchName(text, candidates)
  const all = (): NameCandidate[] => [...new Set([...slipsOf(text, candidates), ...candidates])]
  const fitting = [same, near].find((list) => list.length > 0) ?? all()
  return fitting.slice(0, mostOffered).map((each) => ({ id: each.id, name: candidateWords(each) }))
}
