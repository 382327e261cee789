import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import type { PositionsState } from './positions-state.svelte.ts'

/** Where the price stands among its likes, as last read: `3 / 41`. */
export const positionColumn = (positions: PositionsState): GridColumn<AdvertRow> => ({
  id: 'position',
  title: m.search_position(),
  width: 104,
  align: 'end',
  hidden: true,
  text: ({ id }) => {
    const known = positions.of(id)
    return known?.rank == null ? '' : `${known.rank} / ${known.of}`
  },
})
