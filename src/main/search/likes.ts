import type { Likes, Position } from '#shared/search/position.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import type { DictionaryEntry } from '../service/lookup-answers.ts'
import type { Param, Params } from '../service/params.ts'

export interface LikesFound {
  readonly params: Params
  readonly caveats: Position['caveats']
  /** Names of the values, by the name of the filter. */
  readonly names: Position['names']
}

/** Ids of a search by their names, as the service lists them; null if it gives no list. */
export interface LikesNames {
  readonly regions: readonly DictionaryEntry[] | null
  readonly gearboxes: readonly DictionaryEntry[] | null
}

/** Search for similar adverts; facts that the record or the service lacks don't narrow it, and are named. */
export function likesOf(record: AdvertRecord, likes: Likes, names: LikesNames): LikesFound {
  const { autoData, stateData, markId, modelId } = record
  const caveats: Position['caveats'] = []
  const wanted = (name: Position['caveats'][number], params: Params | null): Params => {
    if (params) return params
    caveats.push(name)
    return []
  }
  const of = (name: string, id: number | null): Params => (id === null ? [] : [[name, id]])
  const numbered = (name: string, id: number | null): Params | null => (id === null ? null : [[name, id]])
  return {
    names: namesOf(record),
    params: [
      ...of('category_id', autoData.categoryId ?? 1),
      ...of('marka_id[0]', markId),
      ...of('model_id[0]', modelId),
      ...(likes.years === null
        ? []
        : wanted('years', around(['s_yers[0]', 'po_yers[0]'], autoData.year, likes.years))),
      ...(likes.mileage === null
        ? []
        : wanted('mileage', around(['raceFrom', 'raceTo'], autoData.raceInt, likes.mileage))),
      ...(likes.region
        ? wanted('region', numbered('state[0]', idOf(names.regions, stateData.regionName)))
        : []),
      ...(likes.gearbox ? wanted('gearbox', numbered('gearbox[0]', gearboxOf(record, names))) : []),
    ],
    caveats,
  }
}

/** The record's own words for what it may be narrowed by. */
function namesOf({ markName, modelName, autoData, stateData }: AdvertRecord): Record<string, string> {
  const named = {
    'marka_id[0]': markName,
    'model_id[0]': modelName,
    'gearbox[0]': autoData.gearboxName,
    'state[0]': stateData.regionName,
  }
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]])),
  )
}

function around([from, to]: readonly [string, string], value: number | null, by: number): Param[] | null {
  if (value === null) return null
  return [
    [from, Math.max(0, value - by)],
    [to, value + by],
  ]
}

/** Fuller records name the id (docs/service/practice.md, "info"). */
function gearboxOf({ autoData }: AdvertRecord, { gearboxes }: LikesNames): number | null {
  const { gearBoxId } = autoData
  return typeof gearBoxId === 'number' && gearBoxId > 0 ? gearBoxId : idOf(gearboxes, autoData.gearboxName)
}

/** Before `/`: "Ручна / Механіка" is called "Ручна" elsewhere. */
const folded = (name: string): string =>
  (name.split('/')[0] ?? '')
    .replace(/\s+(обл|область)\.?$/i, '')
    .trim()
    .toLowerCase()

function idOf(entries: readonly DictionaryEntry[] | null, name: string | null): number | null {
  if (!entries || name === null || name === '') return null
  return entries.find((entry) => folded(entry.name) === folded(name))?.value ?? null
}
