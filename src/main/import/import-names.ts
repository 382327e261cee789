import type { Failure } from '#shared/bridge/failure.ts'
import type { Check } from '#shared/import/draft.ts'
import type { VehicleNames } from '#shared/batch/row.ts'
import type { NameChoice, UnknownName, UnknownNames } from '#shared/import/unknown-names.ts'
import {
  decideTogether,
  possibleVariants,
  type Variant,
  type VariantFacts,
} from '../names/decide/decide-variant.ts'
import type { FileChoices } from '../names/vehicle-reader.ts'
import type { OfferedName } from '../names/name-candidates.ts'
import type { VehicleCells, VehicleField, VehicleIds } from '../names/vehicle-ids.ts'
import type { DraftService } from './draft-service.ts'

/** Names for an import: those that the account knows, and those that the service gives. */
export interface ImportNames {
  /** Names that a text may mean. */
  offered(field: VehicleField, within: VehicleIds, text: string): Promise<readonly OfferedName[]>
  /** True if a list of what belongs to these ids was never asked for. */
  isUnasked(within: VehicleIds): Promise<boolean>
  /** The names of these ids, as far as they are known. */
  named(ids: VehicleIds): Promise<VehicleNames>
  /** Requests that have to come first for these vehicles. */
  needsOf(asked: AskedInFile): Promise<{ readonly tasks: readonly unknown[]; readonly unavailable: boolean }>
  lookUp(
    asked: AskedInFile,
    bounds: { readonly most: number; readonly signal: AbortSignal },
  ): Promise<{ readonly calls: number; readonly bounded: boolean; readonly failure: Error | null }>
  /** Keeps what a text means, for the account or for the file. */
  choose(choice: NameChoice, choices: FileChoices): Promise<void>
}

/** The vehicles of a file that are asked about, and what its rows decide of names. */
export interface AskedInFile {
  readonly vehicles: readonly VehicleCells[]
  readonly choices: FileChoices
}

export interface NameParts {
  readonly drafts: DraftService
  readonly names: ImportNames
  readonly words: (error: unknown) => Failure
}

/** The values of a checked draft that are no known names, each once, with what it may mean. */
export async function unknownNames({ drafts, names }: NameParts, draftId: string): Promise<UnknownNames> {
  const { values, vehicles } = await drafts.unnamedVehicles(draftId)
  const { tasks, unavailable } = await names.needsOf({ vehicles, choices: drafts.choices(draftId) })
  const asked = values.map(async ({ facts, lines, whole, ...each }): Promise<UnknownName> => {
    const { field, within, value } = each
    // A text that was cut can't be kept as a choice.
    const found = isCut(value) ? [] : await names.offered(field, within, value)
    const offered = isVariant(field) ? likeliestFirst(found, facts) : found
    const unasked = await names.isUnasked(within)
    return {
      ...each,
      lines: [...lines],
      whole,
      candidates: offered.map(({ id, name, short, about }) => ({ id, name, short, about })),
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
  const { vehicles } = await drafts.unnamedVehicles(draftId)
  const { calls, bounded, failure } = await names.lookUp(
    { vehicles, choices: drafts.choices(draftId) },
    bounds,
  )
  return { check: await drafts.rename(draftId), calls, bounded, failure: failure && words(failure) }
}

/** Keeps what names mean, and checks their rows again. */
export async function chooseNames(
  { drafts, names }: NameParts,
  draftId: string,
  choices: readonly NameChoice[],
): Promise<Check> {
  for (const choice of choices) await names.choose(choice, drafts.choices(draftId))
  return drafts.rename(draftId)
}
