import { seriesOf } from './asides.ts'
import type { FormedCandidate } from './named-with-asides.ts'
import { formOf, type NameForm } from './name-forms.ts'
import { Places } from './places.ts'
import { type Pattern, patternOf, soundsOf } from './sounds.ts'
import type { TextWord } from './text-words.ts'

/** Words that are looked for together, of a name or of a text; `plain` is all of them in one. */
interface Term {
  readonly written: readonly string[]
  readonly plain: string
}

/** More words of a text are not looked for side by side: the rest of `names/` goes no further either. */
const mostWords = 12
/** No name has more words, even if it is written letter by letter: what a long text ends with is no longer. */
const mostAtEnd = 24

/**
 * Index of the names of a list. `like` finds those with something of a text: a word, a form, or the beginning of one,
 * by its letters, its spellings or its sound. A text that is no name costs a few look-ups; what is found is compared in
 * full by the caller.
 */
export class AlikeNames {
  readonly #all: readonly FormedCandidate[]
  readonly #plain = new Places()
  /** Names in Cyrillic letters, by their sound, and by its first letter. */
  readonly #sounds = new Places()
  readonly #soundsFrom = new Map<string, Set<string>>()
  /** Sounds of names in Latin letters, by every first letter of it. */
  readonly #patterns = new Map<string, Map<Pattern, Set<number>>>()

  constructor(all: readonly FormedCandidate[]) {
    this.#all = all
    for (const [at, each] of all.entries()) for (const term of termsOfName(each)) this.#put(term, at)
  }

  /** Every name that has something of these words, in the order of the list, and few that have nothing of them. */
  like(words: readonly TextWord[]): readonly FormedCandidate[] {
    if (words.length === 0) return []
    // A name without words is near any text.
    const found = new Set(this.#plain.at(''))
    const find = (key: string): void => {
      for (const at of this.#plain.at(key)) found.add(at)
    }
    for (const word of words) {
      for (const spelling of word.spellings) find(spelling)
      const series = seriesOf(word.plain)
      if (series !== null) find(series)
    }
    for (const term of termsOfText(words)) {
      find(term.plain)
      this.#findSounds(term.written, found)
    }
    return found.size === 0 ? [] : this.#all.filter((_, at) => found.has(at))
  }

  #put({ written, plain }: Term, at: number): void {
    this.#plain.put(plain, at)
    const sound = soundsOf(written)
    if (sound !== null) {
      this.#sounds.put(sound, at)
      grouped(this.#soundsFrom, sound.slice(0, 1), () => new Set()).add(sound)
      return
    }
    const pattern = patternOf(written)
    for (const letter of pattern?.begins ?? [])
      if (pattern) {
        const patterns = grouped(this.#patterns, letter, () => new Map<Pattern, Set<number>>())
        grouped(patterns, pattern, () => new Set()).add(at)
      }
  }

  #findSounds(written: readonly string[], found: Set<number>): void {
    const sound = soundsOf(written)
    if (sound === null) this.#findRead(written, found)
    else this.#findHeard(sound, found)
  }

  #findHeard(sound: string, found: Set<number>): void {
    for (const at of this.#sounds.at(sound)) found.add(at)
    for (const [pattern, places] of this.#patterns.get(sound.slice(0, 1)) ?? [])
      if (pattern.test(sound)) for (const at of places) found.add(at)
  }

  /** Names in Cyrillic letters that a text in Latin ones may be read as. */
  #findRead(written: readonly string[], found: Set<number>): void {
    if (this.#soundsFrom.size === 0) return
    const pattern = patternOf(written)
    for (const letter of pattern?.begins ?? [])
      for (const sound of this.#soundsFrom.get(letter) ?? [])
        if (pattern?.test(sound)) for (const at of this.#sounds.at(sound)) found.add(at)
  }
}

/** Group of a key, or an empty one from now on. */
function grouped<Key, Value>(groups: Map<Key, Value>, key: Key, empty: () => Value): Value {
  const known = groups.get(key)
  if (known !== undefined) return known
  const made = empty()
  groups.set(key, made)
  return made
}

/** Terms of a text for a name: its words, its forms, and what the whole name begins with. */
function termsOfName({ candidate, whole, shorter }: FormedCandidate): Term[] {
  const forms = [whole, ...shorter]
  const about = candidate.about === '' ? [] : [formOf(`${candidate.name} ${candidate.about}`)]
  const words = [...forms, ...about].flatMap((form) =>
    form.written.map((word, at) => ({ written: [word], plain: form.plain[at] ?? '' })),
  )
  const begun = whole.written.map((_, at) => termOf(whole, at + 1))
  return [...words, ...begun, ...forms.map((form) => termOf(form, form.written.length))]
}

const termOf = ({ written, plain }: NameForm, count: number): Term => ({
  written: written.slice(0, count),
  plain: plain.slice(0, count).join(''),
})

/** All words of a text that stand side by side; of a long one, those among its first words, and what it ends with. */
function termsOfText(words: readonly TextWord[]): Term[] {
  const first = words.slice(0, mostWords)
  const runs = first.flatMap((_, from) =>
    first.slice(from).map((__, count) => first.slice(from, from + count + 1)),
  )
  const last = words.slice(-mostAtEnd)
  const ends = words.length > mostWords ? last.map((_, from) => last.slice(from)) : []
  return [...runs, ...ends].map((run) => ({
    written: run.map(({ written }) => written),
    plain: run.map(({ plain }) => plain).join(''),
  }))
}
