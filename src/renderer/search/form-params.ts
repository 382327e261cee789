import type { MarketParams } from '#shared/search/search-calls.ts'

/** A vehicle that is wanted; a blank part is not searched by. */
export interface VehicleGroup {
  readonly make: string
  readonly model: string
  readonly from: string
  readonly to: string
}

/** A place that is wanted: a city alone is one too. */
export interface PlaceGroup {
  readonly state: string
  readonly city: string
}

/** A form's content: texts as typed or chosen. */
export interface FormValues {
  readonly vehicles: readonly VehicleGroup[]
  readonly places: readonly PlaceGroup[]
  /** Ids by the name of a repeated parameter: `type`, `gearbox`, … */
  readonly lists: Readonly<Record<string, readonly string[]>>
  /** Values by the name of a parameter that occurs once. */
  readonly single: Readonly<Record<string, string>>
  /** Parameters that the form has no field for, as they came. */
  readonly other: MarketParams
}

export const noVehicle: VehicleGroup = { make: '', model: '', from: '', to: '' }
export const noPlace: PlaceGroup = { state: '', city: '' }
export const emptyForm: FormValues = {
  vehicles: [noVehicle],
  places: [noPlace],
  lists: {},
  single: {},
  other: [],
}

const vehicleNames = { marka_id: 'make', model_id: 'model', s_yers: 'from', po_yers: 'to' } as const
const placeNames = { state: 'state', city: 'city' } as const
export const listNames = ['bodystyle', 'type', 'gearbox', 'brandOrigin', 'auto_options'] as const
const paging = new Set(['page', 'countpage'])

/** The parameters of GET /auto/search for a form; groups that are blank leave no gap in the numbers. */
export function paramsOfForm({ vehicles, places, lists, single, other }: FormValues): MarketParams {
  return [
    ...groupParams(vehicles, vehicleNames),
    ...groupParams(places, placeNames),
    ...Object.entries(lists).flatMap(([name, ids]) =>
      ids.map((id, at): [string, string] => [`${name}[${name === 'auto_options' ? id : at}]`, id]),
    ),
    ...Object.entries(single)
      .map(([name, value]): [string, string] => [name, value.trim()])
      .filter(([, value]) => value !== ''),
    ...other,
  ]
}

function groupParams<Group extends object>(
  groups: readonly Group[],
  names: Readonly<Record<string, keyof Group>>,
): [string, string][] {
  const valueOf = (group: Group, part: keyof Group): string => String(group[part]).trim()
  return groups
    .filter((group) => Object.values(names).some((part) => valueOf(group, part) !== ''))
    .flatMap((group, at) =>
      Object.entries(names)
        .map(([name, part]): [string, string] => [`${name}[${at}]`, valueOf(group, part)])
        .filter(([, value]) => value !== ''),
    )
}

/** The form that these parameters fill; what it has no field for is kept apart. */
export function formOfParams(params: MarketParams, singleNames: ReadonlySet<string>): FormValues {
  const vehicles = new Map<string, VehicleGroup>()
  const places = new Map<string, PlaceGroup>()
  const lists: Record<string, string[]> = {}
  const single: Record<string, string> = {}
  const other: MarketParams = []
  for (const [name, value] of params) {
    const [, base = name, index = ''] = /^([^[]+)\[(\d*)\]$/.exec(name) ?? []
    if (base in vehicleNames && base !== name) {
      const part = vehicleNames[base as keyof typeof vehicleNames]
      vehicles.set(index, { ...(vehicles.get(index) ?? noVehicle), [part]: value })
    } else if (base in placeNames && base !== name) {
      const part = placeNames[base as keyof typeof placeNames]
      places.set(index, { ...(places.get(index) ?? noPlace), [part]: value })
    } else if (base !== name && (listNames as readonly string[]).includes(base)) {
      lists[base] = [...(lists[base] ?? []), value]
    } else if (singleNames.has(name)) single[name] = value
    else if (!paging.has(name)) other.push([name, value])
  }
  return {
    vehicles: vehicles.size > 0 ? [...vehicles.values()] : [noVehicle],
    places: places.size > 0 ? [...places.values()] : [noPlace],
    lists,
    single,
    other,
  }
}
