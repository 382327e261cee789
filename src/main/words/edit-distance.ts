/** Number of letters that have to be put in, taken out or replaced to make one text the other (Levenshtein). */
export function editDistance(one: string, other: string): number {
  const letters = Array.from(other)
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of Array.from(one).entries()) {
    const now = [row + 1]
    for (const [at, its] of letters.entries())
      now.push(
        Math.min((before[at] ?? 0) + Number(letter !== its), (before[at + 1] ?? 0) + 1, (now[at] ?? 0) + 1),
      )
    before = now
  }
  return before[other.length] ?? 0
}
