import { m } from '#shared/i18n/generated/messages.js'
import type { RealtyRow } from '#shared/realty/realty-calls.ts'
import { formatDate } from '../ui/format-date.ts'
import { kyivTip } from '../ui/kyiv-time.ts'
import type { GridColumn } from '../ui/grid/columns.ts'

/** Stands in the grid for an advert whose record is not there, with the reason if there is one. */
export const unreadRealty = (id: number, words: string): RealtyRow => ({
  id,
  title: words || m.word_not_read_yet(),
  type: '',
  operation: '',
  city: '',
  district: '',
  street: '',
  rooms: null,
  area: null,
  floor: '',
  usd: '',
  eur: '',
  uah: '',
  publishedAt: '',
  readAt: '',
})

type Column = GridColumn<RealtyRow>

const text = (id: keyof RealtyRow, title: string, width: number, more: Partial<Column> = {}): Column => ({
  id,
  title,
  width,
  text: (row) => String(row[id] ?? ''),
  ...more,
})

/** The columns of real estate, in their order. */
export const realtyColumns = (): readonly Column[] => [
  text('id', m.word_id(), 92),
  text('title', m.word_advert(), 260),
  text('city', m.word_city(), 110),
  text('district', m.realty_col_district(), 140),
  text('street', m.realty_col_street(), 160, { hidden: true }),
  text('rooms', m.realty_col_rooms(), 72, { align: 'end' }),
  text('area', m.realty_col_area(), 84, { align: 'end' }),
  text('floor', m.realty_col_floor(), 80, { align: 'end' }),
  text('usd', 'USD', 96, { align: 'end' }),
  text('eur', 'EUR', 96, { align: 'end' }),
  text('uah', 'UAH', 110, { align: 'end' }),
  text('publishedAt', m.realty_col_published(), 110, {
    text: (row) => formatDate(row.publishedAt),
    ...kyivTip((row: RealtyRow) => row.publishedAt),
  }),
]
