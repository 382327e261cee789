/** What of a create says which vehicle it is. */
export interface NewVehicle {
  readonly marka_id: number
  readonly model_id: number
  readonly base_id: number
  readonly equip_id: number
  readonly version: string
}

/** An advert of the stock that is the vehicle of a create already. */
export interface StockMatch {
  readonly autoId: number
  readonly title: string
}
