import type { AdvertRow, AdvertState, GroupColumn } from '#shared/inventory/advert.ts'
import type { StockGroup, StockSums } from '#shared/inventory/inventory-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { stateWords } from '#shared/inventory/state-words.ts'
import { percentWords } from '#shared/words/percent-words.ts'
import { formatMoney } from '../ui/format-money.ts'
import { formatNumber } from '../ui/format.ts'
import type { GridGroups, GroupSum } from '../ui/grid/grid-groups.ts'
import { GroupPlaces } from '../ui/grid/group-places.ts'
import type { InventoryState } from './inventory-state.svelte.ts'

const columnNames: Readonly<Record<GroupColumn, () => string>> = {
  make: m.word_make,
  model: m.word_model,
  version: m.word_version,
  year: m.word_year,
  fuel: m.word_fuel,
  state: m.word_state,
  region: m.word_region,
  city: m.word_city,
}

/** Columns that a list can be grouped by, in the order in which they are offered. */
export const groupedColumns = Object.keys(columnNames) as GroupColumn[]

export const groupColumnWords = (column: GroupColumn): string => columnNames[column]()

/** Groups the list by a column of the grid; undefined if it can't be, or is. */
export function groupingBy(inventory: InventoryState, id: string): (() => void) | undefined {
  const column = groupedColumns.find((each) => each === id)
  return column && column !== inventory.group ? () => inventory.groupBy(column) : undefined
}

function valueWords(column: GroupColumn | null, value: string): string {
  if (value === '') return m.word_not_known()
  return column === 'state' ? stateWords(value as AdvertState) : value
}

/** The head of a group in a list by this column: the number of its adverts. */
export const headWords = (column: GroupColumn | null, { value, count }: StockGroup) => ({
  title: valueWords(column, value),
  note: m.inventory_count({ count }),
})

/** Worth of a group in each currency. */
export const worthWords = ({ totals }: StockSums): string =>
  totals.map(({ sum, currency }) => formatMoney(sum, currency)).join(' · ')

/** Worth of adverts, and how dear and how much looked at they are as far as that is known. */
export function columnSums(sums: StockSums): GroupSum[] {
  const { overMedian, views } = sums
  return [
    { column: 'price', words: worthWords(sums) },
    ...(overMedian
      ? [
          {
            column: 'overMedian',
            words: percentWords(Math.round(overMedian.sum / overMedian.adverts)),
            tip: m.inventory_group_median({ count: overMedian.adverts }),
          },
        ]
      : []),
    ...(views
      ? [
          {
            column: 'views',
            words: formatNumber(views.sum),
            tip: m.inventory_group_views({ count: views.adverts }),
          },
        ]
      : []),
  ]
}

/** The groups of the stock as the grid has them; undefined while the list is not grouped. */
export function stockGroups(inventory: InventoryState): GridGroups<AdvertRow> | undefined {
  const { places, groupedBy } = inventory
  if (!(places instanceof GroupPlaces)) return undefined
  return {
    headAt(place) {
      const head = places.headAt(place)
      return (
        head && { ...headWords(groupedBy, head.group), sums: columnSums(head.group), folded: head.folded }
      )
    },
    spanOf: (place) => places.spanOf(place),
    countIn: (spans, withFolded) => places.countIn(spans, withFolded),
    rowsIn: (spans) => inventory.rowsOf(places.idsAt(spans)),
    async fold(which, yes, { rows, active }) {
      const ids = new Set(places.idsAt(rows))
      const values = which === 'all' ? places.values : [places.valueAt(which)]
      await inventory.fold(values, yes)
      const now = inventory.places
      return now instanceof GroupPlaces
        ? { rows: now.spansOf(ids), active: now.nearest(places, active) }
        : { rows: [], active: 0 }
    },
  }
}
