import type { ProblemCode } from '#shared/batch/row.ts'
import { candidateWords, listWords } from './candidate-words.ts'
import { foldVehicleName } from './fold-vehicle-name.ts'
import { splitMakeAndModel } from './make-and-model.ts'
import { likelyNames } from './likely-names.ts'
import { matchName, matchWhole } from './match-name.ts'
import type { NameCandidate, NameMatch } from './name-match.ts'
import {
  idIn,
  noIds,
  vehicleFields,
  type VehicleCells,
  type VehicleField,
  type VehicleIds,
} from './vehicle-ids.ts'

/** Known names: makes, the models of a make, the modifications of a model, the equipment of a modification. */
export interface KnownNames {
  /** Names that a cell of the field may mean within the ids before it. */
  candidates(field: VehicleField, within: VehicleIds): readonly NameCandidate[]
  /** Choice of the dealer for this text; null if nothing. */
  chosen(field: VehicleField, within: VehicleIds, text: string): number | null
  /** True if the id is known to belong to another make, model or modification than these. */
  isElsewhere(field: VehicleField, within: VehicleIds, id: number): boolean
  /** True if the service was not asked yet for all lists of what belongs to these ids; absent if that is not known. */
  isUnasked?(within: VehicleIds): boolean
}

/** Finding about a cell of a vehicle. */
export interface NameFinding {
  readonly field: VehicleField
  readonly code: Extract<ProblemCode, 'name-unknown' | 'name-ambiguous' | 'name-learned' | 'ids-apart'>
  readonly details: Readonly<Record<string, string | number>>
}

/** The ids of a vehicle's cells. A cell that means nothing for certain is null, and so are all behind it. */
export interface ResolvedVehicle {
  readonly ids: VehicleIds
  readonly findings: readonly NameFinding[]
  /**
   * Known facts of the variants that names were taken for, such as the years in which they were sold; absent if
   * nothing is.
   */
  readonly taken?: Partial<Readonly<Record<VehicleField, TakenVariant>>> | undefined
}

export interface TakenVariant {
  readonly name: string
  /** `F16 2014–2020, SUV` */
  readonly about: string
}

/**
 * Reads make, model, modification and equipment one within the other, by what the cells hold. A number is an id; behind
 * a make that is given by its name it may be a name too (Peugeot 3008). The ids that come out belong together as far as
 * that is known.
 */
export function resolveVehicle(
  cells: VehicleCells,
  names: KnownNames,
  reading: CellReading = eachAnew,
): ResolvedVehicle {
  const [make, model] = cells
  if (make.trim() === '' && model.trim() !== '') return resolveTogether(cells, names, reading)
  return readLevels(cells, { ids: noIds, named: [], level: 0, byName: idIn(make) === null }, names, reading)
}

/** Reading of the cells of many vehicles. */
export interface CellReading {
  /** Known reading of a cell by this key, or what `read` finds. */
  once(key: string, read: () => ReadCell): ReadCell
  /** True if names are looked for that an unknown text may mean. */
  hasHelp(): boolean
}

const eachAnew: CellReading = { once: (_key, read) => read(), hasHelp: () => true }

/** Meaning of the cells before a level. */
interface Known {
  readonly ids: VehicleIds
  readonly named: readonly string[]
  /** The first level that is read. */
  readonly level: number
  /** True if the make is given by its name. */
  readonly byName: boolean
}

/** Make and model stand in the cell of the model, as `BMW X5`. A choice is kept for the cell as a whole. */
function resolveTogether(cells: VehicleCells, names: KnownNames, reading: CellReading): ResolvedVehicle {
  const whole = cells[1].trim()
  const makes = names.candidates('marka_id', noIds)
  const apart = splitMakeAndModel(whole, makes)
  const [only] = apart?.makes.length === 1 ? apart.makes : []
  const make = names.chosen('marka_id', noIds, whole) ?? only?.id ?? null
  if (make === null)
    return {
      ids: noIds,
      findings: [foundAt('marka_id', noIds, apart ? ambiguous(apart.makes) : unknown([], noIds, names))],
    }
  const ids = { ...noIds, marka_id: make }
  const named = [makes.find(({ id }) => id === make)?.name ?? '']
  const model = names.chosen('model_id', ids, whole)
  const known = { ids, named, level: 1, byName: true }
  if (model !== null)
    return readLevels(cells, { ...known, ids: { ...ids, model_id: model }, level: 2 }, names, reading)
  const text = apart && only?.id === make && !isModel(whole, ids, names) ? apart.model : whole
  if (text === '')
    return {
      ids,
      findings: [foundAt('model_id', ids, unknown(few(names.candidates('model_id', ids)), ids, names))],
    }
  return readLevels([cells[0], text, cells[2], cells[3]], known, names, reading)
}

/** True if the text is the name of a model together with the make: `MG4`. */
const isModel = (text: string, within: VehicleIds, names: KnownNames): boolean =>
  names.candidates('model_id', within).some(({ name }) => foldVehicleName(name) === foldVehicleName(text))

function readLevels(
  cells: VehicleCells,
  known: Known,
  names: KnownNames,
  reading: CellReading,
): ResolvedVehicle {
  let { ids } = known
  const findings: NameFinding[] = []
  const taken: Partial<Record<VehicleField, TakenVariant>> = {}
  const named = [...known.named]
  for (const [level, field] of vehicleFields.entries()) {
    if (level < known.level) continue
    const text = cells[level]?.trim() ?? ''
    if (text === '') break
    const place = { field, within: ids, byName: known.byName, before: endings(named) }
    const read = reading.once(keyOf(text, place), () => readCell(text, place, names, reading.hasHelp()))
    if (read.finding) findings.push(foundAt(field, ids, read.finding))
    if (read.id === null) break
    ids = { ...ids, [field]: read.id }
    if (read.about) taken[field] = { name: read.name, about: read.about }
    named.push(read.name)
  }
  return { ids, findings, ...(Object.keys(taken).length > 0 && { taken }) }
}

const foundAt = (
  field: VehicleField,
  within: VehicleIds,
  { code, details }: Omit<NameFinding, 'field'>,
): NameFinding => ({ field, code, details: { ...details, ...withinDetails(within) } })

/** The ids that the finding's candidates belong to; 0 for none. */
const withinDetails = ({ marka_id, model_id, base_id }: VehicleIds): NameFinding['details'] => ({
  make: marka_id ?? 0,
  model: model_id ?? 0,
  base: base_id ?? 0,
})

/** `BMW`, `X5` → `BMW X5`, `X5`: what a dealer may write before the name itself. */
const endings = (names: readonly string[]): string[] =>
  names.map((_, at) => names.slice(at).join(' ').trim()).filter((words) => words !== '')

export interface ReadCell {
  readonly id: number | null
  readonly name: string
  /** Difference of a variant that a text was taken for from others of its name. */
  readonly about?: string
  readonly finding?: Omit<NameFinding, 'field'>
}

/** Place of a cell, and what stands before it. */
interface CellPlace {
  readonly field: VehicleField
  readonly within: VehicleIds
  /** True if the make is given by its name. */
  readonly byName: boolean
  /** Words that a dealer may write before the name itself. */
  readonly before: readonly string[]
}

const keyOf = (text: string, { field, within, byName, before }: CellPlace): string =>
  JSON.stringify([field, byName, ...vehicleFields.map((each) => within[each]), ...before, text])

function readCell(
  text: string,
  { field, within, byName, before }: CellPlace,
  names: KnownNames,
  hasHelp: boolean,
): ReadCell {
  const id = idIn(text)
  const candidates = names.candidates(field, within)
  if (id !== null && !byName) return readId(field, id, within, candidates, names)
  const choice = names.chosen(field, within, text)
  if (choice !== null) {
    const chosen = candidates.find((each) => each.id === choice)
    return { id: choice, ...(chosen ? variantOf(chosen) : { name: text }) }
  }
  const { same, near } = matchField(field, text, candidates, before, hasHelp)
  const fitting = [...same, ...candidates.filter((each) => each.id === id && !same.includes(each))]
  const [only] = fitting
  // A variant's name may be another one's, too, in an unread list.
  if (
    isVariant(field) &&
    names.isUnasked?.(within) &&
    !(only && says(text, only)) &&
    fitting.length + near.length > 0
  )
    return { id: null, name: '', finding: unknown(few([...fitting, ...near]), within, names) }
  if (only && fitting.length === 1) return only.id === id ? { id, name: only.name } : takenFor(field, only)
  if (fitting.length > 1) return { id: null, name: '', finding: ambiguous(fitting) }
  // Behind a make's name, a number that is no model's id may well be a model's name.
  if (id !== null && field !== 'model_id') return readId(field, id, within, candidates, names)
  if (near.length > 1) return { id: null, name: '', finding: ambiguous(near) }
  const nearby = hasHelp ? namedNearby(field, text, near, candidates) : few(candidates)
  return { id: null, name: '', finding: unknown(nearby, within, names) }
}

/** Modifications of one name are in several generations and body styles, equipment of one name in several years. */
const isVariant = (field: VehicleField): boolean => field === 'base_id' || field === 'equip_id'

/** True if a text says itself which candidate it means: by its id, alone or behind its name. */
const says = (text: string, { id }: NameCandidate): boolean => idIn(text) === id || text.includes(`(${id})`)

/**
 * Way of comparing the names of a field: a modification or an equipment is named whole, and the words after a make may
 * be its model.
 */
export const matchField = (
  field: VehicleField,
  text: string,
  candidates: readonly NameCandidate[],
  before: readonly string[] = [],
  hasHelp = true,
): NameMatch =>
  field === 'marka_id' || field === 'model_id'
    ? matchName(text, candidates, before, { hasAsides: field === 'model_id', hasHelp })
    : matchWhole(text, candidates, before, hasHelp)

/** An id that nothing is known of stays as it is given: names are optional. */
function readId(
  field: VehicleField,
  id: number,
  within: VehicleIds,
  candidates: readonly NameCandidate[],
  names: KnownNames,
): ReadCell {
  const known = candidates.find((each) => each.id === id)
  if (!known && names.isElsewhere(field, within, id))
    return { id: null, name: '', finding: { code: 'ids-apart', details: { id } } }
  return { id, name: known?.name ?? '' }
}

/** A make or model has one name; a modification that only a text of the seller's own names is said to be taken by it. */
function takenFor(field: VehicleField, candidate: NameCandidate): ReadCell {
  const { id, source } = candidate
  const isOwnWords = source !== 'lookup' && isVariant(field)
  const read = { id, ...variantOf(candidate) }
  return isOwnWords ? { ...read, finding: { code: 'name-learned', details: { id } } } : read
}

const variantOf = ({ name, about }: NameCandidate): Pick<ReadCell, 'name' | 'about'> =>
  about === '' ? { name } : { name, about }

const ambiguous = (fitting: readonly NameCandidate[]): Omit<NameFinding, 'field'> => ({
  code: 'name-ambiguous',
  details: { candidates: listWords(fitting), count: fitting.length },
})

/** `unasked`: the name may be in a list that was never asked for. */
const unknown = (
  near: readonly NameCandidate[],
  within: VehicleIds,
  names: KnownNames,
): Omit<NameFinding, 'field'> => ({
  code: 'name-unknown',
  details: {
    candidates: near.map(candidateWords).join('; '),
    count: near.length,
    ...(names.isUnasked?.(within) && { unasked: 1 }),
  },
})

/** Names to offer for a text: those with its words and similar ones, all if they are few. */
function namedNearby(
  field: VehicleField,
  text: string,
  near: readonly NameCandidate[],
  candidates: readonly NameCandidate[],
): readonly NameCandidate[] {
  if (field !== 'marka_id' && field !== 'model_id') return near.length > 0 ? near : few(candidates)
  const likely = likelyNames(text, near, candidates)
  return likely.length > 0 ? likely.slice(0, fewCandidates) : few(candidates)
}

/** So few that they can be named all. */
const fewCandidates = 6
const few = (candidates: readonly NameCandidate[]): readonly NameCandidate[] =>
  candidates.length <= fewCandidates ? candidates : []
