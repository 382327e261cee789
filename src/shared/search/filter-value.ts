import { serviceTime } from '../time/service-time.ts'
import { type FilterProblem, type NumberKind, readFilterNumber } from './filter-number.ts'

/** A moment is a date, with a time or without; text is sent as it is. */
export type FilterKind = NumberKind | 'moment' | 'text'

const namesOf = (kind: FilterKind, names: string): readonly (readonly [string, FilterKind])[] =>
  names.split(' ').map((name) => [name, kind] as const)

/** The filters of GET /auto/search and GET /dom/search, by name without their number (docs/service/openapi.yaml). */
const kinds: ReadonlyMap<string, FilterKind> = new Map([
  ...namesOf(
    'whole',
    'category_id bodystyle brandOrigin marka_id model_id currency auctionPossible type gearbox',
  ),
  ...namesOf('whole', 'with_real_exchange with_exchange exchange_filter[marka_id] exchange_filter[model_id]'),
  ...namesOf('whole', 'state city abroad custom auto_options power_name with_photo countpage page'),
  ...namesOf('whole', 'order_by status_id user_id lang_id top'),
  ...namesOf('whole', 'category realty_type operation_type state_id city_id district_id characteristic'),
  ...namesOf('year', 's_yers po_yers'),
  ...namesOf('price', 'price_ot price_do'),
  ...namesOf('number', 'engineVolumeFrom engineVolumeTo powerFrom powerTo'),
  ...namesOf('mileage', 'raceFrom raceTo'),
  ...namesOf('number', 'characteristic[from] characteristic[to]'),
  ...namesOf('moment', 'created_after created_before date_from'),
])

/** The kind of a filter by its name as it is sent; a name that the contract doesn't have may hold any text. */
export const filterKind = (name: string): FilterKind => kinds.get(name.replaceAll(/\[\d*\]/g, '')) ?? 'text'

/** The value as the service reads it, or what is wrong with it. */
export type FilterReading =
  | { readonly value: string; readonly problem?: never }
  | { readonly problem: FilterProblem; readonly value?: never }

/** Reads the value of a filter by its name. No advert matches a beginning after `now`, in ms since 1970. */
export function readFilterValue(name: string, text: string, now = Date.now()): FilterReading {
  const kind = filterKind(name)
  if (kind === 'text') return { value: text }
  if (kind === 'moment') {
    const moment = readMoment(text)
    const isLater = name !== 'created_before' && (moment.value ?? '') > serviceTime(now)
    return isLater ? { problem: 'not-begun' } : moment
  }
  const reading = readFilterNumber(kind, text)
  if (typeof reading !== 'number') return { problem: reading }
  // Cars of the next model year are on sale before it.
  const isLater = name.startsWith('s_yers') && reading > Number(serviceTime(now).slice(0, 4)) + 1
  return isLater ? { problem: 'not-begun' } : { value: String(reading) }
}

const momentForms = [
  /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)(?:[ T]+(?<time>\d\d?:\d\d(?::\d\d)?))?$/,
  /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})(?: +(?<time>\d\d?:\d\d(?::\d\d)?))?$/,
]

/** `2026-01-31`, `31.01.2026`, each also with a time, as the service reads them: `YYYY-MM-DD HH:MM:SS`. */
function readMoment(text: string): FilterReading {
  const form = momentForms.find((each) => each.test(text.trim()))
  const { year = '', month = '', day = '', time } = form?.exec(text.trim())?.groups ?? {}
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  // Of a time without seconds the service takes no notice.
  const clock = time?.replace(/^\d:/, '0$&').replace(/^\d\d:\d\d$/, '$&:00')
  const moment = clock === undefined ? date : `${date} ${clock}`
  return isReal(date, moment) ? { value: moment } : { problem: 'not-a-moment' }
}

/** Not the 30th of February, nor 25 o'clock. */
function isReal(date: string, moment: string): boolean {
  const time = Date.parse(`${moment.replace(' ', 'T')}${moment === date ? '' : 'Z'}`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

type Pairs = readonly (readonly [name: string, value: string | number])[]

/** The filters with their numbers as the service reads them, and those whose value is none. */
export function readFilters(params: Pairs): {
  readonly params: [string, string][]
  readonly refused: readonly {
    readonly name: string
    readonly value: string
    readonly problem: FilterProblem
  }[]
} {
  const read = params.map(([name, given]) => ({
    name,
    given: String(given),
    ...readFilterValue(name, String(given)),
  }))
  return {
    params: read.map(({ name, given, value }) => [name, value ?? given]),
    refused: read.flatMap(({ name, given, problem }) => (problem ? [{ name, value: given, problem }] : [])),
  }
}
