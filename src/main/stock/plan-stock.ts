import type { Batch } from '#shared/batch/row.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Check, ConfirmationCode } from '#shared/import/draft.ts'
import type { StockCheck, StockChoice } from '#shared/stock/stock-check.ts'
import type { StockSourceFacts } from '#shared/stock/stock-plan-calls.ts'
import type { Batches } from '../batch/open-batches.ts'
import type { StockFileRecord, StockSource } from '../batch/journal/stock-sources.ts'
import type { DraftAccount } from '../import/draft-account.ts'
import type { CheckProgress, DraftService } from '../import/draft-service.ts'
import type { CheckChoice } from '../import/worker/draft-source.ts'
import { keptCodes } from '../import/stock/car-compare.ts'
import type { FileIdentity } from '../import/stock/file-identity.ts'
import type { LinkFact, StockRequest } from '../import/stock/stock-facts.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import type { InventorySync } from '../inventory/inventory-sync.ts'
import type { Owner } from '../inventory/owner.ts'
import type { OrdersService } from '../orders/orders-service.ts'
import type { OwnAdverts } from '../service/advert-record.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import type { PlannedRow } from '../writes/planned-row.ts'
import { asOfText, matchesAsOf } from './as-of.ts'
import { writtenOfMany } from '../joins/batch-ports.ts'
import {
  choiceOf,
  keepChoice,
  keepOpenToo,
  keptFileOf,
  openElsewhere,
  storedChoice,
  usedFor,
} from './kept-choice.ts'
import { batchSourceOf } from '../joins/plan-draft.ts'
import type { Team } from '../team/team.ts'
import { fieldFacts, heldFacts, linkFacts, type StockContext, unlinkedAdverts } from './stock-facts.ts'

/** Parts needed to plan the files of a dealer's whole stock. */
export interface StockPlanning {
  readonly drafts: DraftService
  readonly batches: Batches
  readonly inventory: InventoryService
  readonly sync: Pick<InventorySync, 'readListed' | 'listedNow'>
  readonly account: () => Promise<DraftAccount>
  readonly owner: () => Promise<Owner>
  readonly orders: { readonly table: Pick<OrdersService['table'], 'openAdverts'> }
  readonly clock: Clock
  readonly team: Pick<Team, 'takeFile' | 'changeLinks' | 'reportStock'>
}

/** Adverts that are read before a plan without being asked; more are read by a sync, which says what it costs. */
const mostUnread = 100

const weekMs = 7 * 24 * 3_600_000

/** Clocks and time zones of the computers that name files are no further apart. */
const aheadMs = 3 * 3_600_000

/**
 * Checks a file as the whole stock of a source: what it would create, change and withdraw. Nothing is sent and nothing kept.
 * @throws Fault `stock-unread` if own adverts are not cached, any of which may be a car of the file; those of a check
 */
export async function checkStock(
  planning: StockPlanning,
  draftId: string,
  { stock: choice, ...check }: Omit<CheckChoice, 'stock' | 'operation'> & { readonly stock: StockChoice },
  hooks: { onProgress?: (progress: CheckProgress) => void; signal?: AbortSignal } = {},
): Promise<Check> {
  const account = await planning.account()
  const named = await planning.drafts.identity(draftId)
  const request = { named: named.asOf, file: notAhead(planning, named), signal: hooks.signal }
  const stock = await stockRequest(planning, account, choice, request)
  return planning.drafts.check(draftId, { ...check, operation: null, stock }, account, hooks)
}

async function stockRequest(
  planning: StockPlanning,
  account: DraftAccount,
  choice: StockChoice,
  {
    file,
    named,
    signal,
  }: {
    readonly file: FileIdentity
    readonly named: string
    readonly signal: AbortSignal | undefined
  },
): Promise<StockRequest> {
  const { batches, clock, inventory } = planning
  const owner = await planning.owner()
  const { accountId } = owner
  const { list: listed, sees } = await listedAdverts(planning, signal)
  const reader = batches.stockLinks()
  // Read before everything that it counts: what changes meanwhile makes the plan outdated.
  const revision = reader.revision(accountId)
  const source = batches.stockSources().find(accountId, choice.source)
  const links = reader.list(accountId)
  const context: StockContext = {
    inventory,
    owner,
    listed,
    writtenOf: (ids) => writtenOfMany(batches, accountId, ids),
    writtenElsewhere: batches.writes().lastElsewhere(accountId),
    now: clock.now(),
  }
  const {
    source: name,
    key,
    filter,
    quantity,
    byHand,
    sameTrim,
    maxMissing,
    maxNew,
    rows: expectedRows,
  } = choice
  const missing = choice.missingNow ?? choice.missing
  const largest = largestOfWeek(planning, source)
  const linked = await linkFacts(links, keysOfSources(planning, accountId, source), context)
  return {
    key,
    missing,
    filter,
    quantity,
    source: name,
    usualFields: keptFileOf(source).fields,
    facts: {
      missing,
      byHand,
      sameTrim,
      maxMissing,
      maxNew,
      expectedRows,
      seesOwn: sees,
      mayBeMade: mayBeMade(planning, source, sees),
      file: { ...file, isCut: false, statedRows: null },
      largestOfWeek: largest,
      links: linked,
      elsewhere: openElsewhere(batches.stockSources(), accountId, choice.source, links, clock.now()),
      held: heldFacts(reader.held(accountId, source?.id ?? null)),
      apart: reader.apart(accountId),
      renewed: reader.renewed(accountId),
      unlinked: await unlinkedAdverts(links, reader.outside(accountId), context),
      fields: fieldFacts(reader.fields(accountId)),
    },
    clues: { makes: makesOf(linked, account), ordered: planning.orders.table.openAdverts(accountId) },
    reported: {
      revision,
      isFirstLook: !source?.looked,
      asOf: file.asOf,
      age: ageOf(planning, source, file, named),
      last: lastOf(planning, source),
      largestOfWeek: largest,
    },
  }
}

/** Names of the makes of linked adverts, as far as that is known. */
function makesOf(links: readonly LinkFact[], { vehicleNames }: DraftAccount): ReadonlyMap<number, string> {
  const ids = new Set(links.flatMap(({ vehicle }) => (vehicle ? [vehicle[0]] : [])))
  return new Map(
    [...ids].flatMap((id) => {
      const make = vehicleNames({ marka_id: id }).marka_id
      return make === undefined ? [] : [[id, make] as const]
    }),
  )
}

/** Keys that the file's source and the others had in their newest files. */
function keysOfSources({ batches, clock }: StockPlanning, accountId: string, source: StockSource | null) {
  const sources = batches.stockSources()
  const id = source?.id ?? null
  const since = new Date(clock.now() - usedFor).toISOString()
  return {
    source: id,
    had: id === null ? new Set<string>() : sources.keysOf(id),
    elsewhere: sources.keysElsewhere(accountId, id, since),
  }
}

/** Keys that may have adverts since before a recovery. What came after the first file since then is new. */
function mayBeMade(
  { batches }: StockPlanning,
  source: StockSource | null,
  sees: boolean,
): 'all' | ReadonlySet<string> {
  if (sees || source?.recoveredAt == null) return new Set()
  const sources = batches.stockSources()
  const newest = sources.newest(source.id)
  return newest && newest.takenAt > source.recoveredAt ? sources.keysOf(source.id) : 'all'
}

function largestOfWeek({ batches, clock }: StockPlanning, source: StockSource | null): number {
  const since = new Date(clock.now() - weekMs).toISOString()
  return source ? batches.stockSources().largestSince(source.id, since) : 0
}

/** A file whose date lies ahead counts as one of now: later ones would all be older than it. */
function notAhead({ clock }: StockPlanning, file: FileIdentity): FileIdentity {
  const now = timestamp(clock)
  return file.asOf > now ? { ...file, asOf: now } : file
}

/**
 * Reason for asking about a file: its date lies ahead, it is older than the last one, or its content came before that
 * one.
 */
function ageOf(
  { batches, clock }: StockPlanning,
  source: StockSource | null,
  file: FileIdentity,
  named: string,
): StockCheck['age'] {
  const sources = batches.stockSources()
  const last = source && sources.newest(source.id)
  if (last && last.sha256 === file.sha256) return null
  if (Date.parse(named) - clock.now() > aheadMs) return { why: 'ahead', asOf: named, last: timestamp(clock) }
  if (!source || !last) return null
  const moments = { asOf: file.asOf, last: last.asOf }
  if (file.asOf < last.asOf) return { why: 'older', ...moments }
  const seen = sources.firstOf(source.id, file.sha256)
  return seen && seen.seq < last.seq ? { why: 'seen-before', ...moments } : null
}

/**
 * The service's own list now, whose adverts are all cached; null if it gives none. A search by seller is as good to see what is
 * advertised already.
 * @throws Fault `stock-unread`
 */
async function listedAdverts(
  { sync }: StockPlanning,
  signal: AbortSignal | undefined,
): Promise<{ readonly list: OwnAdverts | null; readonly sees: boolean }> {
  const { list, sees, unread } = await sync.listedNow(signal)
  if (unread > mostUnread) throw new Fault('stock-unread', { count: unread })
  if (unread > 0) await sync.readListed(null, signal)
  return { list, sees }
}

/** Consent of a person to a plan that is to be sent. */
export interface StockConsent {
  readonly confirmed: readonly ConfirmationCode[]
  /** Stated date of a file that is older than the last one; null without one. */
  readonly olderOf: string | null
}

/**
 * Takes a checked stock file. Its rows become a batch, unsent rows of older files are withdrawn, and the cars that it
 * has and lacks are saved.
 * @returns null if nothing is to be sent
 * @throws Fault `stock-unlooked` if no plan of the source was looked at; `stock-brake` if the file looks cut;
 * `stock-older` if it is unconfirmed and not newer than the last one; `confirmation-required`; `plan-outdated` if the
 * facts that decided it have changed since
 */
export async function planStock(
  planning: StockPlanning,
  draftId: string,
  choice: StockChoice,
  consent: StockConsent,
): Promise<Batch | null> {
  const { accountId } = await planning.account()
  try {
    return await takeStock(planning, draftId, choice, consent)
  } finally {
    // Also of a file that was refused.
    await planning.team.reportStock(accountId)
  }
}

async function takeStock(
  planning: StockPlanning,
  draftId: string,
  choice: StockChoice,
  { confirmed, olderOf }: StockConsent,
): Promise<Batch | null> {
  const { batches, drafts } = planning
  const account = await planning.account()
  const draft = await drafts.staged(draftId)
  const source = batchSourceOf(draft, account, confirmed)
  const { stock } = draft.check
  if (!stock) throw new Fault('draft-unknown', { draftId, reason: 'not-checked' })
  const { rows, open, ...decisions } = await drafts.ask('decisions', draftId)
  const { sources } = batches.recovery.ensureLock().tables
  const known = sources.find(account.accountId, choice.source)
  if (!known?.looked) throw new Fault('stock-unlooked')
  refuse(planning, known.id, { sha256: draft.sha256, asOf: stock.asOf, rows }, stock, olderOf)
  const kept = { fields: stock.fields, open }
  const given = {
    source: known.name,
    keyColumn: choice.key,
    choice: storedChoice(choice, kept),
    refused: null,
    sha256: draft.sha256,
    asOf: stock.asOf,
    rows,
    takenAt: timestamp(planning.clock),
  }
  const teamNo = await planning.team.takeFile(account.accountId, given, () => {
    if (batches.stockLinks().revision(account.accountId) !== stock.revision) throw new Fault('plan-outdated')
  })
  const file = { source: known.id, revision: stock.revision, asOf: stock.asOf, rows, teamNo, ...decisions }
  // Before the file is taken: what another source misses from then on may be a car of it.
  keepOpenToo(sources, known, open)
  if (draft.check.toSend === 0)
    await batches.planner.take({ accountId: account.accountId, fileSha256: draft.sha256, stock: file })
  const batch =
    draft.check.toSend > 0
      ? await batches.planner.plan({ ...source, stock: file }, changedRows(await draft.rows()))
      : null
  keepChoice(sources, account.accountId, choice, kept)
  await drafts.drop(draftId)
  return batch
}

/** A person saw a plan of the source: from here on it may create adverts. @throws Fault `engine-locked` */
export async function noteLooked(planning: StockPlanning, choice: StockChoice): Promise<void> {
  const { accountId } = await planning.account()
  const { sources } = planning.batches.recovery.ensureLock().tables
  sources.setLooked(keepChoice(sources, accountId, choice))
}

type ComingFile = Pick<StockFileRecord, 'sha256' | 'asOf' | 'rows'>

/** @throws Fault `stock-brake`, `stock-older`; a file that is refused is remembered */
function refuse(
  { batches, clock }: StockPlanning,
  source: number,
  file: ComingFile,
  { brake, age }: StockCheck,
  olderOf: string | null,
): void {
  const { sources } = batches.recovery.ensureLock().tables
  if (brake) {
    sources.noteRefused(source, file, brake.code, timestamp(clock))
    throw new Fault('stock-brake', { ...brake, reason: brake.code })
  }
  if (!age || (olderOf !== null && matchesAsOf(olderOf, age.asOf))) return
  sources.noteRefused(source, file, age.why, timestamp(clock))
  throw olderFault(age)
}

/** Why a file is not taken that is not newer than the last one, with the dates by which it is taken all the same. */
export const olderFault = ({ why, asOf, last }: NonNullable<StockCheck['age']>): Fault =>
  new Fault('stock-older', { reason: why, value: asOfText(asOf), since: asOfText(last) })

/** Rows of cars that stay as they are would fill the journal night by night, whatever the check said of them. */
function* changedRows(rows: Iterable<PlannedRow>): Generator<PlannedRow> {
  for (const row of rows)
    if (row.state !== 'skipped' || row.problems.some(({ code }) => keptCodes.has(code))) yield row
}

/** Saved choice for a source when its last plan was looked at; nothing if there was none. */
export async function savedChoice(
  { batches, account }: StockPlanning,
  source: string,
): Promise<Partial<StockChoice>> {
  const saved = batches.stockSources().find((await account()).accountId, source)
  return saved ? choiceOf(saved) : {}
}

/** The sources of the account's stock files, with what was chosen for each and the file that was taken last. */
export async function stockSources(planning: StockPlanning): Promise<StockSourceFacts[]> {
  const { batches, account } = planning
  const sources = batches.stockSources()
  return sources.list((await account()).accountId).map((source) => {
    return { name: source.name, ...choiceOf(source), last: lastOf(planning, source) }
  })
}

/** The file of a source that was taken last. */
function lastOf({ batches }: StockPlanning, source: StockSource | null): StockCheck['last'] {
  const last = source && batches.stockSources().newest(source.id)
  return last && { asOf: last.asOf, rows: last.rows }
}
