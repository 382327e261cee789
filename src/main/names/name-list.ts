import { AlikeNames } from './alike-names.ts'
import type { FormedCandidate } from './named-with-asides.ts'
import type { NameCandidate } from './name-match.ts'
import { formOf, nameForms, type NameForm, shorterForms, withoutMake } from './name-forms.ts'
import type { TextWord } from './text-words.ts'
import { WholeNames } from './whole-names.ts'

/** A list of names that texts are matched with, each of which may stand behind a make. */
export class NameList {
  readonly whole: WholeNames
  /** The forms of the makes. */
  readonly makes: readonly NameForm[]
  readonly #candidates: readonly NameCandidate[]
  #formed: readonly FormedCandidate[] | undefined
  #alike: AlikeNames | undefined

  constructor(candidates: readonly NameCandidate[], before: readonly string[]) {
    this.#candidates = candidates
    this.whole = new WholeNames(candidates)
    this.makes = before.flatMap((make) => [formOf(make), ...shorterForms(make)])
  }

  /** Those with a name, in their forms. */
  get formed(): readonly FormedCandidate[] {
    return (this.#formed ??= formed(this.#candidates, this.makes))
  }

  /** Those of them that some of these words may mean, and more: every other one has nothing of the text. */
  like(words: readonly TextWord[]): readonly FormedCandidate[] {
    this.#alike ??= new AlikeNames(this.formed)
    return this.#alike.like(words)
  }
}

const formed = (candidates: readonly NameCandidate[], makes: readonly NameForm[]): FormedCandidate[] =>
  candidates
    .filter(({ name }) => name !== '')
    .map((candidate) => {
      const { whole, shorter } = nameForms(candidate)
      if (makes.length === 0) return { candidate, whole, shorter }
      const makeless = [whole, ...shorter].flatMap((form) => withoutMake(form, makes))
      return { candidate, whole, shorter: makeless.length > 0 ? [...shorter, ...makeless] : shorter }
    })

/** A list is matched with each row of a file. */
const lists = new WeakMap<readonly NameCandidate[], Map<string, NameList>>()

/** A list stands behind one make, or behind none. */
const mostKept = 20

/** The list of these candidates behind these makes, made once. */
export function listOf(candidates: readonly NameCandidate[], before: readonly string[]): NameList {
  const known = lists.get(candidates) ?? new Map<string, NameList>()
  lists.set(candidates, known)
  const key = JSON.stringify(before)
  const kept = known.get(key)
  if (kept) return kept
  const list = new NameList(candidates, before)
  if (known.size >= mostKept) known.clear()
  known.set(key, list)
  return list
}
