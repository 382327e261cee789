import type { NameCandidate } from './name-match.ts'

/** Distinct name of a candidate; written into a cell, it names the candidate. */
export const candidateWords = ({ id, name, about }: NameCandidate): string => {
  if (name === '') return String(id)
  return about === '' ? `${name} (${id})` : `${name} ${about} (${id})`
}

/** Candidates that a list names; the others are counted. */
const named = 8

/** Candidates in one line. */
export const listWords = (candidates: readonly NameCandidate[]): string => {
  const words = candidates.slice(0, named).map(candidateWords).join('; ')
  return candidates.length > named ? `${words}; … +${candidates.length - named}` : words
}
