import type { Modification } from './new-vehicles.ts'

const automatic = { gearboxId: 2, driveId: 1 } as const

/**
 * The one chain of a new vehicle that the service's own pages show (docs/service/lookups.md): BMW X6. Its ids are the
 * real ones; every other generation, modification and equipment has an id of the sandbox.
 */
export const publishedChain = {
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
