import { slug } from '../world/slug.ts'
import { makeName, modelName } from './vehicle-catalog.ts'
import type { VehicleFacts } from './vehicle.ts'

const fileName = (facts: VehicleFacts): string =>
  `${slug(makeName(facts.makeId))}_${slug(modelName(facts.makeId, facts.modelId))}`

/** The address of a picture of the advert, from the sandbox's own content host (pictures.ts). */
export const pictureAddress = (facts: VehicleFacts, origin: string, size: string): string =>
  `${origin}/cdn/photosnew/auto/photo/${fileName(facts)}__${facts.id}${size}.svg`

/** The live service's id of a photo; `place` 0 is the first. */
export const photoId = ({ id }: VehicleFacts, place: number): number => id * 100 + place

/** The address of a photo by its id, as the live service makes them. */
export const photoAddress = (facts: VehicleFacts, origin: string, size: string, place: number): string =>
  `${origin}/cdn/photosnew/auto/photo/${fileName(facts)}__${photoId(facts, place)}${size}.svg`
