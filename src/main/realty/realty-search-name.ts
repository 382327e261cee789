import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import type { CatalogAnswer, RealtyParams } from '#shared/realty/realty-calls.ts'
import { realtyOperations, realtyTypes, type RealtyKind } from '#shared/realty/realty-kinds.ts'
import { characteristicValue } from './shown-catalog.ts'

type Groups = CatalogAnswer['groups']
type Part = (value: string) => string

const kindOf =
  (kinds: readonly RealtyKind[], label: string): Part =>
  (value) =>
    kinds.find(({ id }) => String(id) === value)?.name() ?? `${label} ${value}`

/** A search in words: its type, operation, places and characteristics, each by its name as far as that is known. */
export function realtySearchName(
  params: RealtyParams,
  groups: Groups,
  placeName: (field: string, id: string) => string | undefined,
): string {
  const place =
    (field: string, label: string): Part =>
    (id) =>
      placeName(field, id) ?? `${label} ${id}`
  const parts = new Map<string, Part>(
    Object.entries({
      realty_type: kindOf(realtyTypes, 'realty_type'),
      operation_type: kindOf(realtyOperations, 'operation_type'),
      state_id: place('state', lowered(m.word_region())),
      city_id: place('city', lowered(m.word_city())),
      district_id: place('district', lowered(m.realty_col_district())),
      date_from: (day) => `${m.realty_since()} ${day}`,
    } satisfies Record<string, Part>),
  )
  return params
    .flatMap(([name, value]) => parts.get(name)?.(value) ?? characteristicName(groups, name, value))
    .join(' · ')
}

function characteristicName(groups: Groups, name: string, value: string): string[] {
  const [, digits = '', end] = /^characteristic\[(\d+)\](?:\[(from|to)\])?$/.exec(name) ?? []
  if (digits === '') return []
  const item = characteristicValue(groups, Number(digits), Number(value))
  const label = item?.name ?? digits
  if (end !== undefined) return [`${label} ${end === 'from' ? '≥' : '≤'} ${item?.value ?? value}`]
  return [item?.value === '✓' ? label : `${label} ${item?.value ?? value}`]
}
