import type { CatalogModel } from './vehicle-catalog.ts'

/** A generation of a model, with the body styles that it is made in. */
export interface Generation {
  readonly id: number
  readonly model: CatalogModel
  readonly name: string
  readonly yearFrom: number
  /** 0 while it is still made. */
  readonly yearTo: number
}

export interface GenerationBody {
  /** `generation_bodystyle_id`. */
  readonly id: number
  readonly generation: Generation
  /** `bodystyle_id`, as in the search. */
  readonly bodyId: number
}

/** A body-type modification; its id is `base_id` of a create. */
export interface Modification {
  readonly id: number
  readonly body: GenerationBody
  readonly name: string
  readonly fuelId: number
  readonly gearboxId: number
  readonly driveId: number
  readonly volume: number
  readonly power: number
}

/** A trim level of a modification; its id is `equip_id` of a create. */
export interface Equipment {
  readonly id: number
  readonly modification: Modification
  readonly name: string
  readonly year: string
}
