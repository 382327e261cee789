import { m } from '#shared/i18n/generated/messages.js'
import { stateWords } from '#shared/inventory/state-words.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { sheetTime } from '#shared/time/sheet-time.ts'
import { rankWords } from '#shared/search/position-words.ts'
import type { SheetCell } from '../files/xlsx/sheet.ts'
import type { DescribedColumn } from './edit-table.ts'

type Cell = (row: AdvertRow) => SheetCell

/** The same in every language, as the reports of batches have it: no import reads a field from it. */
const stockNumberHeader = (): string => 'stock_no'

const text = (header: () => string, width: number, cell: Cell) => ({ header, width, text: true, cell })
const number = (header: () => string, width: number, cell: Cell) => ({ header, width, text: false, cell })

/**
 * Columns of the grid that a table can show in addition to the fields of an edit, by their names. The id, the price
 * with its currency and the version are among those fields already.
 */
const columns: Readonly<Record<string, ReturnType<typeof text>>> = {
  title: text(m.inventory_col_title, 36, ({ title }) => title),
  make: text(m.word_make, 16, ({ make }) => make),
  model: text(m.word_model, 16, ({ model }) => model),
  state: text(m.word_state, 14, ({ state }) => stateWords(state)),
  year: number(m.word_year, 8, ({ year }) => year),
  mileage: number(m.inventory_col_mileage_km, 12, ({ mileage }) =>
    mileage === null ? null : mileage * 1000,
  ),
  usd: number(m.inventory_col_usd, 12, ({ usd }) => usd),
  eur: number(m.inventory_col_eur, 12, ({ eur }) => eur),
  uah: number(m.inventory_col_uah, 12, ({ uah }) => uah),
  fuel: text(m.word_fuel, 14, ({ fuel }) => fuel),
  photos: number(m.inventory_col_photos, 10, ({ photos }) => photos),
  region: text(m.word_region, 16, ({ region }) => region),
  city: text(m.word_city, 16, ({ city }) => city),
  expiresAt: text(m.word_expires, 20, ({ expiresAt }) => sheetTime(expiresAt)),
  updatedAt: text(m.word_updated, 20, ({ updatedAt }) => sheetTime(updatedAt)),
  addedAt: text(m.word_added, 20, ({ addedAt }) => sheetTime(addedAt)),
  readAt: text(m.inventory_col_read, 26, ({ readAt }) => sheetTime(readAt)),
  stockNumber: text(stockNumberHeader, 16, ({ stockNumber }) => stockNumber ?? ''),
  position: text(m.search_position, 14, ({ position }) => (position ? rankWords(position) : '')),
  views: number(m.demand_col_views, 14, ({ viewed }) => viewed?.views ?? null),
  viewsTrend: number(
    () => `${m.demand_col_trend()}, %`,
    14,
    ({ viewed }) => viewed?.trend ?? null,
  ),
  phones: number(m.demand_col_phones, 14, ({ viewed }) => viewed?.phones ?? null),
  phoneRate: number(m.demand_col_rate, 14, ({ viewed }) => viewed?.rate ?? null),
  photo: text(m.inventory_col_photo, 30, ({ photo }) => photo),
}

/** Columns of the grid, as columns of a table, in its order. */
export const shownColumns = (names: readonly string[]): DescribedColumn[] =>
  names.flatMap((name) => {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (!column) return []
    const { header, width, text: isText, cell } = column
    return [
      {
        header: header(),
        width,
        ...(isText && { text: true }),
        hint: m.tables_edit_read_only(),
        cell: ({ shown }) => (shown ? cell(shown) : null),
      },
    ]
  })
