import { type NamedParameter, contractName } from '../../service/named-parameter.ts'
import { nearestName } from '../../service/odd-names.ts'
import { m } from '#shared/i18n/generated/messages.js'
import {
  realtyOptionsParameters,
  realtyParametersOfPractice,
  realtySearchParameters,
} from '../../realty/realty-parameters.ts'
import { conversionNames } from '../../search/conversion-names.ts'
import { searchParameters, searchParametersOfPractice } from '../../search/search-parameters.ts'
import { filterKind } from '#shared/search/filter-value.ts'
import type { Params } from '../../service/params.ts'

/** An endpoint of the contract. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{advert_id}` means an id. */
  readonly path: string
  readonly about: () => string
  /** By the contract's names; null for an endpoint that this command doesn't send. */
  readonly parameters: readonly NamedParameter[] | null
  readonly required?: readonly string[]
  /** Set if the service may want the seller's id, which the account knows (docs/service/orders.md). */
  readonly takesUser?: boolean
}

const numbered = (name: string): string => name.replace('#', '<n>')
const conversion = (side: 0 | 1): readonly NamedParameter[] =>
  conversionNames.map((pair) => ({
    name: numbered(pair[side]),
    meaning: () => numbered(pair[1 - side] ?? ''),
  }))

const writesPath = '/auto/new/autos'

/** Every endpoint of the contract (docs/service/README.md). */
export const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/states', about: m.cli_endpoint_states, parameters: [] },
  {
    method: 'GET',
    path: '/auto/info',
    about: m.cli_endpoint_info,
    parameters: [{ name: 'auto_id', meaning: m.cli_endpoint_auto_id }],
    required: ['auto_id'],
  },
  {
    method: 'GET',
    path: '/auto/search',
    about: m.cli_endpoint_search,
    parameters: [...searchParameters, ...searchParametersOfPractice],
  },
  { method: 'POST', path: writesPath, about: m.cli_endpoint_create, parameters: null },
  { method: 'PUT', path: writesPath, about: m.cli_endpoint_edit, parameters: null },
  { method: 'DELETE', path: writesPath, about: m.cli_endpoint_delete, parameters: null },
  { method: 'GET', path: '/new_to_old', about: m.cli_endpoint_new_to_old, parameters: conversion(0) },
  { method: 'GET', path: '/old_to_new', about: m.cli_endpoint_old_to_new, parameters: conversion(1) },
  {
    method: 'GET',
    path: '/ria/basket/orders/',
    about: m.cli_endpoint_orders,
    parameters: [{ name: 'user_id', meaning: m.search_param_user_id }],
    takesUser: true,
  },
  { method: 'GET', path: '/ria/basket/status', about: m.cli_endpoint_statuses, parameters: [] },
  {
    method: 'GET',
    path: '/dom/search',
    about: m.cli_endpoint_realty_search,
    parameters: [...realtySearchParameters, ...realtyParametersOfPractice],
  },
  { method: 'GET', path: '/dom/info/{advert_id}', about: m.cli_endpoint_realty_info, parameters: [] },
  {
    method: 'GET',
    path: '/dom/options',
    about: m.cli_endpoint_realty_options,
    parameters: realtyOptionsParameters,
    required: ['category', 'realty_type', 'operation_type'],
  },
]

/** The endpoint that a path means, with or without its last slash; undefined if the contract has none. */
export const endpointAt = (path: string): Endpoint | undefined =>
  endpoints.find(
    (endpoint) =>
      endpoint.method === 'GET' &&
      new RegExp(`^${endpoint.path.replace(/\/$/, '').replace(/\{\w+\}/, '[^/]+')}/?$`).test(path),
  )

/** The paths that are read, without the id at their end. */
const readPaths: readonly string[] = endpoints
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path.replace(/\{\w+\}$/, ''))

/** The contract's path that is most like this one; undefined if none is. */
export const nearestPath = (path: string): string | undefined => nearestName(path, readPaths)

export type ValueKind = 'whole' | 'number' | 'text'

/** Dates, which the service reads in its own forms. */
const texts = new Set(['created_after', 'created_before', 'date_from'])

/** Kind of value that the contract takes for a parameter of this name; it gives no ranges. */
export function valueKind(name: string): ValueKind {
  if (texts.has(name)) return 'text'
  const kind = filterKind(name.replace('[<id>]', '[]'))
  return ['number', 'price', 'mileage'].includes(kind) ? 'number' : 'whole'
}

const forms: Readonly<Record<ValueKind, RegExp>> = {
  whole: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?$/,
  text: /^/,
}

/** A sentence for each value that is not of its parameter's type; parameters that the contract doesn't have are left out. */
export function valueComplaints({ parameters }: Endpoint, params: Params): string[] {
  const known = new Set((parameters ?? []).map(({ name }) => name))
  return params.flatMap(([name, given]) => {
    const value = String(given)
    const ofContract = [name, contractName(name), name.replace(/\[\d*\]$/, '')].find((each) =>
      known.has(each),
    )
    const kind = ofContract === undefined ? 'text' : valueKind(ofContract)
    if (kind === 'text' || forms[kind].test(value)) return []
    return [kind === 'whole' ? m.cli_api_not_whole({ name, value }) : m.cli_api_not_number({ name, value })]
  })
}
