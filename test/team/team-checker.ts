import type { LedgerEntry } from '../../src/sandbox/control/ledger.ts'
import {
  changeViolations,
  inDoubt,
  isOf,
  journalViolations,
  keyOf,
  orderViolations,
} from '../crash/checker.ts'
import type { HistoryRow } from '../crash/history.ts'
import { finalStockViolations, stockViolations } from './stock-checker.ts'
import type { DeskHistory, LoggedWrite, TeamHistory } from './team-history.ts'

/** The promises that the team broke, by the service's own record; empty if it kept them all. */
export const teamViolations = (history: TeamHistory): string[] => [
  ...history.desks.flatMap((desk) =>
    [
      ...journalViolations(desk),
      ...orderViolations(ownEdits(desk)),
      ...changeViolations(unanswered(desk)),
    ].map((words) => `${desk.name}: ${words}`),
  ),
  ...createViolations(history),
  ...overwriteViolations(history),
  ...quotaViolations(history),
  ...stockViolations(history),
]

/** The same once nothing is under way: no row is lost, and all desks know the same. */
export const finalViolations = (history: TeamHistory): string[] => [
  ...teamViolations(history),
  ...history.desks.flatMap(({ name, rows }) =>
    rows
      .filter(({ state }) => state === 'planned' || state === 'sending')
      .map(({ line, state }) => `${name}: line ${line} is left ${state}`),
  ),
  ...createsByContent(history).flatMap(({ key, wanted, rows }) => {
    // What the service refused, or nobody can know, is no row that got lost between two desks.
    const kept = rows.filter((row) => row.state === 'done' || inDoubt(row) || isRefusedByService(row))
    const known = kept.length + leftInDoubt(history, key)
    return known < wanted ? [`${key}: ${wanted} wanted, ${known} known of`] : []
  }),
  ...unlikeViolations(history),
  ...finalStockViolations(history),
]

/** What a desk that left had under way is in doubt until somebody finds out; nobody else creates it until then. */
const leftInDoubt = ({ permits }: TeamHistory, content: string): number =>
  permits.filter(
    ({ operation, isRemoved, state, payload }) =>
      operation === 'create' && isRemoved && state === 'doubt' && keyOf(payload) === content,
  ).length

const isRefusedByService = ({ state, error_code: code }: HistoryRow): boolean =>
  state === 'failed' && code !== 'sent-elsewhere' && code !== 'under-way-elsewhere'

/** Without what a person said of an edit in doubt whose advert has another price by now: that it stays. */
const unanswered = (desk: DeskHistory): DeskHistory => ({
  ...desk,
  rows: desk.rows.filter((row) => !desk.kept.has(row.key)),
})

/** Only what the desk itself wrote: its order is that of its file. */
function ownEdits(desk: DeskHistory): DeskHistory {
  const ledger = desk.ledger.filter((entry) => desk.rows.some((row) => isOf(row, entry.method, entry.params)))
  return { ...desk, ledger }
}

interface Content {
  readonly key: string
  /** So many equal cars the file has that has most of them: the same file at two desks means the same cars. */
  readonly wanted: number
  readonly rows: readonly HistoryRow[]
  readonly made: readonly (number | null)[]
}

function createsByContent({ desks, ledger }: TeamHistory): Content[] {
  const creates = ({ rows }: DeskHistory) => rows.filter(({ operation }) => operation === 'create')
  const made = ledger.filter(({ method, committed }) => method === 'POST' && committed)
  const asked = Map.groupBy(desks.flatMap(creates), ({ payload }) => keyOf(payload))
  const sent = Map.groupBy(made, ({ params }) => keyOf(params))
  return [...new Set([...asked.keys(), ...sent.keys()])].map((key) => ({
    key,
    wanted: Math.max(
      ...desks.map((desk) => creates(desk).filter(({ payload }) => keyOf(payload) === key).length),
    ),
    rows: asked.get(key) ?? [],
    made: (sent.get(key) ?? []).map(({ autoId }) => autoId),
  }))
}

function createViolations(history: TeamHistory): string[] {
  return createsByContent(history).flatMap(({ key, wanted, rows, made }) => {
    const done = rows.filter(({ state }) => state === 'done').map((row) => row.auto_id)
    const forced = rows.reduce((sum, row) => sum + row.forced, 0)
    const doubtful = rows.filter((row) => row.state !== 'done' && inDoubt(row)).length
    const found: string[] = []
    if (made.length > wanted + forced) found.push(`${key}: made ${made.length} times for ${wanted} cars`)
    if (new Set(done).size < done.length) found.push(`${key}: two rows have the same advert`)
    for (const id of done)
      if (!made.includes(id)) found.push(`${key}: done with ${String(id)}, which is no advert of it`)
    if (made.length > done.length + doubtful + forced)
      found.push(`${key}: ${made.length} exist, but only ${done.length} are done and ${doubtful} in doubt`)
    return found
  })
}

interface Edit {
  readonly desk: DeskHistory
  readonly entry: LedgerEntry
}

/** An edit goes over what its desk saw when it was planned, or wrote itself since; never over what another desk wrote meanwhile. */
function overwriteViolations({ desks, ledger }: TeamHistory): string[] {
  const edits = ledger
    .filter(({ method, committed }) => method === 'PUT' && committed)
    .flatMap((entry): Edit[] => {
      const desk = desks.find(({ rows }) => rows.some((row) => isOf(row, 'PUT', entry.params)))
      return desk ? [{ desk, entry }] : []
    })
  return [...Map.groupBy(edits, ({ entry }) => entry.autoId)].flatMap(([autoId, ofAdvert]) =>
    ofAdvert.flatMap(({ desk, entry }, at) => {
      const before = ofAdvert.slice(0, at)
      const last = before.findLastIndex((each) => each.desk !== desk)
      if (last === -1) return []
      const seen = Number(desk.asked.find((row) => isPlannedAs(row.payload, entry))?.before.price)
      const sinceThen = before.slice(last).map((each) => Number(each.entry.params.price))
      return sinceThen.includes(seen)
        ? []
        : [
            `${desk.name} wrote ${entry.params.price} to ${autoId} over ${sinceThen.join(', ')} of ${before[last]?.desk.name}, and had seen ${seen}`,
          ]
    }),
  )
}

const isPlannedAs = (payload: Readonly<Record<string, unknown>>, { params }: LedgerEntry): boolean =>
  String(payload.auto_id) === params.auto_id && String(payload.price) === params.price

/** What may pass between the count of a call and its arrival at the service, ms: two cores run all of a world. */
const underWay = 1_000

function quotaViolations({ calls, quota }: TeamHistory): string[] {
  if (quota === null) return []
  const span = 60 * quota.minuteMs - underWay
  const most = calls.reduce(
    (found, from) => Math.max(found, calls.filter((at) => at >= from && at < from + span).length),
    0,
  )
  return most > quota.perHour ? [`${most} calls in an hour of at most ${quota.perHour}`] : []
}

/** Each desk has folded what the server has of the others, and its own journal says the same of its own. */
function unlikeViolations({ desks, permits }: TeamHistory): string[] {
  const words = ({ desk, member, key, operation, autoId, state }: LoggedWrite): string =>
    `${desk} (${member}) ${key} ${operation} ${String(autoId)} ${state}`
  const stateOf = (row: HistoryRow): string =>
    row.state === 'done' ? 'done' : inDoubt(row) ? 'doubt' : 'none'
  return desks.flatMap(({ name, others, rows, stockRows }) => {
    // One that joined again knows by its journal what it sent before.
    const ofOthers = (writes: readonly LoggedWrite[]) => writes.filter(({ desk }) => desk !== name).map(words)
    const known = new Set(ofOthers(others))
    const logged = new Set(ofOthers(permits))
    const all = [...rows, ...stockRows.map(({ row }) => row)]
    const own = new Map(all.map((row) => [row.key, stateOf(row)]))
    return [
      ...[...logged].filter((write) => !known.has(write)).map((write) => `${name} has not heard of ${write}`),
      ...[...known]
        .filter((write) => !logged.has(write))
        .map((write) => `${name} has heard of ${write}, which the server has not`),
      ...permits
        .filter(({ desk, isRemoved, key, state }) => desk === name && !isRemoved && own.get(key) !== state)
        .map((write) => `${name} has ${own.get(write.key)}, the server ${words(write)}`),
    ]
  })
}
