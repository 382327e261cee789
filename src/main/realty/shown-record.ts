import type { CatalogAnswer, RealtyDetail, RealtyRow } from '#shared/realty/realty-calls.ts'
import type { RealtyRecord } from '../service/realty-record.ts'
import type { SavedRecord } from './realty-table.ts'
import { characteristicValue } from './shown-catalog.ts'

/** A field in Ukrainian, if the service has one of that kind (docs/service/realty.md). */
function named(record: RealtyRecord, field: string): string {
  const own: unknown = record[`${field}_uk`]
  const value: unknown = typeof own === 'string' && own !== '' ? own : record[field]
  return typeof value === 'string' ? value : ''
}

export function shownRow({ id, record, readAt }: SavedRecord): RealtyRow {
  const of = (field: string): string => named(record, field)
  const place = [of('street_name'), record.is_show_building_no === 1 ? record.building_number_str : '']
  return {
    id,
    title:
      [of('realty_type_name'), of('district_name'), of('street_name')].filter(Boolean).join(', ') ||
      String(id),
    type: of('realty_type_name'),
    operation: of('advert_type_name'),
    city: of('city_name'),
    district: of('district_name'),
    street: place.filter(Boolean).join(', '),
    rooms: known(record.rooms_count),
    area: known(record.total_square_meters),
    floor: [known(record.floor), known(record.floors_count)].filter((each) => each !== null).join(' / '),
    usd: record.priceArr['1'] ?? '',
    eur: record.priceArr['2'] ?? '',
    uah: record.priceArr['3'] ?? '',
    publishedAt: record.publishing_date ?? '',
    readAt,
  }
}

/** The name of a place (`state`, `city`, `district`) as an advert there has it. */
export function placeIn(records: readonly SavedRecord[], field: string, id: string): string | undefined {
  const there = records.find(({ record }) => String(record[`${field}_id`]) === id)
  return there && (named(there.record, `${field}_name`) || undefined)
}

/** The service writes 0 for what an object of this kind doesn't have. */
const known = (value: number | null): number | null => (value === 0 ? null : value)

export function shownDetail(saved: SavedRecord, groups: CatalogAnswer['groups']): RealtyDetail {
  const { record } = saved
  return {
    row: shownRow(saved),
    description: named(record, 'description'),
    characteristics: Object.entries(record.characteristics_values).flatMap(([id, value]) =>
      value === null
        ? []
        : [characteristicValue(groups, Number(id), value) ?? { name: id, value: String(value) }],
    ),
    photos: Object.values(record.photos).flatMap(({ file }) => (file === null ? [] : [file])),
    fields: Object.entries(record).flatMap(([name, value]) =>
      shownApart.has(name) ? [] : shownFields(name, value),
    ),
  }
}

/** Fields that the details show apart: characteristics by their names, photos, and the price in each currency. */
const shownApart: ReadonlySet<string> = new Set(['characteristics_values', 'photos', 'priceArr'])

/** A field with its value as text; an object is shown by its own fields, `user.name`. What is empty is left out. */
const shownFields = (name: string, value: unknown): { name: string; value: string }[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([part, inner]) => shownField(`${name}.${part}`, inner))
    : shownField(name, value)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shownField = (name: string, value: unknown): { name: string; value: string }[] =>
  value === null || value === undefined || value === ''
    ? []
    : [{ name, value: typeof value === 'string' ? value : JSON.stringify(value) }]
