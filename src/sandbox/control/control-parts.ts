import { z } from 'zod'
import type { ClockChange, ClockState } from '../world/world-clock.ts'
import type { FaultTable } from './faults.ts'
import type { LedgerEntry } from './ledger.ts'
import type { Modes } from './modes.ts'
import type { Quirks } from './quirks.ts'

export const advertCountsSchema = z.object({
  total: z.int().describe('Adverts that are not deleted.'),
  own: z.int().describe('Those of the account.'),
  written: z.int(),
  deleted: z.int(),
})
export type AdvertCounts = z.infer<typeof advertCountsSchema>

/** Service as the control address reads and changes it. */
export interface ControlledService {
  readonly clock: ClockState
  /** The facts of the advert, deleted or not; undefined if there never was one with this id. */
  advert(id: number): object | undefined
  counts(): AdvertCounts
  /** Every write request received, oldest first. */
  writes(): LedgerEntry[]
  /** The first so many quadruples of ids that a create takes. */
  combinations(count: number): readonly object[]
  /** @throws ZodError if the change is not an order change */
  putOrder(change: unknown): object | undefined
  /** Takes the order out of the service's list; undefined if there is none with this id. */
  removeOrder(id: number): object | undefined
  /** Undefined if time passes by itself only. */
  passTime(change: ClockChange): ClockState | undefined
  reset(): void
  /** Resets, with adverts of new vehicles elsewhere or not. */
  move(newElsewhere: boolean): void
}

export interface ControlParts {
  readonly token: string
  readonly service: ControlledService
  readonly faults: FaultTable
  readonly quirks: Quirks
  readonly modes: Modes
  readonly requests: { all(): Record<string, number>; clear(): void }
}
