import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { priceWords, rankWords } from '#shared/search/position-words.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { formatAgo } from '../ui/format.ts'

/** Where the price stands among its likes, as last read. Sorted by the share of them that is cheaper. */
export const positionColumn = (now: () => number): GridColumn<AdvertRow> => ({
  id: 'position',
  title: m.search_position(),
  width: 124,
  align: 'end',
  hidden: true,
  sortable: true,
  text: ({ position }) => (position ? rankWords(position) : ''),
  tone: (row) => (isOutdated(row) ? 'warning' : undefined),
  tip: (row) => tipOf(row, now()),
})

/** The advert has another price by now. */
const isOutdated = ({ position, usd }: AdvertRow): boolean =>
  position?.currency === 1 && usd !== position.price

function tipOf(row: AdvertRow, now: number): string | undefined {
  const { position } = row
  if (!position) return undefined
  const price = priceWords(position.price, position.currency)
  const when = formatAgo(position.readAt, now)
  return isOutdated(row)
    ? m.search_position_tip_outdated({ price, when })
    : m.search_position_tip({ price, when })
}
