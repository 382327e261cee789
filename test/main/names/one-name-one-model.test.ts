import { expect, it } from 'vitest'
import { type KnownNames, resolveVehicle } from '../../../src/main/names/resolve-vehicle.ts'
import { catalogue, catalogueNames } from './catalogue.ts'
import { spread } from '../../whole.ts'

const lettersOf = (line: string): ReadonlyMap<string, string> =>
  new Map(line.split(' ').map((entry) => [entry.slice(0, 1), entry.slice(2)]))
const bySound = lettersOf(
  'a=а b=б c=к d=д e=е f=ф g=г h=х i=і j=дж k=к l=л m=м n=н o=о p=п q=к r=р s=с t=т u=у v=в w=в x=кс y=і z=з',
)
const byLook = lettersOf('a=а b=в e=е k=к m=м h=н o=о p=р c=с t=т y=у x=х i=і')
const written = (name: string, letters: ReadonlyMap<string, string>): string =>
  Array.from(name.toLowerCase(), (letter) => letters.get(letter) ?? letter).join('')

/** A name as it may be typed. */
const variants: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replace(/[- ]/g, ''),
  (name) => name.replace(/ /g, '-'),
  (name) => `«${name}» (нов.)`,
  (name) => written(name, bySound),
  (name) => written(name, byLook),
  (name) => `${name} 2.0 TDI 2019`,
  (name) => `${written(name, bySound)} 1.6`,
  (name) => `${name} 320d xDrive`,
  (name) => `${name} 350`,
  (name) => `${name} III седан`,
]

/** Of all makes; each is still told from the models of the whole list. */
const some = spread(catalogue, 60)

const models = new Map(catalogue.map(({ make, model }) => [model.id, `${make.name} ${model.name}`]))

it('takes no spelling of a model for another model', () => {
  const wrong: string[] = []
  let right = 0
  for (const { make, model } of some)
    for (const variant of variants) {
      const text = variant(model.name)
      const { ids } = resolveVehicle([make.name, text, '', ''], catalogueNames)
      if (ids.model_id === model.id) right += 1
      else if (ids.model_id !== null) wrong.push(`${make.name} ${text} = ${models.get(ids.model_id)}`)
    }
  expect(wrong).toEqual([])
  expect(right).toBeGreaterThan(some.length * variants.length * 0.85)
})

it('takes the name of a model that the list lacks for no other model', () => {
  const wrong: string[] = []
  for (const { make, model } of some) {
    const names: KnownNames = {
      ...catalogueNames,
      candidates: (field, within) =>
        catalogueNames.candidates(field, within).filter((each) => each !== model),
    }
    const { ids } = resolveVehicle([make.name, model.name, '', ''], names)
    if (ids.model_id !== null) wrong.push(`${make.name} ${model.name} = ${models.get(ids.model_id)}`)
  }
  // A body word says nothing of the model if the list has no model with it.
  expect(wrong.filter((each) => each !== 'Volkswagen Golf Variant = Volkswagen Golf')).toEqual([])
})

it('reads every make and model in one cell', () => {
  const wrong = catalogue.flatMap(({ make, model }) => {
    const { ids } = resolveVehicle(['', `${make.name} ${model.name}`, '', ''], catalogueNames)
    return ids.marka_id === make.id && ids.model_id === model.id ? [] : [`${make.name} ${model.name}`]
  })
  expect(wrong).toEqual([])
})
