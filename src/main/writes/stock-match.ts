/** What of a create says which vehicle it is. */
export interface NewVehicle {
  readonly marka_id: number
  readonly model_id: number
  readonly base_id: number
  readonly equip_id: number
  readonly version: string
}

/**
 * What is the vehicle of a create already: an advert (its title is '' if only the journal knows it), or a create in doubt
 * or of an open batch.
 */
export type StockMatch = { readonly autoId: number; readonly title: string } | { readonly batch: string }
