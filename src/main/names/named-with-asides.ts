import { asideOf, isEngineIndex, seriesOf, type Aside } from './asides.ts'
import type { NameCandidate, NameMatch } from './name-match.ts'
import { goesOn, type NameForm } from './name-forms.ts'
import { hasTwoReadings, isForm, isHeard, isWord, type TextWord } from './text-words.ts'

/** A candidate with its name and the shorter forms of it. */
export interface FormedCandidate {
  readonly candidate: NameCandidate
  readonly whole: NameForm
  readonly shorter: readonly NameForm[]
}

interface Hit {
  readonly each: FormedCandidate
  readonly form: NameForm
  /** Number of words of the text that are the name. */
  readonly count: number
  readonly run: readonly TextWord[]
  /** Words next to it. */
  readonly around: readonly TextWord[]
}

/** More words are a description. */
const mostWords = 12

/**
 * Names of a text among words of engine, drive, gearbox, body, year and generation: `RX350`, `Octavia A7 1.6 TDI`,
 * `520d`. Only the service's complete list proves that no other model has these words.
 * @param candidates those that have anything of the text
 * @param all with all others of the list
 */
export function namedWithAsides(
  words: readonly TextWord[],
  candidates: readonly FormedCandidate[],
  all: readonly FormedCandidate[],
): NameMatch {
  if (words.length > mostWords) return { same: [], near: [] }
  const hits = candidates.flatMap((each) => bestHit(words, each) ?? [])
  const most = Math.max(0, ...hits.map(({ count }) => count))
  const best = hits.filter(({ count }) => count === most)
  const found = best.length > 0 ? best : candidates.flatMap((each) => seriesHit(words, each) ?? [])
  const isSure = found.length === 1 && found.every((hit) => isOnlyOne(hit, all, best.length === 0))
  const named = found.map(({ each }) => each.candidate)
  return isSure ? { same: named, near: [] } : { same: [], near: named }
}

const formsOf = ({ whole, shorter }: FormedCandidate): NameForm[] => [whole, ...shorter]

/** The longest run of words that is the candidate, if all others are asides. */
function bestHit(words: readonly TextWord[], each: FormedCandidate): Hit | null {
  for (let count = words.length - 1; count > 0; count -= 1)
    for (let from = 0; from + count <= words.length; from += 1) {
      const run = words.slice(from, from + count)
      const around = [...words.slice(0, from), ...words.slice(from + count)]
      const form = formsOf(each).find(
        (one) => around.every((word, at) => isAside(word, one, at < from)) && isForm(run, one),
      )
      if (form) return { each, form, count, run, around: around }
    }
  return null
}

/** Before a name, a code is no generation: it may be the name itself. */
function isAside({ plain, aside }: TextWord, form: NameForm, isBefore: boolean): boolean {
  if (isBefore) return aside !== null && aside !== 'generation' && aside !== 'index'
  return aside !== null || (takesIndex(form) && isEngineIndex(plain, form.isClass))
}

/** Short names in letters alone, and classes, have the engine's index behind them. */
const takesIndex = ({ plain, isClass }: NameForm): boolean => isClass || /^[a-z]{1,3}$/.test(plain.join(''))

/** `520d` is of the 5 Series. */
function seriesHit(words: readonly TextWord[], each: FormedCandidate): Hit | null {
  const at = words.findIndex(({ plain }) => seriesOf(plain) !== null)
  const series = seriesOf(words[at]?.plain ?? '')
  const form = each.shorter.find(({ plain, isClass }) => isClass && plain.join('') === series)
  const around = words.filter((_, place) => place !== at)
  if (!form || !each.whole.plain.includes('series')) return null
  return around.every(({ aside }) => aside !== null)
    ? { each, form, count: 1, run: words.slice(at, at + 1), around: around }
    : null
}

/** True if no other candidate can be meant: none continues with the other words, or with more of its kind. */
function isOnlyOne(
  { each, form, run, around: around }: Hit,
  candidates: readonly FormedCandidate[],
  isOfSeries: boolean,
): boolean {
  if (each.candidate.source !== 'lookup') return false
  const kinds = new Set<Aside>(around.map(({ aside }) => aside ?? 'index'))
  const others = candidates.filter((other) => other !== each)
  if (isOfSeries && others.some(({ whole }) => goesOn(whole, each.whole) !== null)) return false
  // «В 250» is B by its look, V by its sound.
  if (hasTwoReadings(run) && others.some((other) => formsOf(other).some((one) => isHeard(run, one))))
    return false
  return others.every((other) => {
    const more = goesOn(other.whole, form)
    const isAround =
      more?.some((word) => kindsOf(word).some((kind) => kinds.has(kind))) === true ||
      more?.some((word) => around.some((its) => isWord(its, word, word))) === true ||
      around.some(({ plain }) => /\d/.test(plain) && other.whole.plain.includes(plain))
    return !isAround && !around.some((word) => isForm([word], other.whole))
  })
}

/** A number behind a name is an index as well as anything else. */
const kindsOf = (word: string): Aside[] => {
  const kind = asideOf(word)
  return [...(kind === null ? [] : [kind]), ...(/^\d/.test(word) ? (['index'] as const) : [])]
}
