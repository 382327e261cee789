import type { Generation, GenerationBody, Modification, Equipment } from './new-vehicles.ts'
import { fuelIds, fuels, gearboxes } from './equipment.ts'
import type { CatalogModel } from './vehicle-catalog.ts'

const automatic = { gearboxId: 2, driveId: 1 } as const

/**
 * The one chain of a new vehicle that the service's own pages show (docs/service/lookups.md): BMW X6. Its ids are the
 * real ones; every other generation, modification and equipment has an id of the sandbox.
 */
const publishedChain = {
  modelId: 2153,
  generations: [
    { id: 3275, name: 'E71', yearFrom: 2008, yearTo: 2012 },
    { id: 432, name: 'E71 (FL)', yearFrom: 2012, yearTo: 2014 },
    { id: 433, name: 'F16', yearFrom: 2014, yearTo: 0 },
  ],
  /** generation_bodystyle_id by generation. */
  bodies: { 432: 538 } as Readonly<Record<number, number>>,
  /** By generation_bodystyle_id, in the order of the catalogue. */
  modifications: {
    538: [
      {
        ...automatic,
        id: 9036,
        name: '50i Steptronic (407 к.с.) xDrive',
        fuelId: 1,
        volume: 4.4,
        power: 407,
      },
      {
        ...automatic,
        id: 15_821,
        name: '40d Steptronic (306 к.с.) xDrive',
        fuelId: 2,
        volume: 3,
        power: 306,
      },
    ],
  } as Readonly<Record<number, readonly Omit<Modification, 'body'>[]>>,
  /** equip_id by base_id. */
  equipment: { 9036: [79_274] } as Readonly<Record<number, readonly number[]>>,
}

/** Ids from here on are the sandbox's own; the real ones are known of one model only. */
const ownIds = 900_000

/** Room for the modifications of one body style. */
const basesOfBody = 20
/** Room for the equipment of one modification. */
const equipsOfBase = 10

/** The generations of a model; `index` is its place among all models. */
export function generationsOf(model: CatalogModel, index: number): Generation[] {
  const published = publishedChain.generations.filter(() => publishedChain.modelId === model.id)
  if (published.length > 0) return published.map((generation) => ({ ...generation, model }))
  const first = 2016 + (index % 5)
  const id = ownIds + index * 10
  return [
    { id, model, name: 'I (FL)', yearFrom: first - 4, yearTo: first },
    { id: id + 1, model, name: 'II', yearFrom: first, yearTo: 0 },
  ]
}

/** A sedan of today is made as a station wagon too. */
export function bodiesOf(generation: Generation, index: number): GenerationBody[] {
  const { model } = generation
  const ids = model.body === 3 && generation.yearTo === 0 ? [3, 2] : [model.body]
  return ids.map((bodyId, place) => ({
    id: publishedChain.bodies[generation.id] ?? ownIds + index * 2 + place,
    generation,
    bodyId,
  }))
}

type Drivetrain = Pick<Modification, 'fuelId' | 'gearboxId' | 'driveId'>

/**
 * Drivetrains of a model, by its fuels: the manual ones have front drive, crossovers and pickups all-wheel drive too.
 */
const drivetrains = ({ fuels: letters, body }: CatalogModel): Drivetrain[] =>
  letters.split('').flatMap((letter): Drivetrain[] => {
    const fuelId = fuelIds[letter] ?? 1
    const tall = body === 5 || body === 9
    if (letter === 'e' || letter === 'h')
      return [{ fuelId, gearboxId: letter === 'e' ? 2 : 5, driveId: tall ? 1 : 2 }]
    const plain = [1, 2].map((gearboxId) => ({ fuelId, gearboxId, driveId: 2 }))
    return tall ? [...plain, { fuelId, gearboxId: 2, driveId: 1 }] : plain
  })

/** `index` is the place among the body styles of all generations. */
export function modificationsOf(body: GenerationBody, index: number): Modification[] {
  const { model, yearTo } = body.generation
  return drivetrains(model).map((drivetrain, place) => {
    const power = model.power - (yearTo === 0 ? 0 : 10) + place * 4
    const volume = drivetrain.fuelId === 6 ? 0 : model.volume
    return {
      id: ownIds + index * basesOfBody + place,
      body,
      name: modificationName({ ...drivetrain, volume, power }, yearTo === 0),
      ...drivetrain,
      volume,
      power,
      ...publishedChain.modifications[body.id]?.[place],
    }
  })
}

type Engine = Drivetrain & Pick<Modification, 'volume' | 'power'>

/** Names differ between years: "AT (190 л.с.)" of an older generation, "Автомат (200 к.с.)" of today's. */
function modificationName({ fuelId, gearboxId, driveId, volume, power }: Engine, today: boolean): string {
  const engine = volume > 0 ? volume.toFixed(1) : ''
  const gearbox = today ? (gearboxes[gearboxId]?.uk ?? '') : gearboxId === 1 ? 'MT' : 'AT'
  const output = `(${power} ${today ? 'к.с.' : 'л.с.'})`
  return [engine, fuels[fuelId]?.uk, gearbox, output, driveId === 1 ? '4WD' : '']
    .filter((part) => part !== '' && part !== undefined)
    .join(' ')
}

const trims = ['Base', 'Comfort', 'Premium'] as const

export function equipmentOf(modification: Modification, index: number): Equipment[] {
  const { yearTo } = modification.body.generation
  return trims.map((name, place) => ({
    id: publishedChain.equipment[modification.id]?.[place] ?? ownIds + index * equipsOfBase + place,
    modification,
    name,
    year: String(yearTo === 0 ? 2024 + place : yearTo),
  }))
}
