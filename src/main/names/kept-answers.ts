/** Makes and models are few; texts of a file are more. */
const mostKept = 20_000

/** A pure function of a text that keeps its answers: the same words come in row after row. */
export function keepingAnswers<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const kept = new Map<string, Answer>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    if (kept.size >= mostKept) kept.clear()
    const made = answer(text)
    kept.set(text, made)
    return made
  }
}
