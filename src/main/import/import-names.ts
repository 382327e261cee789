import type { Failure } from '#shared/bridge/failure.ts'
import type { Check } from '#shared/import/draft.ts'
import type { NameChoice, UnknownNames } from '#shared/import/unknown-names.ts'
import type { OfferedName } from '../names/name-candidates.ts'
import type { VehicleCells, VehicleField, VehicleIds } from '../names/vehicle-ids.ts'
import type { DraftService } from './draft-service.ts'

/** What an import needs of the names that the account knows, and of those that the service is asked for. */
export interface ImportNames {
  /** What a text may mean. */
  offered(field: VehicleField, within: VehicleIds, text: string): Promise<readonly OfferedName[]>
  /** What has to be asked first for these vehicles. */
  needsOf(
    vehicles: readonly VehicleCells[],
  ): Promise<{ readonly tasks: readonly unknown[]; readonly unavailable: boolean }>
  lookUp(
    vehicles: readonly VehicleCells[],
    bounds: { readonly most: number; readonly signal: AbortSignal },
  ): Promise<{ readonly calls: number; readonly bounded: boolean; readonly failure: Error | null }>
  /** Keeps what a text means. */
  choose(field: VehicleField, within: VehicleIds, text: string, id: number): Promise<void>
}

export interface NameParts {
  readonly drafts: DraftService
  readonly names: ImportNames
  readonly words: (error: unknown) => Failure
}

/** The values of a checked draft that are no known names, each once, with what it may mean. */
export async function unknownNames({ drafts, names }: NameParts, draftId: string): Promise<UnknownNames> {
  const { values, vehicles } = await drafts.unnamedVehicles(draftId)
  const { tasks, unavailable } = await names.needsOf(vehicles)
  const offered = values.map(async (each) => ({
    ...each,
    // A text that was cut can't be kept as a choice.
    candidates: isCut(each.value) ? [] : [...(await names.offered(each.field, each.within, each.value))],
  }))
  return { values: await Promise.all(offered), calls: tasks.length, unavailable }
}

const isCut = (value: string): boolean => value.endsWith('…')

/** Asks the service for the names of a draft's vehicles, and checks their rows again. */
export async function lookUpNames(
  { drafts, names, words }: NameParts,
  draftId: string,
  bounds: { readonly most: number; readonly signal: AbortSignal },
): Promise<{ check: Check; calls: number; bounded: boolean; failure: Failure | null }> {
  const { vehicles } = await drafts.unnamedVehicles(draftId)
  const { calls, bounded, failure } = await names.lookUp(vehicles, bounds)
  return { check: await drafts.rename(draftId), calls, bounded, failure: failure && words(failure) }
}

/** Keeps the dealer's choices, and checks their rows again. */
export async function chooseNames(
  { drafts, names }: NameParts,
  draftId: string,
  choices: readonly NameChoice[],
): Promise<Check> {
  for (const { field, within, value, id } of choices) await names.choose(field, within, value, id)
  return drafts.rename(draftId)
}
