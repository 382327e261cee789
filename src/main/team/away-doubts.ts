import type { Context } from '../context/context.ts'
import { z } from 'zod'
import type { AbortSignalLike } from '#shared/bridge/call.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { type Operation, operations } from '#shared/batch/operation.ts'
import { probably } from '#shared/batch/row.ts'
import type { TeamAccount } from '../batch/journal/team-entries.ts'
import { errorWords } from '../batch/reading/error-words.ts'
import type { Batches } from '../batch/open-batches.ts'
import type { AwayDoubt, AwayEnd, AwayLook } from '../batch/settle/settle-away.ts'
import { foldOf } from '../writes/stock-key.ts'
import type { Values } from '../writes/values.ts'
import { priceWords } from '#shared/search/position-words.ts'
import { vehicleIdsIn } from '../names/vehicle-ids.ts'
import { timestamp } from '../system/clock.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import type { NamesTable } from '../names/names-table.ts'
import type { Team } from './team.ts'

const values = z.record(z.string(), z.union([z.string(), z.number()])).transform((found) => found as Values)
const doubtSchema = z.object({
  no: z.int(),
  member: z.int(),
  key: z.string(),
  name: z.string(),
  removed: z.boolean(),
  away: z.boolean(),
  seenAt: z.string().nullable(),
  at: z.string(),
  operation: z.enum(operations),
  stockKey: z.string().nullable(),
  autoId: z.int().nullable(),
  payload: values,
  before: values,
  /** This desk's. */
  own: z.boolean().default(false),
})
const doubtsSchema = z.object({ doubts: z.array(doubtSchema) })
type Doubt = z.infer<typeof doubtSchema>

/** Row in doubt of a desk that was silent for a minute or was removed, or of this one, whose folder was put back. */
export interface AwayRow {
  /** Its last entry in the team's log, by which it is answered. */
  readonly no: number
  readonly desk: string
  readonly removed: boolean
  /** This desk's: its journal doesn't know it any more. */
  readonly own: boolean
  readonly seenAt: string | null
  readonly batch: string
  readonly line: number
  readonly operation: Operation
  /** Subject, in words. */
  readonly about: string
  /** Time when it was sent, ISO 8601. */
  readonly at: string
  /** Result of the last look from here. */
  readonly state: 'in-doubt' | 'done' | 'unsent'
  readonly autoId: number | null
  /** The advert that it probably made: a person has to say so. */
  readonly probableId: number | null
  /** Why it is still in doubt after a look; null before the first. */
  readonly words: string | null
}

/** Answer of a person about a row: the advert that it made, or null if it made none. */
interface AwayAnswer {
  readonly no: number
  readonly autoId: number | null
}

interface Features {
  readonly team: Team
  readonly batches: Batches
  readonly inventory: InventoryService
  readonly names: NamesTable
}

/**
 * Rows in doubt of desks that are away, and of this desk where its journal lacks them because its folder was put back.
 * With them is what was found out about them here. Nothing is sent.
 */
export class AwayDoubts {
  readonly #context: Context
  readonly #parts: Features
  /** Results of the last looks, by the entry of the log. */
  readonly #looks = new Map<number, AwayLook>()
  /** Those that the last look settled. */
  #settled: readonly AwayRow[] = []

  constructor(context: Context, parts: Features) {
    this.#context = context
    this.#parts = parts
  }

  /** Those of the current account, the oldest first, with those that the last look settled. @throws Fault `team` */
  async rows(): Promise<AwayRow[]> {
    const account = await this.#account()
    if (account === null) return []
    const open = (await this.#ask(account)).map((doubt) => this.#shown(account, doubt))
    return [...open, ...this.#settled]
  }

  /**
   * Looks at the service for them. @param which all of a desk, or of a batch; all if it isn't given
   * @returns what is known of each that was looked for
   * @throws the errors of reading, Fault `engine-locked`, `team`; what was settled before stays settled
   */
  async look(which: (row: AwayRow) => boolean = () => true, signal?: AbortSignalLike): Promise<AwayRow[]> {
    const account = await this.#account()
    if (account === null) return []
    let asked: Doubt[] = []
    const looks = await this.#parts.batches.settling.lookAtAway(
      account.accountId,
      async () => {
        asked = (await this.#ask(account)).filter((doubt) => which(this.#shown(account, doubt)))
        return asked
      },
      (doubt, end) => this.#report(account, doubt, end),
      signal,
    )
    for (const look of looks) this.#looks.set(look.doubt.no, look)
    const rows = asked.map((doubt) => this.#shown(account, doubt))
    this.#settled = rows.filter(({ state }) => state !== 'in-doubt')
    return rows
  }

  /**
   * Takes a person's answer about a create.
   * @throws Fault `team` if it is no longer in doubt or its desk is back; `usage` and `advert-unknown` for an advert
   * that can't be the row's
   */
  async answer({ no, autoId }: AwayAnswer): Promise<void> {
    const account = await this.#account()
    const doubt = account && (await this.#ask(account)).find((each) => each.no === no)
    if (!account || doubt?.operation !== 'create') throw new Fault('team', { reason: 'settled' })
    if (autoId !== null)
      await this.#parts.batches.answers.checkAdvert(account.accountId, autoId, doubt.stockKey)
    const end: AwayEnd = autoId === null ? { state: 'unsent', autoId } : { state: 'done', autoId }
    const refused = await this.#report(account, doubt, end)
    if (refused !== null) throw new Fault('team', { reason: refused, value: doubt.name, autoId: autoId ?? 0 })
  }

  /** The current one; null if no team shares it. @throws Fault of the accounts */
  async #account(): Promise<TeamAccount | null> {
    return this.#parts.team.address((await this.#context.accounts.owner()).accountId)
  }

  /** True if the journal has the batch of a key: what it has of this desk, it settles itself. */
  #knows(accountId: string, key: string): boolean {
    return this.#context.journal.tables.forTeam.hasBatchOf(accountId, key)
  }

  /** Subject of the row, in words. */
  #about(accountId: string, { autoId, payload, stockKey }: AwayDoubt): string {
    const { inventory, names } = this.#parts
    const [facts] = autoId === null ? [] : inventory.table.facts.all(accountId, [autoId])
    const { marka_id: make, model_id: model } = names.namesOf(accountId, vehicleIdsIn(payload))
    const { price, currency_id: currency, version } = payload
    const title = facts?.title ?? ([make, model, version].filter(Boolean).join(' ') || null)
    const worth = price === undefined ? null : priceWords(Number(price), Number(currency ?? 1))
    return [title, worth, stockKey, autoId].filter((part) => part !== null).join(' · ')
  }

  async #ask({ accountId, url, user }: TeamAccount): Promise<Doubt[]> {
    const link = await this.#parts.team.link()
    const { doubts } = await link.command('doubts', { url, user, own: true }, doubtsSchema)
    return doubts.filter(({ own, away, key }) => (own ? !this.#knows(accountId, key) : away))
  }

  /** @returns the code of a refusal, or null. @throws Fault `team` */
  async #report(account: TeamAccount, doubt: AwayDoubt, { state, autoId }: AwayEnd): Promise<string | null> {
    const { url, user, accountId } = account
    const link = await this.#parts.team.link()
    const question = { url, user, no: doubt.no, state, autoId, own: true }
    const refused = await link.command('settle', question, z.object({ head: z.int() })).then(
      () => null,
      (error: unknown) => {
        const reason = error instanceof Fault ? String(error.details.reason) : ''
        if (refusals.has(reason)) return reason
        throw error
      },
    )
    if (refused === null && doubt.operation === 'create' && doubt.stockKey !== null && autoId !== null)
      await this.#link(accountId, doubt.stockKey, autoId)
    return refused
  }

  /** The number is linked here: its own desk, which would, may never be back. */
  async #link(accountId: string, key: string, autoId: number): Promise<void> {
    const { team, batches } = this.#parts
    const { linkAnswers } = batches.recovery.ensureLock().tables
    await team.changeLinks(accountId, () =>
      linkAnswers.set(
        accountId,
        { key, fold: foldOf(key), autoId, origin: 'matched' },
        timestamp(this.#context.clock),
      ),
    )
  }

  #shown({ accountId }: TeamAccount, doubt: Doubt): AwayRow {
    const { no, name: desk, removed, own, seenAt, key, operation, at } = doubt
    const look = this.#looks.get(no)
    const cut = key.lastIndexOf('/')
    const isProbable = look?.code === probably
    return {
      no,
      desk,
      removed,
      own,
      seenAt,
      operation,
      at,
      batch: key.slice(0, cut),
      line: Number(key.slice(cut + 1)),
      about: this.#about(accountId, doubt),
      state: look?.end?.state ?? 'in-doubt',
      autoId: look?.end?.autoId ?? doubt.autoId,
      probableId: isProbable ? Number(look.detail) : null,
      words: look ? this.#wordsOf(look, doubt) : null,
    }
  }

  #wordsOf({ code, detail }: AwayLook, { name }: Doubt): string | null {
    if (code === null) return null
    if (!refusals.has(code)) return errorWords(code, detail, 'done')
    return this.#context.words(new Fault('team', { reason: code, value: name })).words
  }
}

/** Codes of the team for what it doesn't take; all others are those of rows. */
const refusals: ReadonlySet<string> = new Set(['settled', 'present', 'early', 'bound'])
