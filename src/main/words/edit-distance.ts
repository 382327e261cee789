/**
 * Number of letters to put in, take out, replace or swap with the next to make one text the other (optimal string
 * alignment).
 */
export function editDistance(one: string, other: string): number {
  const own = Array.from(one)
  const letters = Array.from(other)
  let earlier = [] as number[]
  let before = Array.from({ length: letters.length + 1 }, (_, at) => at)
  for (const [row, letter] of own.entries()) {
    const now = [row + 1]
    for (const [at, its] of letters.entries()) {
      const isSwapped = letter === letters[at - 1] && own[row - 1] === its
      now.push(
        Math.min(
          (before[at] ?? 0) + Number(letter !== its),
          (before[at + 1] ?? 0) + 1,
          (now[at] ?? 0) + 1,
          isSwapped ? (earlier[at - 1] ?? 0) + 1 : Infinity,
        ),
      )
    }
    ;[earlier, before] = [before, now]
  }
  return before[letters.length] ?? 0
}
