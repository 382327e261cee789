import type { FieldName } from '#shared/batch/write-fields.ts'
import type { CreatePayload } from '../../writes/advert-write.ts'
import type { LiveAdvert } from '../journal/live-advert.ts'
import { fieldsOf, kindOf } from '#shared/batch/field-lists.ts'
import { isShown, isSameValue, shownValue } from '../../writes/shown-values.ts'

/** A create that may have been executed. */
export interface DoubtfulCreate {
  readonly row: number
  readonly payload: CreatePayload
  /** Time when its first attempt began, in the service's own form: no advert older than that is this row's. */
  readonly sentAt: string
  /** The latest moment at which it can have been made: its last attempt, the limit of a write, and some minutes. */
  readonly until: string
  /** True while it is in flight: it competes for the adverts that are found, but can't be settled. */
  readonly sending: boolean
}

/** Result of matching. */
export interface Matching {
  /** Row → advert id. */
  readonly found: ReadonlyMap<number, number>
  /** Rows that share an advert with a row of another payload: a person has to choose. */
  readonly tied: ReadonlySet<number>
  /** Rows that fit more adverts than there are rows: one was made elsewhere, or a row was created twice. */
  readonly crowded: ReadonlySet<number>
}

/**
 * Matches creates in doubt with adverts that belong to no row yet, as multisets. Of k rows with the same payload and m
 * ≤ k fitting adverts, m are found, the earlier sent with the earlier made. Nothing is decided if more adverts fit than
 * there are rows, or if rows of different payloads fit one advert: the service doesn't show what distinguishes them.
 */
export function matchCreates(
  rows: readonly DoubtfulCreate[],
  adverts: readonly LiveAdvert[],
  isLike: Fits = fits,
): Matching {
  const found = new Map<number, number>()
  const tied = new Set<number>()
  const crowded = new Set<number>()
  for (const group of groupsSharing(rows, adverts, isLike)) {
    if (isTied(group)) for (const { row } of group) tied.add(row)
    else if (isCrowded(group, adverts, isLike)) for (const { row } of group) crowded.add(row)
    else for (const [row, id] of pairUp(group, adverts, isLike)) found.set(row, id)
  }
  return { found, tied, crowded }
}

const shownFields = fieldsOf('create').filter(isShown)

/** The latest moment at which it can have been added: the record of a new vehicle says only when it was changed. */
export const latestAddDate = ({ addDate, updateDate }: LiveAdvert): string | null => addDate ?? updateDate

/** True if a create may have made an advert: all that the service shows must agree. The caller checks its owner. */
export function fits({ payload, sentAt }: DoubtfulCreate, live: LiveAdvert): boolean {
  const latest = latestAddDate(live)
  if (latest === null || latest < sentAt) return false
  if (differs(live.baseId, payload.base_id) || differs(live.equipId, payload.equip_id)) return false
  const sent: Readonly<Partial<Record<FieldName, string | number | undefined>>> = payload
  return shownFields.every((field) => {
    const shown = shownValue(field, live, payload.currency_id) ?? undefined
    // A field that was not sent may hold anything: the service makes up a text.
    if (sent[field] === undefined) return true
    if (shown === undefined && kindOf(field) === 'currency') return true
    return isSameValue(field, shown, sent[field])
  })
}

const differs = (shown: number | null, sent: number): boolean => shown !== null && shown !== sent

/**
 * True if a fitting advert may be taken as the row's without asking. It was added when the create was sent. More agrees
 * than make, model and price, which a colleague's advert of the same car shows as well.
 */
export function isSure(create: DoubtfulCreate, live: LiveAdvert): boolean {
  const { payload, until } = create
  const latest = latestAddDate(live)
  if (!fits(create, live) || latest === null || latest > until) return false
  const sentText = textFields.some(
    (field) => String(payload[field as keyof CreatePayload] ?? '').trim() !== '',
  )
  return sentText || (live.baseId !== null && live.equipId !== null)
}

const textFields = shownFields.filter((field) => kindOf(field) === 'text')

/** Test of the adverts that a row may have made: those that fit, or only those that need no question. */
type Fits = (create: DoubtfulCreate, live: LiveAdvert) => boolean

/** Rows connected by adverts that fit more than one of them. Rows without any advert are in no group. */
function groupsSharing(
  rows: readonly DoubtfulCreate[],
  adverts: readonly LiveAdvert[],
  isLike: Fits,
): DoubtfulCreate[][] {
  let groups: DoubtfulCreate[][] = []
  for (const live of adverts) {
    const fitting = rows.filter((row) => isLike(row, live))
    if (fitting.length === 0) continue
    const touched = groups.filter((group) => group.some((row) => fitting.includes(row)))
    groups = groups.filter((group) => !touched.includes(group))
    groups.push([...new Set([...touched.flat(), ...fitting])])
  }
  return groups
}

const isTied = (group: readonly DoubtfulCreate[]): boolean =>
  group.some(({ sending }) => sending) ||
  new Set(group.map(({ payload }) => JSON.stringify(Object.entries(payload).sort()))).size > 1

const isCrowded = (group: readonly DoubtfulCreate[], adverts: readonly LiveAdvert[], isLike: Fits): boolean =>
  adverts.filter((live) => group.some((row) => isLike(row, live))).length > group.length

function pairUp(
  group: readonly DoubtfulCreate[],
  adverts: readonly LiveAdvert[],
  isLike: Fits,
): [number, number][] {
  const free = [...adverts].sort((a, b) => a.autoId - b.autoId)
  const pairs: [number, number][] = []
  // The latest sent first: it has the fewest adverts to choose from.
  const rows = [...group].sort((a, b) => b.sentAt.localeCompare(a.sentAt) || b.row - a.row)
  for (const row of rows) {
    const last = free.findLastIndex((live) => isLike(row, live))
    const [live] = last < 0 ? [] : free.splice(last, 1)
    if (live) pairs.push([row.row, live.autoId])
  }
  return pairs
}
