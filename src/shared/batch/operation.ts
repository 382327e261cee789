/** Operations of a row at the service: POST, PUT or DELETE /auto/new/autos. */
export const operations = ['create', 'edit', 'delete'] as const
export type Operation = (typeof operations)[number]
