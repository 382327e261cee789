export const sparkWidth = 56
export const sparkHeight = 16

/** The path of a line through counts, the oldest at the left; the most of them is at the top. '' for fewer than two. */
export function sparkLine(counts: readonly number[]): string {
  if (counts.length < 2) return ''
  const most = Math.max(1, ...counts)
  const places = counts.map((count, at) => {
    const x = 1 + ((sparkWidth - 2) * at) / (counts.length - 1)
    const y = 1 + (sparkHeight - 2) * (1 - count / most)
    return `${round(x)} ${round(y)}`
  })
  return `M${places.join('L')}`
}

const round = (place: number): number => Math.round(place * 10) / 10
