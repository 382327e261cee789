/** Vehicle fields of a create. */
export interface NewVehicle {
  readonly marka_id: number
  readonly model_id: number
  readonly base_id: number
  readonly equip_id: number
  readonly version: string
}

/**
 * Match of a create's vehicle: an advert (title '' if only the journal knows it), or a create in doubt or of an open
 * batch.
 */
export type StockMatch = { readonly autoId: number; readonly title: string } | { readonly batch: string }
