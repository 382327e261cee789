/**
 * The first and the last of some lines in their order, if they are all lines between the two; else null. SQLite reads such
 * a range at once, and looks for each line of a list.
 */
export function rangeOf(lines: readonly number[]): readonly [first: number, last: number] | null {
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined || last - first + 1 !== lines.length) return null
  return [first, last]
}
