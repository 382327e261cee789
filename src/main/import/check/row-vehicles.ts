import type { ResolvedVehicle } from '../../names/resolve-vehicle.ts'

/** What is known of the vehicles that rows name, by vehicleKey(). */
export interface RowVehicles {
  /** Whether ids are looked at too: they may not belong together. */
  readonly checksIds: boolean
  find(key: string): ResolvedVehicle | undefined
}

export const noVehicles: RowVehicles = { checksIds: false, find: () => undefined }
