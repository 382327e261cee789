import { computeCommandScore } from 'bits-ui'

/** A name in which a word of what was typed is further apart than this is none that was meant. */
const leastOfWord = 0.09

/**
 * Match of a name and what was typed, 0 to 1; 0 if it doesn't. Each word must be in it, in any order, by its letters or
 * with one omitted or two swapped: “imprt file” finds “Import a file”.
 */
export function paletteScore(name: string, typed: string): number {
  const words = typed.split(/\s+/).filter(Boolean)
  const scores = words.map((word) => computeCommandScore(name, word))
  if (scores.some((score) => score < leastOfWord)) return 0
  const apart = scores.reduce((product, score) => product * score, 1)
  return Math.max(apart, computeCommandScore(name, typed.trim()))
}
