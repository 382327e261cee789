import { plainVehicleWords, writtenWords } from '../names/fold-vehicle-name.ts'
import type { NameCandidate } from '../names/name-match.ts'
import { formOf, type NameForm } from '../names/name-forms.ts'
import type { KnownNames } from '../names/resolve-vehicle.ts'
import { isWord, TextWord } from '../names/text-words.ts'
import { noIds, vehicleFields, type VehicleField, type VehicleIds } from '../names/vehicle-ids.ts'

/** A vehicle that a text may mean, as far down as its names are known. */
export interface FoundVehicle extends VehicleIds {
  readonly name: string
}

export interface VehicleSearchResult {
  readonly found: readonly FoundVehicle[]
  /** Ids inside which the search would go on, if more were known. */
  readonly open: readonly VehicleIds[]
}

type Word = TextWord

interface Lead {
  readonly ids: VehicleIds
  readonly names: readonly string[]
  /** Words of the text that nothing has taken yet. */
  readonly words: readonly Word[]
  /** Words of the make's and the model's names that the text lacks: the fewer, the better. */
  readonly extra: number
  /** The same of the modification and the equipment. */
  readonly inner: number
  /** True if the text names the model: only then everything inside of it is wanted. */
  readonly isModelNamed: boolean
}

/** So many vehicles at most are found. */
const mostFound = 200
/** So many leads are followed from one level to the next. */
const mostLeads = 500

/**
 * Vehicles whose names have the words of a text, from the make down: the best first. A word counts if it begins a word
 * of the name, in any of its spellings. A text without a make is looked for among the makes whose models are known.
 */
export function searchVehicles(text: string, names: KnownNames): VehicleSearchResult {
  const words = writtenWords(text).map((word) => new TextWord(word))
  const start = { ids: noIds, names: [], words, extra: 0, inner: 0, isModelNamed: false }
  if (words.length === 0) return { found: [], open: [] }
  const makes = names.candidates('marka_id', noIds)
  const named = makes.flatMap((make) => followed(start, 'marka_id', make) ?? [])
  const anyMake = makes.map((make) => step(start, 'marka_id', make, words, 0))
  let leads = best(named.length > 0 ? named : anyMake)
  const open: VehicleIds[] = named.length > 0 ? leads.map(({ ids }) => ids) : [noIds]
  const ended: Lead[] = []
  for (const field of vehicleFields.slice(1)) {
    const next = leads.flatMap((lead) => {
      const inside = names.candidates(field, lead.ids).flatMap((each) => followed(lead, field, each) ?? [])
      if (inside.length === 0 && named.length > 0) ended.push(lead)
      return inside
    })
    ended.push(...next.filter(({ isModelNamed }) => !isModelNamed))
    leads = best(next.filter(({ isModelNamed }) => isModelNamed)).slice(0, mostLeads)
    if (field !== 'equip_id') open.push(...likeliest(leads).map(({ ids }) => ids))
  }
  const found = best([...leads, ...ended].filter((lead) => lead.words.length === 0))
  return {
    found: found.slice(0, mostFound).map(({ ids, names: parts }) => ({ ...ids, name: parts.join(' ') })),
    open,
  }
}

/** Those whose model is named best: what is inside the others is not asked for. */
function likeliest(leads: readonly Lead[]): Lead[] {
  const [first] = leads
  return leads.filter(({ extra, words }) => extra === first?.extra && words.length === first.words.length)
}

/**
 * The lead with this name taken. Null if the text doesn't lead there: it needs a word of the make, and one of the model
 * unless it ends with the make. Inside of the model, every name is a lead.
 */
function followed(lead: Lead, field: VehicleField, candidate: NameCandidate): Lead | null {
  const own = formOf(`${candidate.name} ${candidate.about}`)
  const glued = gluedCount(plainVehicleWords(candidate.name), lead.words)
  const { left, taken } =
    glued > 0 ? { left: lead.words.slice(glued), taken: own.plain.length } : withoutOwn(lead.words, own)
  const isNamed = taken > 0 && lead.words.length > left.length
  if (field === 'marka_id' && !isNamed) return null
  if (field === 'model_id' && !isNamed && lead.words.length > 0) return null
  return step(lead, field, candidate, left, own.plain.length - taken)
}

function step(
  lead: Lead,
  field: VehicleField,
  { id, name, about }: NameCandidate,
  words: readonly Word[],
  extra: number,
): Lead {
  const isOuter = field === 'marka_id' || field === 'model_id'
  const shown = name === '' ? String(id) : [name, about].filter(Boolean).join(' ')
  return {
    ids: { ...lead.ids, [field]: id },
    names: [...lead.names, shown],
    words,
    extra: lead.extra + (isOuter ? extra : 0),
    inner: lead.inner + (isOuter ? 0 : extra),
    isModelNamed: lead.isModelNamed || (field === 'model_id' && lead.words.length > words.length),
  }
}

/** The words of the text that no word of the name begins with, and how many words of the name were taken. */
function withoutOwn(
  words: readonly Word[],
  { plain, written }: NameForm,
): { left: readonly Word[]; taken: number } {
  const left = [...words]
  let taken = 0
  for (const [place, word] of plain.entries()) {
    const whole = left.findIndex((each) => isWord(each, written[place] ?? '', word))
    const at = whole >= 0 ? whole : left.findIndex((each) => begins(each, word))
    if (at < 0) continue
    left.splice(at, 1)
    taken += 1
  }
  return { left, taken }
}

function begins(word: Word, own: string): boolean {
  for (const spelling of word.spellings) if (spelling.length > 1 && own.startsWith(spelling)) return true
  return false
}

/**
 * Number of words of the text together that are the name, written in other words: `X 5`, `MercedesBenz`; 0 if none
 * are.
 */
function gluedCount(own: readonly string[], words: readonly Word[]): number {
  const wanted = own.join('')
  if (wanted === '') return 0
  const written = words.map(({ plain }) => plain)
  return written.findIndex((_, at) => written.slice(0, at + 1).join('') === wanted) + 1
}

const depth = ({ ids }: Lead): number => vehicleFields.filter((field) => ids[field] !== null).length

const best = (leads: readonly Lead[]): Lead[] =>
  leads.toSorted(
    (one, other) =>
      one.words.length - other.words.length ||
      one.extra - other.extra ||
      depth(other) - depth(one) ||
      one.inner - other.inner ||
      one.names.join(' ').localeCompare(other.names.join(' ')),
  )
