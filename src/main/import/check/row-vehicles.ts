import type { ResolvedVehicle } from '../../names/resolve-vehicle.ts'

/** Known vehicles of the rows, by vehicleKey(). */
export interface RowVehicles {
  /** True if ids are looked at too: they may not belong together. */
  readonly checksIds: boolean
  find(key: string): ResolvedVehicle | undefined
}

export const noVehicles: RowVehicles = { checksIds: false, find: () => undefined }
