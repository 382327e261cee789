import { deciders, type Decider, type SaidOfCar } from '#shared/import/unknown-names.ts'
import { vehicleTraits, type VehicleTraits } from './vehicle-traits.ts'

/** Facts of a row's car. */
export interface VariantFacts {
  readonly year: number | null
  /** Its short texts, the asked one among them. */
  readonly texts: readonly string[]
}

/** A variant as the service names it. */
export interface Variant {
  readonly id: number
  readonly name: string
  /** Its generation and body style, as `F16 2014–2020, SUV`, or the year of an equipment. */
  readonly about: string
}

export interface Decided {
  readonly id: number
  readonly by: SaidOfCar[]
}

type Known = Readonly<Record<Decider, string | number | null>>

const knownOf = ({ year, texts }: VariantFacts): Known => ({ year, ...vehicleTraits(texts) })

/** Facts that the name of a variant tells. */
export function saidIn(name: string): SaidOfCar[] {
  const said = knownOf({ year: null, texts: [name] })
  return deciders.flatMap((by) => (said[by] === null ? [] : [{ by, value: String(said[by]) }]))
}

interface Described {
  readonly each: Variant
  readonly traits: VehicleTraits
}

const described = (variants: readonly Variant[]): Described[] =>
  variants.map((each) => ({ each, traits: vehicleTraits([each.name]) }))

/**
 * The one variant that the row's year and engine leave, and what left it; null if they leave several or none. What a
 * variant doesn't say rules it neither in nor out: one is chosen only if it says itself what ruled the others out.
 */
function decideVariant(said: Known, variants: readonly Described[]): Decided | null {
  let left = variants
  const by: Decider[] = []
  for (const decider of deciders) {
    if (said[decider] === null) continue
    const kept = left.filter(({ each, traits }) => fits(decider, said, each, traits) !== false)
    if (kept.length < left.length) by.push(decider)
    left = kept
  }
  const [one, another] = left
  if (!one || another || by.length === 0) return null
  const isSaid = by.every((decider) => fits(decider, said, one.each, one.traits) === true)
  return isSaid ? { id: one.each.id, by: by.map((each) => ({ by: each, value: String(said[each]) })) } : null
}

/** Decision that each row of a question makes alike; null if they differ, or one of them decides nothing. */
export function decideTogether(rows: readonly VariantFacts[], variants: readonly Variant[]): Decided | null {
  const known = described(variants)
  const decided = rows.map((row) => decideVariant(knownOf(row), known))
  const [first] = decided
  if (!first || decided.some((each) => each?.id !== first.id)) return null
  const by = decided.flatMap((each) => each?.by ?? [])
  const once = new Map(by.map((each) => [`${each.by} ${each.value}`, each]))
  return { id: first.id, by: deciders.flatMap((each) => [...once.values()].filter((one) => one.by === each)) }
}

/** The ids of the variants that no row rules out by what it says. */
export function possibleVariants(
  rows: readonly VariantFacts[],
  variants: readonly Variant[],
): ReadonlySet<number> {
  const said = rows.map(knownOf)
  const possible = variants.filter((each) => {
    const traits = vehicleTraits([each.name])
    return said.every((known) =>
      deciders.every((decider) => known[decider] === null || fits(decider, known, each, traits) !== false),
    )
  })
  return new Set(possible.map(({ id }) => id))
}

/** True if a variant is what the row says; null if it doesn't say. */
function fits(decider: Decider, said: Known, { about }: Variant, traits: VehicleTraits): boolean | null {
  if (decider === 'year') return wasMadeIn(about, Number(said.year))
  const its = traits[decider]
  if (its === null) return null
  // Kilowatts given as horsepower are rounded.
  if (decider === 'power') return Math.abs(Number(its) - Number(said.power)) <= 1
  return its === said[decider]
}

/** True if a variant was sold in a year: `F16 2014–2020, SUV`, `II 2020–`, `2024`; null if it names no years. */
export function wasMadeIn(about: string, year: number): boolean | null {
  const span = /(?<!\d)((?:19|20)\d\d)–((?:19|20)\d\d)?/.exec(about)
  if (span) return Number(span[1]) <= year && year <= Number(span[2] ?? Infinity)
  return /^(?:19|20)\d\d$/.test(about) ? Number(about) === year : null
}
