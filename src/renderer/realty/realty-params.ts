import { readFilterNumber } from '#shared/search/filter-number.ts'
import type { Combination, RealtyParams } from '#shared/realty/realty-calls.ts'

/** Value entered for a characteristic: one option or tick, or the ends of a range. */
export interface Entered {
  readonly option?: string
  readonly from?: string
  readonly to?: string
}

/** A form's content. */
export interface RealtyForm {
  readonly combination: Combination
  readonly state: string
  readonly city: string
  /** Ids, separated by commas or spaces. */
  readonly districts: string
  readonly since: string
  /** By the id of the characteristic. */
  readonly entered: Readonly<Record<number, Entered>>
}

const given = (name: string, value: string | undefined): RealtyParams =>
  value === undefined || value.trim() === '' ? [] : [[name, value.trim()]]

/** The ids of the districts. */
export const districtsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((id) => id !== '')

/** The form that has these parameters, as `realtyParamsOf` made them. */
export function realtyFormOf(params: RealtyParams): RealtyForm {
  const all = (name: string): string[] => params.flatMap((each) => (each[0] === name ? [each[1]] : []))
  const first = (name: string): string => all(name)[0] ?? ''
  const entered: Record<number, Entered> = {}
  for (const [name, value] of params) {
    const [, id, end = 'option'] = /^characteristic\[(\d+)\](?:\[(from|to)\])?$/.exec(name) ?? []
    if (id !== undefined) entered[Number(id)] = { ...entered[Number(id)], [end]: value }
  }
  return {
    combination: {
      category: Number(first('category')),
      type: Number(first('realty_type')),
      operation: Number(first('operation_type')),
    },
    state: first('state_id'),
    city: first('city_id'),
    districts: all('district_id').join(', '),
    since: first('date_from'),
    entered,
  }
}

/** The parameters of GET /dom/search for a form. */
export function realtyParamsOf({
  combination,
  state,
  city,
  districts,
  since,
  entered,
}: RealtyForm): RealtyParams {
  return [
    ['category', String(combination.category)],
    ['realty_type', String(combination.type)],
    ['operation_type', String(combination.operation)],
    ...given('state_id', state),
    ...given('city_id', city),
    ...districtsOf(districts).flatMap((id) => given('district_id', id)),
    ...given('date_from', since),
    ...Object.entries(entered).flatMap(([id, { option, from, to }]) => [
      ...given(`characteristic[${id}]`, option),
      ...given(`characteristic[${id}][from]`, sent(from)),
      ...given(`characteristic[${id}][to]`, sent(to)),
    ]),
  ]
}

/** The number as the service reads it; what is none stays as it was typed. */
function sent(text = ''): string {
  const reading = readFilterNumber('number', text)
  return typeof reading === 'number' ? String(reading) : text
}
