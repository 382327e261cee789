import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import type { NamedParameter } from '../service/named-parameter.ts'
import {
  realtyCategories,
  realtyOperations,
  realtyTypes,
  type RealtyKind,
} from '#shared/realty/realty-kinds.ts'

const valuesOf = (kinds: readonly RealtyKind[]): string =>
  kinds.map(({ id, name }) => `${id} ${name()}`).join(', ')

const kindParameters: readonly NamedParameter[] = [
  { name: 'category', meaning: () => `${lowered(m.realty_category())}: ${valuesOf(realtyCategories)}` },
  { name: 'realty_type', meaning: () => m.realty_param_realty_type({ values: valuesOf(realtyTypes) }) },
  {
    name: 'operation_type',
    meaning: () => `${lowered(m.realty_operation())}: ${valuesOf(realtyOperations)}`,
  },
]

/** Parameters of GET /dom/search (docs/service/openapi.yaml). */
export const realtySearchParameters: readonly NamedParameter[] = [
  ...kindParameters,
  { name: 'state_id', meaning: () => lowered(m.word_region()) },
  { name: 'city_id', meaning: () => lowered(m.word_city()) },
  { name: 'district_id', meaning: m.realty_param_district_id, repeated: true },
  { name: 'characteristic[<id>][from]', meaning: m.realty_param_from },
  { name: 'characteristic[<id>][to]', meaning: m.realty_param_to },
  { name: 'characteristic[<id>]', meaning: m.realty_param_option },
]

/** Parameters of GET /dom/search that were seen, and are not promised. */
export const realtyParametersOfPractice: readonly NamedParameter[] = [
  { name: 'page', meaning: m.help_page },
  { name: 'date_from', meaning: m.realty_param_date_from },
]

/** Parameters of GET /dom/options. */
export const realtyOptionsParameters: readonly NamedParameter[] = [
  ...kindParameters,
  { name: 'lang_id', meaning: m.realty_param_lang_id },
]
