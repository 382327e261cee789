import { expect, it } from 'vitest'
import { offeredNames } from '../../../src/main/names/name-candidates.ts'
import { resolveVehicle } from '../../../src/main/names/resolve-vehicle.ts'
import { noIds, type VehicleCells } from '../../../src/main/names/vehicle-ids.ts'
import { catalogue, catalogueNames } from './catalogue.ts'
import { everyday, heldOut } from './everyday-names.ts'

interface Spelling {
  readonly text: string
  readonly makeId: number
  readonly modelId: number
}

function spellingsOf(corpus: Readonly<Record<string, readonly string[]>>): Spelling[] {
  return Object.entries(corpus).flatMap(([meant, texts]) => {
    const entry = catalogue.find(({ make, model }) => `${make.name}|${model.name}` === meant)
    if (!entry) throw new Error(`${meant} is not in the catalogue`)
    return texts.map((text) => ({ text, makeId: entry.make.id, modelId: entry.model.id }))
  })
}

/** `make|model`, or both in one cell. */
const cellsOf = (text: string): VehicleCells => {
  const [make = '', model] = text.split('|')
  return model === undefined ? ['', make, '', ''] : [make, model, '', '']
}

type Result = 'right' | 'wrong' | 'offered' | 'not offered'

/** The first offers are seen at one look. */
const seen = 8

function resultOf({ text, makeId, modelId }: Spelling): Result {
  const cells = cellsOf(text)
  const { ids, findings } = resolveVehicle(cells, catalogueNames)
  if (ids.marka_id !== null && ids.marka_id !== makeId) return 'wrong'
  if (ids.model_id !== null) return ids.model_id === modelId ? 'right' : 'wrong'
  const isMake = findings[0]?.field === 'marka_id'
  const offered = isMake
    ? offeredNames('marka_id', noIds, cells[0] || cells[1], catalogueNames)
    : offeredNames('model_id', { ...noIds, marka_id: makeId }, cells[1], catalogueNames)
  const right = isMake ? makeId : modelId
  return offered.slice(0, seen).some(({ id }) => id === right) ? 'offered' : 'not offered'
}

it.each([
  ['the everyday ones', everyday, 560, 0.87, ['Ауди|Ку7']],
  ['those of which the rules were not made', heldOut, 400, 0.86, ['Ауді|кью5']],
])(
  'of several hundred spellings, %s, none is taken for another model',
  (_what, corpus, least, share, missed) => {
    const spellings = spellingsOf(corpus)
    const results = spellings.map((each) => ({ text: each.text, result: resultOf(each) }))
    const textsOf = (wanted: Result): string[] =>
      results.filter(({ result }) => result === wanted).map(({ text }) => text)
    expect(spellings.length).toBeGreaterThan(least)
    expect(textsOf('wrong')).toEqual([])
    expect(textsOf('not offered')).toEqual(missed)
    expect(textsOf('right').length / spellings.length).toBeGreaterThan(share)
  },
)

it.each([
  ['Мерседес', 'Mercedes-Benz'],
  ['Mercedes', 'Mercedes-Benz'],
  ['ВАЗ', 'ВАЗ / Lada'],
  ['Lada', 'ВАЗ / Lada'],
  ['Лада', 'ВАЗ / Lada'],
  ['Lada / ВАЗ', 'ВАЗ / Lada'],
  ['Ролс-Ройс', 'Rolls-Royce'],
  ['Тойотта', 'Toyota'],
  ['Rover', 'Rover'],
  ['АЗЛК', 'Москвич / АЗЛК'],
])('the make %s is %s', (text, name) => {
  const { ids } = resolveVehicle([text, '', '', ''], catalogueNames)
  expect(catalogue.find(({ make }) => make.id === ids.marka_id)?.make.name).toBe(name)
})

it.each(['BMW X5', 'БМВ 320d', 'Toyota RAV4'])('the make %s is no make, but a model behind one', (text) => {
  expect(resolveVehicle([text, '', '', ''], catalogueNames).ids.marka_id).toBeNull()
})

it.each([
  ['BMW', '5 серія', '5 Series'],
  ['Mercedes-Benz', 'Е-клас', 'E-Class'],
  ['BMW', '520d', '5 Series'],
  ['Mercedes-Benz', 'GLC 300', 'GLC-Class'],
  ['Lexus', 'RX350', 'RX'],
  ['Toyota', 'LC200', 'Land Cruiser 200'],
  ['Toyota', 'РАВ 4', 'RAV4'],
  ['Toyota', 'Ленд Крузер', 'Land Cruiser'],
  ['Citroen', 'С-Елізе', 'C-Elysee'],
  ['BMW', 'X5 xDrive30d', 'X5'],
])('the %s %s is the %s', (make, text, name) => {
  const { ids } = resolveVehicle([make, text, '', ''], catalogueNames)
  expect(catalogue.find(({ model }) => model.id === ids.model_id)?.model.name).toBe(name)
})

it.each([
  ['BMW', '428i', ['4 Series', '4 Series Gran Coupe']],
  ['Mercedes-Benz', 'В-клас', ['B-Class', 'V-Class']],
  ['Mercedes-Benz', 'В 250', ['B-Class', 'V-Class']],
  ['Volvo', 'С40', ['C40', 'S40']],
  ['Volkswagen', 'Golf 7', ['Golf']],
  ['Hyundai', 'i30 R', ['i30', 'i30 N']],
])('the %s %s is asked about', (make, text, names) => {
  const { ids, findings } = resolveVehicle([make, text, '', ''], catalogueNames)
  expect([ids.model_id, findings.length]).toEqual([null, 1])
  const offered = offeredNames('model_id', ids, text, catalogueNames).map(({ name }) =>
    name.replace(/ \(.*/, ''),
  )
  expect(offered.slice(0, seen)).toEqual(expect.arrayContaining(names))
})

it('takes words beside a name for an engine only in a list that the service gave', () => {
  const learned = {
    ...catalogueNames,
    candidates: (...asked: Parameters<typeof catalogueNames.candidates>) =>
      catalogueNames
        .candidates(...asked)
        .map((each) => ({ ...each, source: asked[0] === 'model_id' ? ('advert' as const) : each.source })),
  }
  expect(resolveVehicle(['Lexus', 'RX 350', '', ''], catalogueNames).ids.model_id).not.toBeNull()
  expect(resolveVehicle(['Lexus', 'RX 350', '', ''], learned).ids.model_id).toBeNull()
})
