import { foldLetters, plainVehicleWords, writtenWords } from './fold-vehicle-name.ts'

/** A name in one of its forms, word by word: as it is written, and as it is compared. */
export interface NameForm {
  readonly written: readonly string[]
  readonly plain: readonly string[]
  /** True if a word that only says "class" or "series" was left out: a number may stand behind it, as in `E 220`. */
  readonly isClass: boolean
}

export const formOf = (name: string, isClass = false): NameForm => ({
  written: writtenWords(name),
  plain: plainVehicleWords(name),
  isClass,
})

const bracketed = /[([{]([^)\]}]*)[)\]}]/g
/** The first half of a double name, as `Mercedes` is of `Mercedes-Benz`. */
const doubleName = /^(\p{L}{4,})[-‐-―]\p{L}+$/u
/** The number of a name that has one: `2121 Нива`. */
const numberedName = /^(\d{3,})\s+\p{L}{3,}$/u

/**
 * Shorter forms of a name: either side of a slash ("ВАЗ / Lada"), the part in brackets or before them, the first half
 * of a double name. Also the number of a numbered one, a class or series without this word ("E-Class"), and initials
 * before a number ("LC 200").
 */
export function shorterForms(name: string): NameForm[] {
  const outside = name.replace(bracketed, ' ').trim()
  const inside = Array.from(name.matchAll(bracketed), ([, words = '']) => words.trim())
  const sides = [
    ...name.split('/'),
    outside,
    ...outside.split('/'),
    name.split('/').toReversed().join(' '),
    ...inside,
  ].map((part) => part.trim())
  const begun = [doubleName, numberedName].flatMap((shape) => shape.exec(outside)?.[1] ?? [])
  const parts = [...new Set([...sides, ...begun])]
  const forms = parts.filter((part) => part !== name && part !== '').map((part) => formOf(part))
  const classes = [name, ...parts].flatMap((part) => withoutClass(formOf(part)))
  return [...forms, ...classes, ...initials(formOf(name))].filter(({ plain }) => plain.length > 0)
}

/** True if the name is of a class or a series, and says so. */
export const hasClass = ({ plain }: NameForm): boolean => plain.some((word) => classWords.has(word))

const classWords: ReadonlySet<string> = new Set(['class', 'series'])

function withoutClass({ written, plain }: NameForm): NameForm[] {
  const at = plain.findIndex((word) => classWords.has(word))
  if (at < 0 || plain.length === 1) return []
  return [{ written: written.toSpliced(at, 1), plain: plain.toSpliced(at, 1), isClass: true }]
}

/** `Land Cruiser 200` → `lc 200`; a name without a number has no letters to go by. */
function initials({ written }: NameForm): NameForm[] {
  const number = written.findIndex((word) => /^\d/.test(word))
  if (number < 2 || !written.slice(0, number).every((word) => /^[a-z]{3,}$/.test(word))) return []
  return [formOf([firstLetters(written.slice(0, number)), ...written.slice(number)].join(' '))]
}

export const firstLetters = (words: readonly string[]): string =>
  words.map((word) => foldLetters(word.slice(0, 1))).join('')

/** A name and its shorter forms. */
export interface NameForms {
  readonly whole: NameForm
  readonly shorter: readonly NameForm[]
}

/** A list is matched with each row of a file: the forms of its names are made once. */
const made = new WeakMap<{ readonly name: string }, NameForms>()

export function nameForms(candidate: { readonly name: string }): NameForms {
  const known = made.get(candidate)
  if (known) return known
  const forms = { whole: formOf(candidate.name), shorter: shorterForms(candidate.name) }
  made.set(candidate, forms)
  return forms
}

/** The form without the make at its beginning, with which the service begins some models: `MG4`, `DS 7 Crossback`. */
export function withoutMake(form: NameForm, makes: readonly NameForm[]): NameForm[] {
  const [first = ''] = form.plain
  for (const { plain } of makes) {
    const make = plain.join('')
    if (make === '') continue
    if (form.plain.length > plain.length && form.plain.slice(0, plain.length).join('') === make)
      return [{ ...form, written: form.written.slice(plain.length), plain: form.plain.slice(plain.length) }]
    const glued = first.startsWith(make) ? first.slice(make.length) : ''
    if (/^\d/.test(glued)) return [formOf([glued, ...form.written.slice(1)].join(' '), form.isClass)]
  }
  return []
}

/** The words of a name that begins as the form does, behind it; null if it begins otherwise. */
export function goesOn({ plain }: NameForm, form: NameForm): readonly string[] | null {
  const begins = plain.length > form.plain.length && form.plain.every((word, at) => plain[at] === word)
  return begins ? plain.slice(form.plain.length) : null
}
