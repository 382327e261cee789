import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchIn } from '../../../src/main/names/match-name.ts'
import { NameList } from '../../../src/main/names/name-list.ts'
import type { NameCandidate, NameMatch } from '../../../src/main/names/name-match.ts'
import type { FormedCandidate } from '../../../src/main/names/named-with-asides.ts'
import { noIds } from '../../../src/main/names/vehicle-ids.ts'
import { textWords } from '../../../src/main/names/text-words.ts'
import { catalogue, catalogueNames, makes } from './catalogue.ts'
import { everyday } from './everyday-names.ts'

/** Compares a text with every name. */
class EveryName extends NameList {
  override like(): readonly FormedCandidate[] {
    return this.formed
  }
}

const odd: readonly NameCandidate[] = [
  '-',
  'Ь',
  '5',
  'ъ 5',
  'Клас Е',
  'E-Class (W213) 2.0',
  'Citroën DS',
  '520 d',
  'х5 м',
  '1+1',
  'RX 350 / РХ',
  '[ ]',
  'Нива (2121) / Niva',
  '',
].map((name, at) => ({
  id: at + 1,
  name,
  about: at % 3 === 0 ? 'Sedan W213' : '',
  source: at % 4 === 0 ? 'create' : 'lookup',
}))

interface Told {
  readonly candidates: readonly NameCandidate[]
  readonly before: readonly string[]
  /** Texts that may mean something of the list. */
  readonly texts: readonly string[]
}

const modelsOf = (make: NameCandidate): Told => ({
  candidates: catalogueNames.candidates('model_id', { ...noIds, marka_id: make.id }),
  before: [make.name],
  texts: Object.entries(everyday)
    .filter(([meant]) => meant.startsWith(`${make.name}|`))
    .flatMap(([meant, texts]) =>
      [meant, ...texts].flatMap((text) => [...text.split('|'), text.replace('|', ' ')]),
    ),
})

const models = makes.map(modelsOf).filter(({ texts }) => texts.length > 0)
const lists = fc.oneof(
  fc.constantFrom(...models),
  fc.constantFrom(
    { candidates: makes, before: [], texts: models.flatMap(({ texts }) => texts) },
    { candidates: odd, before: ['BMW'], texts: odd.map(({ name, about }) => `${name} ${about}`) },
    {
      candidates: odd,
      before: [],
      texts: ['Niva', 'Nyva', 'rkh', 'rh 350', 'klas e', 'Se', 'седан', 'нива'],
    },
  ),
)

const names = [...catalogue.map(({ model }) => model.name), ...makes.map(({ name }) => name)]
const words = [
  ...new Set([...names, ...models.flatMap(({ texts }) => texts)].flatMap((name) => name.split(' '))),
]
const besides = [
  '2.0',
  'TDI',
  '520d',
  '5er',
  'клас',
  'серії',
  'W213',
  'II',
  'х',
  'рх',
  'Н',
  '+',
  '.',
  'ь',
  '150 к.с.',
  'Nyva',
]

const letters = Array.from('абвгеєзіїклмнопрстухьabcdegiklmnoprstvwxyz0123456789.-/+')
const anyWord = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom(...besides),
  fc.string({
    unit: fc.constantFrom(...letters),
    maxLength: 6,
  }),
)
/** Often something of the list, rarely something of another one. */
const textFor = ({ texts }: Told) => {
  const own = fc.constantFrom(...texts)
  return fc.oneof(
    own,
    fc.tuple(own, fc.nat(), fc.constantFrom('', ' ', 'а', 'x', '5')).map(slip),
    fc
      .tuple(fc.tuple(fc.constantFrom(...words), own, anyWord), fc.constantFrom(' ', ' ', '-', ''))
      .map(joined),
    fc
      .tuple(fc.array(anyWord, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', ' ', '-', ''))
      .map(joined),
    fc
      .tuple(fc.array(anyWord, { minLength: 10, maxLength: 16 }), own)
      .map(([some, end]) => [...some, end].join(' ')),
  )
}
const listAndText = lists.chain((told) => fc.tuple(fc.constant(told), textFor(told)))

function joined([parts, between]: [readonly string[], string]): string {
  return parts.join(between)
}

/** One letter of a text is another one, or none. */
function slip([text, place, letter]: [string, number, string]): string {
  const at = place % text.length
  return text.slice(0, at) + letter + text.slice(at + 1)
}

const idsOf = ({ same, near }: NameMatch): (readonly number[])[] =>
  [same, near].map((found) => found.map(({ id }) => id))

it('matches a text with the names that have anything of it as with all of them', () => {
  fc.assert(
    fc.property(listAndText, fc.boolean(), ([{ candidates, before }, text], withBesides) => {
      const how = { besides: withBesides }
      expect(idsOf(matchIn(new NameList(candidates, before), text, how))).toEqual(
        idsOf(matchIn(new EveryName(candidates, before), text, how)),
      )
    }),
  )
})

it('matches everyday spellings so', () => {
  for (const { candidates, before, texts } of models) {
    const [list, every] = [new NameList(candidates, before), new EveryName(candidates, before)]
    for (const text of texts) expect(idsOf(matchIn(list, text)), text).toEqual(idsOf(matchIn(every, text)))
  }
})

const listOf = (...listed: readonly string[]): readonly NameCandidate[] =>
  listed.map((name, at) => ({ id: at + 1, name, about: '', source: 'lookup' }))

it.each([
  ['Latin letters for a name in Cyrillic', listOf('Москвич / АЗЛК', 'ВАЗ'), 'Moskvitch', [[1], []]],
  ['what a name begins with', listOf('Land Cruiser Prado', 'Corolla'), 'лендкрузер', [[], [1]]],
  [
    'letter by letter',
    listOf('Landcruiserprado (Japan)', 'Corolla'),
    'L a n d C r u i s e r P r a d o',
    [[1], []],
  ],
  ['a name without words', listOf('-', 'Corolla'), 'Aygo', [[], [1]]],
])('finds %s', (_, candidates, text, found) => {
  expect(idsOf(matchIn(new EveryName(candidates, []), text))).toEqual(found)
  expect(idsOf(matchIn(new NameList(candidates, []), text))).toEqual(found)
})

it('compares a text that is no name with none of them', () => {
  const list = new NameList(makes, [])
  expect(list.like(textWords('Невідома 17342'))).toEqual([])
  expect(list.like(textWords('Мерседес 17342')).map(({ candidate }) => candidate.name)).toEqual([
    'Mercedes-Benz',
  ])
})
