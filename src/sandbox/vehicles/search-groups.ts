import { wholeNumber, type QueryPair } from '../http/query.ts'
import type { VehicleFacts } from './vehicle.ts'

/** A condition of a group, for the number given under the parameter's name. */
type GroupRule = (facts: VehicleFacts, wanted: number) => boolean

/**
 * Filters with the same index belong together (docs/service/vehicles.md): all of one group must hold, and
 * one group is enough. Zero is "all models", "all cities of the region".
 */
const rules = {
  vehicle: {
    marka_id: (facts, wanted) => facts.makeId === wanted,
    model_id: (facts, wanted) => facts.modelId === wanted,
    s_yers: (facts, wanted) => facts.year >= wanted,
    po_yers: (facts, wanted) => facts.year <= wanted,
  },
  place: {
    state: (facts, wanted) => facts.regionId === wanted,
    city: (facts, wanted) => facts.cityId === wanted,
  },
} as const satisfies Record<string, Record<string, GroupRule>>

export interface GroupFilter {
  readonly test: ((facts: VehicleFacts) => boolean) | undefined
  readonly applied: readonly QueryPair[]
}

export function groupTest(kind: keyof typeof rules, pairs: readonly QueryPair[]): GroupFilter {
  const known: Readonly<Record<string, GroupRule>> = rules[kind]
  const applied = pairs.filter((pair) => Object.hasOwn(known, pair.name))
  const groups = [...Map.groupBy(applied, (pair) => pair.index ?? '0').values()]
    .map((group) => group.flatMap((pair) => condition(known[pair.name], wholeNumber(pair.value))))
    .filter((group) => group.length > 0)
  if (groups.length === 0) return { test: undefined, applied }
  return { test: (facts) => groups.some((group) => group.every((holds) => holds(facts))), applied }
}

function condition(
  rule: GroupRule | undefined,
  wanted: number | undefined,
): ((facts: VehicleFacts) => boolean)[] {
  if (rule === undefined || wanted === undefined || wanted === 0) return []
  return [(facts) => rule(facts, wanted)]
}
