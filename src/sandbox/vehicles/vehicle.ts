import { z } from 'zod'

/**
 * Facts of a vehicle advert: everything that a filter reads or a write changes. The record of /auto/info is drawn
 * from it (advert-record.ts). Times are seconds since the epoch.
 */
export const vehicleFactsSchema = z.object({
  id: z.int(),
  userId: z.int(),
  /** 0 for a private seller. */
  dealerId: z.int(),
  categoryId: z.int(),
  makeId: z.int(),
  modelId: z.int(),
  bodyId: z.int(),
  year: z.int(),
  /** In the main currency. */
  price: z.number(),
  currency: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  fuelId: z.int(),
  gearboxId: z.int(),
  /** Litres. */
  volume: z.number(),
  /** Horsepower. */
  power: z.number(),
  /** Thousands of kilometres. */
  mileage: z.int(),
  regionId: z.int(),
  cityId: z.int(),
  abroad: z.boolean(),
  /** Customs not cleared. */
  uncleared: z.boolean(),
  bargain: z.boolean(),
  realtyExchange: z.boolean(),
  /** 0 none, otherwise the place in exchangeTypes. */
  exchangeType: z.int(),
  /** Make wanted in exchange; 0 any. */
  exchangeMakeId: z.int(),
  exchangeModelId: z.int(),
  photos: z.int(),
  /** Bits of autoOptions. */
  options: z.int(),
  /** 0 none; a higher number comes earlier in the promoted list. */
  level: z.int(),
  addedAt: z.int(),
  updatedAt: z.int(),
  expiresAt: z.int(),
  sold: z.boolean(),
  moderated: z.boolean(),
  archived: z.boolean(),
  deleted: z.boolean(),
  /** Time when it was deleted by way of the archive, where it still is unless it is deleted by now; 0 if it wasn't. */
  withdrawnAt: z.int().default(0),
  /** Null if none was written; the record then has a made-up text. */
  note: z.string().nullable(),
  version: z.string(),
  baseId: z.int(),
  equipId: z.int(),
  inStock: z.int(),
  testDrive: z.int(),
})

export type VehicleFacts = Readonly<z.infer<typeof vehicleFactsSchema>>

/** True if it is an advert of a new vehicle: one with a modification of the catalogue. */
export const isNew = (facts: VehicleFacts): boolean => facts.baseId > 0

/** Ids of new vehicles have 7 digits if they are read elsewhere (docs/service/practice.md, "new vehicles"). */
export const isNewId = (id: number): boolean => id < 10_000_000

/** True if the public search shows it. */
export const isListed = (facts: VehicleFacts): boolean =>
  !facts.deleted && !facts.sold && !facts.archived && !facts.moderated
