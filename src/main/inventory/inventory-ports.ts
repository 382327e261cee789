import type { EditMark, ShownPosition } from '#shared/inventory/advert.ts'
import type { SavedRule } from '#shared/inventory/rule-calls.ts'
import type { StagedCell } from '#shared/staged/staged-edit.ts'
import type { Clock } from '../system/clock.ts'
import type { Values } from '../writes/values.ts'
import type { AdvertsTable } from './adverts-table.ts'
import type { KnownViews } from './lists/apart-columns.ts'
import type { Owner } from './owner.ts'
import type { StockSources } from './sources/stock-sources.ts'

/** Ids of adverts. */
export type MarkedAdverts = Readonly<Record<EditMark, ReadonlySet<number>>>

/** Parts of the app that the inventory works with. */
export interface InventoryPorts {
  readonly table: AdvertsTable
  readonly clock: Clock
  /** The account that the window shows. */
  readonly owner: () => Promise<Owner>
  /** The region of the system, whose separator a CSV to be edited has. */
  readonly region?: () => string
  /** Values that the journal wrote last to an advert and the service doesn't show. */
  readonly written: (accountId: string, id: number) => Record<string, string | number>
  /** The same of many adverts; one that the journal has nothing of may be absent. Absent, nothing is known of them. */
  readonly writtenOfMany?: (accountId: string, ids: readonly number[]) => ReadonlyMap<number, Values>
  /** Views of adverts; absent, nothing is known of that. */
  readonly views?: Pick<KnownViews, 'of'>
  /** The positions of prices that were read; absent, there are none. */
  readonly positions?: (accountId: string, ids: readonly number[]) => ReadonlyMap<number, ShownPosition>
  /** The dealer's own numbers of adverts; absent, there are none. */
  readonly stockNumbers?: {
    readonly of: (accountId: string, ids: readonly number[]) => ReadonlyMap<number, string>
    readonly hasAny: (accountId: string) => boolean
  }
  /** The account's colour rules; absent, there are none. */
  readonly rules?: (accountId: string) => readonly SavedRule[]
  /** Sources of the adverts; absent, nothing is known of that. */
  readonly sources?: StockSources
  /** The edits that are not sent yet; absent, there are none. */
  readonly edits?: {
    readonly cells: (accountId: string, ids: readonly number[]) => ReadonlyMap<number, StagedCell[]>
    readonly editedIn: (accountId: string) => ReadonlySet<number>
    readonly marked: (accountId: string) => Promise<MarkedAdverts>
  }
}
