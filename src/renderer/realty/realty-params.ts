import type { Combination, RealtyParams } from '#shared/realty/realty-calls.ts'

/** What is entered for a characteristic: one option or tick, or the ends of a range. */
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
    ...districts.split(/[\s,;]+/).flatMap((id) => given('district_id', id)),
    ...given('date_from', since),
    ...Object.entries(entered).flatMap(([id, { option, from, to }]) => [
      ...given(`characteristic[${id}]`, option),
      ...given(`characteristic[${id}][from]`, from?.replace(',', '.')),
      ...given(`characteristic[${id}][to]`, to?.replace(',', '.')),
    ]),
  ]
}

/** Whether what was entered is a number of the kind; blank counts as one. */
export const isNumber = (text: string | undefined, isFloat: boolean): boolean =>
  text === undefined || (isFloat ? /^\s*(\d+([.,]\d+)?)?\s*$/ : /^\s*\d*\s*$/).test(text)
