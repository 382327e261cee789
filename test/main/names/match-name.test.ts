import { expect, it } from 'vitest'
import { matchName } from '../../../src/main/names/match-name.ts'
import type { NameCandidate } from '../../../src/main/names/name-match.ts'

const named = (name: string, id: number): NameCandidate => ({ id, name, about: '', source: 'lookup' })
const makes = ['BMW', 'Mercedes-Benz', 'Škoda', 'Land Rover', 'Citroën', 'ВАЗ', 'Kia', 'Volkswagen']
const models = ['Octavia', 'Octavia Scout', 'Passat', 'Focus', 'Таврія', 'X5', 'X5 M']
const listOf = (names: readonly string[]): NameCandidate[] => names.map((name, at) => named(name, at + 1))

const namesIn = (found: readonly NameCandidate[]): string[] => found.map(({ name }) => name)

it.each([
  [makes, 'бмв', 'BMW'],
  [makes, 'БМВ', 'BMW'],
  [makes, 'шкода', 'Škoda'],
  [makes, 'Skoda', 'Škoda'],
  [makes, 'Citroen', 'Citroën'],
  [makes, 'сітроен', 'Citroën'],
  [makes, 'Мерседес Бенц', 'Mercedes-Benz'],
  [makes, 'мерседес', 'Mercedes-Benz'],
  [makes, 'ленд-ровер', 'Land Rover'],
  [makes, 'Lada', 'ВАЗ'],
  [makes, 'vaz', 'ВАЗ'],
  [makes, 'vw', 'Volkswagen'],
  [models, 'Октавія', 'Octavia'],
  [models, 'Фокус', 'Focus'],
  [models, 'пасат', 'Passat'],
  [models, 'tavriia', 'Таврія'],
])('in %j, “%s” names %s alone', (names, text, name) => {
  expect(namesIn(matchName(text, listOf(names)).same)).toEqual([name])
})

it('offers what a part of a name in the other alphabet may be, and takes none of it', () => {
  expect(matchName('Октавія RS', listOf(models)).same).toEqual([])
  expect(namesIn(matchName('Октавія RS', listOf(models)).near)).toEqual(['Octavia'])
  expect(matchName('мер', listOf(makes))).toEqual({ same: [], near: [] })
})

it('offers every candidate that is spelled so', () => {
  const twice = [named('ВАЗ', 1), named('Lada', 2), named('Лада', 3)]
  expect(namesIn(matchName('Жигулі', twice).same)).toEqual(['ВАЗ', 'Lada', 'Лада'])
  expect(namesIn(matchName('Лада', twice).same)).toEqual(['Лада'])
})
