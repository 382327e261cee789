import type { Failure } from '#shared/bridge/failure.ts'
import type { Check } from '#shared/import/draft.ts'
import type { NameChoice, UnknownName, UnknownNames } from '#shared/import/unknown-names.ts'
import {
  decideTogether,
  possibleVariants,
  saidIn,
  type Variant,
  type VariantFacts,
} from '../names/decide/decide-variant.ts'
import type { OfferedName } from '../names/name-candidates.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import type { VehicleField } from '../names/vehicle-ids.ts'
import type { DraftService } from './draft-service.ts'

/** The names that the account knows, and those that the service is asked for. */
export type ImportNames = Pick<
  LookupsService,
  'offered' | 'isUnasked' | 'named' | 'needsOf' | 'lookUp' | 'choose'
>

export interface NameParts {
  readonly drafts: DraftService
  readonly names: ImportNames
  readonly words: (error: unknown) => Failure
}

/** The values of a checked draft that are no known names, each once, with what it may mean. */
export async function unknownNames({ drafts, names }: NameParts, draftId: string): Promise<UnknownNames> {
  const { values, vehicles } = await drafts.ask('names', draftId)
  const { tasks, unavailable } = await names.needsOf({ vehicles, choices: drafts.choices(draftId) })
  const asked = values.map(async ({ facts, ...each }): Promise<UnknownName> => {
    const { field, within, value, whole } = each
    // A text that was cut can't be kept as a choice.
    const found = isCut(value) ? [] : await names.offered(field, within, value)
    const named = found.filter(({ id, bare }) => bare !== String(id))
    const offered = isVariant(field) ? likeliestFirst(named, facts) : named
    const unasked = await names.isUnasked(within)
    return {
      ...each,
      candidates: offered.map(({ id, name, short, about, bare }) => ({
        id,
        name,
        short,
        about,
        says: isVariant(field) ? saidIn(bare) : [],
      })),
      // Rows that were not read may say something else, and so may lists.
      decided: whole && !unasked && isVariant(field) ? decideTogether(facts, variantsOf(offered)) : null,
      unasked,
      names: await names.named(within),
    }
  })
  return { values: await Promise.all(asked), calls: tasks.length, unavailable }
}

/** A make or model has one name; what decides among them is not what a row says of its engine. */
const isVariant = (field: VehicleField): boolean => field === 'base_id' || field === 'equip_id'

/**
 * Order of likely names: those with the text's words that no row rules out, those that one rules out, then the rest
 * likewise.
 */
function likeliestFirst(
  offered: readonly OfferedName[],
  facts: readonly VariantFacts[],
): readonly OfferedName[] {
  const possible = possibleVariants(
    facts,
    offered.map(({ id, bare: name, about }) => ({ id, name, about })),
  )
  const rank = ({ id, fits }: OfferedName): number => (fits ? 0 : 2) + (possible.has(id) ? 0 : 1)
  return offered.toSorted((one, other) => rank(one) - rank(other))
}

/** Those that have the words of the text, or all if none has. */
function variantsOf(offered: readonly OfferedName[]): Variant[] {
  const fitting = offered.filter(({ fits }) => fits)
  return (fitting.length > 0 ? fitting : offered).map(({ id, bare, about }) => ({ id, name: bare, about }))
}

const isCut = (value: string): boolean => value.endsWith('…')

/** Asks the service for the names of a draft's vehicles, and checks their rows again. */
export async function lookUpNames(
  { drafts, names, words }: NameParts,
  draftId: string,
  bounds: { readonly most: number; readonly signal: AbortSignal },
): Promise<{ check: Check; calls: number; bounded: boolean; failure: Failure | null }> {
  const { vehicles } = await drafts.ask('names', draftId)
  const { calls, bounded, failure } = await names.lookUp(
    { vehicles, choices: drafts.choices(draftId) },
    bounds,
  )
  return { check: await drafts.ask('rename', draftId), calls, bounded, failure: failure && words(failure) }
}

/** Keeps what names mean, and checks their rows again. */
export async function chooseNames(
  { drafts, names }: NameParts,
  draftId: string,
  choices: readonly NameChoice[],
): Promise<Check> {
  for (const choice of choices) await names.choose(choice, drafts.choices(draftId))
  return drafts.ask('rename', draftId)
}
