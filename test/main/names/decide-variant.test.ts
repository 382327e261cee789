import { describe, expect, it } from 'vitest'
import {
  decideTogether,
  possibleVariants,
  type Variant,
  type VariantFacts,
} from '../../../src/main/names/decide/decide-variant.ts'
import { vehicleTraits } from '../../../src/main/names/decide/vehicle-traits.ts'

const variants = [
  { id: 1, name: '1.4 TSI MT (150 к.с.)', about: 'III 2013–2020, Седан' },
  { id: 2, name: '1.5 TSI MT (150 к.с.)', about: 'IV 2020–, Седан' },
  { id: 3, name: '2.0 TDI DSG (150 к.с.)', about: 'IV 2020–, Седан' },
  { id: 4, name: '2.0 TDI DSG (200 к.с.) 4WD', about: 'IV 2020–, Седан' },
]
const decideVariant = (row: VariantFacts, of: readonly Variant[]) => decideTogether([row], of)
const decide = (year: number | null, ...texts: string[]) => decideVariant({ year, texts }, variants)

describe('the variant that a row says', () => {
  it('is the one that its year and its engine leave, with the words that decided', () => {
    expect(decide(2021, 'бензин')).toEqual({
      id: 2,
      by: [
        { by: 'year', value: '2021' },
        { by: 'fuel', value: 'petrol' },
      ],
    })
    expect(decide(2019)).toEqual({ id: 1, by: [{ by: 'year', value: '2019' }] })
    expect(decide(null, 'дизель, 200 к.с.')).toMatchObject({ id: 4 })
    expect(decide(null, '147 кВт')).toMatchObject({ id: 4, by: [{ by: 'power', value: '200' }] })
    expect(decide(null, '1,5')).toMatchObject({ id: 2, by: [{ by: 'volume', value: '1.5' }] })
  })

  it('is none if several are left, if none is, or if nothing is said', () => {
    expect(decide(2021, 'дизель')).toBeNull()
    expect(decide(2021, 'гібрид')).toBeNull()
    expect(decide(2010)).toBeNull()
    expect(decide(null)).toBeNull()
  })

  it('is none that is left only because it says nothing itself', () => {
    const silent = [
      { id: 1, name: 'Sport', about: '' },
      { id: 2, name: '2.0 TDI', about: '' },
    ]
    expect(decideVariant({ year: null, texts: ['бензин'] }, silent)).toBeNull()
    expect(decideVariant({ year: 2024, texts: [] }, [{ id: 1, name: 'Base', about: '2024' }])).toBeNull()
  })

  it('is the equipment of the year', () => {
    const trims = [2024, 2025].map((year) => ({ id: year, name: 'Base', about: String(year) }))
    expect(decideVariant({ year: 2025, texts: ['Base'] }, trims)).toMatchObject({ id: 2025 })
  })

  it('is not told by a word that means something else in other texts', () => {
    expect(vehicleTraits(['ручна робота', 'повний комплект ключів', 'задній ліхтар', 'AT&T'])).toMatchObject({
      gearbox: null,
      drive: null,
    })
    expect(vehicleTraits(['AT', 'Повний'])).toMatchObject({ gearbox: 'automatic', drive: 'all' })
    expect(vehicleTraits(['2.0 AT', 'задній привід'])).toMatchObject({ gearbox: 'automatic', drive: 'rear' })
    expect(vehicleTraits(['Дизель, ручна, передній'])).toMatchObject({ gearbox: 'manual', drive: 'front' })
  })

  it('is one for all rows of a question, or none', () => {
    const rows = [
      { year: 2021, texts: ['150 к.с., бензин'] },
      { year: 2022, texts: ['бензин'] },
    ]
    expect(decideTogether(rows, variants)).toEqual({
      id: 2,
      by: [
        { by: 'year', value: '2021' },
        { by: 'year', value: '2022' },
        { by: 'fuel', value: 'petrol' },
      ],
    })
    expect(decideTogether([...rows, { year: 2019, texts: [] }], variants)).toBeNull()
    expect(decideTogether([...rows, { year: 2021, texts: [] }], variants)).toBeNull()
    expect(decideTogether([], variants)).toBeNull()
  })
})

it('tells the variants that no row of a question rules out', () => {
  const possible = (...years: number[]) => [
    ...possibleVariants(
      years.map((year) => ({ year, texts: ['150 к.с.'] })),
      variants,
    ),
  ]
  expect(possible(2021)).toEqual([2, 3])
  expect(possible(2021, 2018)).toEqual([])
  expect(possible()).toEqual([1, 2, 3, 4])
})

describe('the traits of a text', () => {
  it.each([
    ['клас D, М’який гібрид', { fuel: null }],
    ['2.0 mHEV дизель', { fuel: 'diesel' }],
    ['xDrive20d', { fuel: 'diesel' }],
    ['2.0 D', { fuel: 'diesel', volume: '2.0' }],
    ['Гібрид, бензин 2,5 варіатор', { fuel: 'hybrid', volume: '2.5', gearbox: 'automatic' }],
    ['xDrive AT 245 л.с.', { power: 245, gearbox: 'automatic', drive: 'all' }],
    ['Ручна / Механіка 4×4', { gearbox: 'manual', drive: 'all' }],
    ['7,8 л/100 км, 1.5 т, 12.5', { volume: null }],
    ['1.4 або 1.6', { volume: null }],
    ['Механіка або автомат', { gearbox: null }],
    ['AMG Edition, MTX', { gearbox: null, fuel: null }],
    ['120 км', { power: null }],
  ])('%s', (text, traits) => {
    expect(vehicleTraits([text])).toMatchObject(traits)
  })

  it('are none where two texts differ', () => {
    expect(vehicleTraits(['бензин', 'дизель']).fuel).toBeNull()
    expect(vehicleTraits(['бензин', 'бензин']).fuel).toBe('petrol')
  })
})
