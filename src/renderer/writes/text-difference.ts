/** A part of two texts: in both, in the old one only, or in the new one only. */
export interface TextPart {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** Comparisons of words, at most: beyond that, the difference is shown as a whole. */
const mostComparisons = 1_000_000
/** Words around a change that a brief difference keeps. */
const wordsBeside = 2

/**
 * Difference of two texts by words.
 * @param brief leaves out equal words except for a few around each change
 */
export function textDifference(old: string, next: string, brief = false): readonly TextPart[] {
  const before = wordsOf(old)
  const after = wordsOf(next)
  let first = 0
  while (first < before.length && first < after.length && before[first] === after[first]) first += 1
  let last = 0
  const most = Math.min(before.length, after.length) - first
  while (last < most && before.at(-1 - last) === after.at(-1 - last)) last += 1
  const parts = joined([
    ...before.slice(0, first).map((text) => ({ kind: 'same' as const, text })),
    ...middle(before.slice(first, before.length - last), after.slice(first, after.length - last)),
    ...before.slice(before.length - last).map((text) => ({ kind: 'same' as const, text })),
  ])
  return brief ? parts.map((part, at) => shortened(part, at === 0, at === parts.length - 1)) : parts
}

/** Words, each with the blanks before it: blanks alone are nothing that two texts have in common. */
const wordsOf = (text: string): readonly string[] => text.match(/\s*\S+|\s+$/g) ?? []

/** The longest common sequence of words stays, the others go or come. */
function middle(before: readonly string[], after: readonly string[]): TextPart[] {
  if (before.length * after.length > mostComparisons)
    return [
      { kind: 'gone', text: before.join('') },
      { kind: 'new', text: after.join('') },
    ]
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      common[row * width + column] =
        before[row] === after[column]
          ? (common[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(common[(row + 1) * width + column] ?? 0, common[row * width + column + 1] ?? 0)
  const parts: TextPart[] = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    const gone = before[row] ?? ''
    const come = after[column] ?? ''
    const isGone = (common[(row + 1) * width + column] ?? 0) >= (common[row * width + column + 1] ?? 0)
    if (row < before.length && column < after.length && gone === come) {
      parts.push({ kind: 'same', text: gone })
      row += 1
      column += 1
    } else if (row < before.length && (column === after.length || isGone)) {
      parts.push({ kind: 'gone', text: gone })
      row += 1
    } else {
      parts.push({ kind: 'new', text: come })
      column += 1
    }
  }
  return parts
}

/** Neighbours of one kind as one part. */
function joined(parts: readonly TextPart[]): TextPart[] {
  const found: TextPart[] = []
  for (const part of parts) {
    const before = found.at(-1)
    if (before?.kind === part.kind) found[found.length - 1] = { ...part, text: before.text + part.text }
    else found.push(part)
  }
  return found
}

function shortened(part: TextPart, isFirst: boolean, isLast: boolean): TextPart {
  if (part.kind !== 'same') return part
  const words = wordsOf(part.text)
  const head = isFirst ? 0 : wordsBeside
  const tail = isLast ? 0 : wordsBeside
  if (words.length <= head + tail) return part
  const start = words.slice(0, head).join('')
  const end = words.slice(words.length - tail).join('')
  return { kind: 'same', text: `${start}…${end}` }
}
