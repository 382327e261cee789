import { expect, it } from 'vitest'
import { AlikeNames } from '../../../src/main/names/alike-names.ts'
import { keepingAnswers } from '../../../src/main/names/kept-answers.ts'
import { matchIn } from '../../../src/main/names/match-name.ts'
import { NameList } from '../../../src/main/names/name-list.ts'
import { TextWord, textWords } from '../../../src/main/names/text-words.ts'
import type { NameCandidate } from '../../../src/main/names/name-match.ts'
import { makes } from './catalogue.ts'

const models = (...names: readonly string[]): NameCandidate[] =>
  names.map((name, at) => ({ id: at + 1, name, about: '', source: 'lookup' }))

/** Something that counts how often its plain words are read. */
function counting<Each extends { readonly plain: unknown }>(each: Each, count: () => void): Each {
  const { plain } = each
  return Object.defineProperty(each, 'plain', { get: () => (count(), plain) })
}

const wordsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `невідоме${String(at)}`)

function readsOfLike(count: number): number {
  let reads = 0
  const alike = new AlikeNames(new NameList(makes, []).formed)
  alike.like(wordsOf(count).map((word) => counting(new TextWord(word), () => (reads += 1))))
  return reads
}

it('looks for the words of a text with work that grows as the text does', () => {
  expect(readsOfLike(1_000)).toBeLessThan(2.5 * readsOfLike(500))
})

function readsOfMake(count: number): number {
  let reads = 0
  const list = new NameList(makes, ['Mercedes-Benz'])
  for (const make of list.makes) counting(make, () => (reads += 1))
  matchIn(list, wordsOf(count).join(' '))
  return reads
}

it('looks for the make before a model in as many words of a long text as of a longer one', () => {
  expect(readsOfMake(400)).toBe(readsOfMake(200))
})

it('finds a make that is written letter by letter, and a name behind many words', () => {
  const named = (text: string, before: readonly string[]): unknown =>
    matchIn(new NameList(models('Sprinter', 'Citan'), before), text)
  expect(named('M e r c e d e s B e n z Sprinter', ['Mercedes-Benz'])).toMatchObject({
    same: [{ name: 'Sprinter' }],
  })
  const like = new NameList(models('Land Cruiser', 'Citan'), []).like(
    textWords(`${wordsOf(200).join(' ')} ленд крузер`),
  )
  expect(like.map(({ candidate }) => candidate.name)).toEqual(['Land Cruiser'])
})

it('keeps what is asked for again, and no long texts', () => {
  const made: string[] = []
  const length = keepingAnswers((text) => made.push(text))
  for (const text of ['BMW', 'BMW', 'x'.repeat(5_000), 'x'.repeat(5_000)]) length(text)
  expect(made.map((text) => text.length)).toEqual([3, 5_000, 5_000])
})
