import type { KeyForm } from './key-form.ts'
import { Unescaped } from './unescaped.ts'

/** A part of a text. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Base64 in base64 is looked into, too. */
const deepest = 2

/** Where keys stand in a text, in order and apart from each other. */
export function keyRanges(text: string, forms: readonly KeyForm[]): readonly Range[] {
  return forms.length === 0 ? [] : apart(allRanges(text, forms, deepest))
}

function allRanges(text: string, forms: readonly KeyForm[], depth: number): readonly Range[] {
  const { unescaped, found } = scan(text, forms)
  const plain = unescaped.toString()
  return [
    ...found,
    ...forms.flatMap(({ raw }) => matches(text, raw)),
    ...forms.filter(({ isTailOnly }) => isTailOnly).flatMap(({ tail }) => tails(text, unescaped, tail)),
    ...[
      ...forms.flatMap(({ dump }) => (dump ? matches(plain, dump) : [])),
      ...(depth === 0 ? [] : encodedRanges(plain, forms, depth - 1)),
    ].map(({ start, end }) => ({ start: unescaped.startOf(start), end: unescaped.startOf(end) })),
  ]
}

/** Looks for the keys while the text is unescaped: what follows a key can't be taken for the end of an escape in it. */
function scan(text: string, forms: readonly KeyForm[]): { unescaped: Unescaped; found: readonly Range[] } {
  const unescaped = new Unescaped(text.length)
  const found: (Range & { readonly form: KeyForm })[] = []
  for (let at = 0; at < text.length; at += 1) {
    unescaped.add(text.charCodeAt(at), at)
    if (unescaped.waiting > 0) continue
    for (const form of forms) {
      const begin = form.beginIn(unescaped)
      if (begin >= 0) found.push({ start: unescaped.startOf(begin), end: at + 1, form })
    }
  }
  return { unescaped, found: found.flatMap((range) => withTail(text, unescaped, range)) }
}

const matches = (text: string, pattern: RegExp): readonly Range[] =>
  Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({ start: index, end: index + match.length }))

/** The range with the backslashes that end its key; none if there are too few. */
function withTail(
  text: string,
  unescaped: Unescaped,
  { start, end, form }: Range & { form: KeyForm },
): Range[] {
  if (form.tail === 0) return [{ start, end }]
  const next = unescaped.indexFrom(end)
  const isNext = unescaped.startOf(next) === end
  if (!form.endsWith(isNext ? backslashesBefore(unescaped, next) : 0)) return []
  return [{ start, end: isNext ? tailEnd(text, unescaped, next) : end }]
}

/** All places of a key that is nothing but backslashes. */
const tails = (text: string, unescaped: Unescaped, tail: number): readonly Range[] =>
  Array.from({ length: unescaped.length + 1 }, (_, index) => index)
    .filter((index) => backslashesBefore(unescaped, index) >= tail)
    .map((index) => ({ start: unescaped.startOf(index), end: tailEnd(text, unescaped, index) }))

const backslashesBefore = (unescaped: Unescaped, index: number): number =>
  index < unescaped.length ? unescaped.backslashesAt(index) : unescaped.waiting

/** One backslash may be left for a quotation mark that it escapes: without it the text around would end there. */
function tailEnd(text: string, unescaped: Unescaped, index: number): number {
  const end = unescaped.bodyOf(index)
  if (text[end] !== '"' && text[end] !== "'") return end
  let begin = end
  while (text[begin - 1] === '\\') begin -= 1
  return (end - begin) % 2 === 1 ? end - 1 : end
}

/** Where keys stand in what is base64 in the text. Where it begins is not known, so that it is read in each of four ways. */
function encodedRanges(plain: string, forms: readonly KeyForm[], depth: number): readonly Range[] {
  const looked = forms.filter(({ dump }) => dump !== null)
  if (looked.length === 0) return []
  // At its least a key begins and ends within a letter that it shares.
  const least = Math.floor((Math.min(...looked.map(({ length }) => length)) * 4) / 3)
  return base64Runs(plain, least).flatMap((places) => {
    const letters = places
      .map((place) => plain[place])
      .join('')
      .replaceAll(' ', '+')
    return [0, 1, 2, 3].flatMap((skipped) => {
      const decoded = Buffer.from(letters.slice(skipped), 'base64').toString('latin1')
      return allRanges(decoded, looked, depth).map(({ start, end }) => ({
        start: places[skipped + Math.floor((start * 4) / 3)] ?? 0,
        end: completedEnd(plain, (places[skipped + Math.ceil((end * 4) / 3) - 1] ?? 0) + 1),
      }))
    })
  })
}

const base64Letters = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_ ')

/**
 * The places of letters of base64, run by run: lines may be cut, and indented. A blank is a `+`, as in a key. Runs of
 * fewer letters than `least` hold none.
 */
function base64Runs(plain: string, least: number): readonly (readonly number[])[] {
  const runs: number[][] = []
  let run: number[] = []
  const end = (): void => {
    if (run.length >= least) runs.push(run)
    run = []
  }
  let isIndent = false
  for (let place = 0; place < plain.length; place += 1) {
    const letter = plain.charAt(place)
    if (letter === '\n' || letter === '\r' || letter === '\t') isIndent = true
    else if (letter === ' ' && isIndent) continue
    else {
      isIndent = false
      if (base64Letters.has(letter)) run.push(place)
      else end()
    }
  }
  end()
  return runs
}

/** What may complete the last letters: bits of the character behind the key, and padding. */
const completed = /[\w+/-]{0,2}={0,2}/y

function completedEnd(plain: string, end: number): number {
  completed.lastIndex = end
  completed.test(plain)
  return completed.lastIndex
}

/** In order, those that overlap as one. */
function apart(ranges: readonly Range[]): readonly Range[] {
  const found: { start: number; end: number }[] = []
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else if (end > start) found.push({ start, end })
  }
  return found
}
