/** Makes and models are few; texts of a file are more. */
const mostKept = 20_000
/** Longer texts are descriptions, which rarely come again and would fill the memory. */
const longestKept = 120

/**
 * A pure function of a text that keeps its answers: the same words come in row after row. Those of long texts are made
 * again.
 */
export function memoize<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const kept = new Map<string, Answer>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = answer(text)
    if (text.length > longestKept) return made
    if (kept.size >= mostKept) kept.clear()
    kept.set(text, made)
    return made
  }
}
