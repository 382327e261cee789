import { slug } from '../world/slug.ts'
import { makeName, modelName } from './vehicle-catalog.ts'
import type { VehicleFacts } from './vehicle.ts'

/** The address of a picture of the advert, from the sandbox's own content host (pictures.ts); `place` 0 is the first. */
export function pictureAddress(facts: VehicleFacts, origin: string, size: string, place = 0): string {
  const name = `${slug(makeName(facts.makeId))}_${slug(modelName(facts.makeId, facts.modelId))}`
  return `${origin}/cdn/photosnew/auto/photo/${name}__${facts.id}${place === 0 ? '' : `_${place}`}${size}.svg`
}
