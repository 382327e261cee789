import type { ChangeNotes } from '../inventory/change-notes.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import type { NamesTable } from '../names/names-table.ts'
import type { PositionTable } from './position-table.ts'

/** The features that searches of the market work with. */
export interface MarketParts {
  readonly inventory: InventoryService
  readonly lookups: LookupsService
  readonly positions: PositionTable
  readonly notes: ChangeNotes
  readonly names: NamesTable
}
