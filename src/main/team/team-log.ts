import { z } from 'zod'
import type { Journal } from '../batch/journal/journal.ts'
import {
  linkBodySchema,
  permitStates,
  teamFileSchema,
  teamWriteSchema,
  type SettledElsewhere,
  type TeamAccount,
  type TeamEntries,
  type TeamFolded,
  type TeamPlace,
  type TeamWrite,
} from '../batch/journal/team-entries.ts'
import type { OwnCalls } from '../quota/quota-ledger.ts'
import type { QuotaLimits } from '../quota/quota.ts'
import { demanded, type Ask, type EngineOfDesk } from './team-desk.ts'
import type { TeamFile } from './team-file.ts'

const headSchema = z.object({ head: z.int() })
const writeSchema = teamWriteSchema.extend({
  no: z.int(),
  at: z.string().transform((at) => new Date(at).toISOString()),
})
const settledSchema = z.object({
  key: z.string(),
  attempt: z.int(),
  state: z.enum(permitStates),
  autoId: z.int().nullable(),
  who: z.string(),
  at: z.string(),
})
const about = { no: z.int(), key: z.string(), name: z.string(), own: z.boolean(), live: z.boolean() }
const entrySchema = z.discriminatedUnion('kind', [
  z.object({ ...about, kind: z.literal('link'), body: linkBodySchema.extend({ autoId: z.int() }) }),
  z.object({ ...about, kind: z.literal('file'), body: teamFileSchema }),
  z.object({ ...about, kind: z.literal('order'), body: z.object({ isTaken: z.boolean() }) }),
])
const changesSchema = z.object({
  head: z.int(),
  /** The last entry of this page; null if there is none. */
  upto: z.int().nullable(),
  changes: z.array(writeSchema),
  entries: z.array(entrySchema),
  /** Rows of this desk that another one settled, until this desk's journal follows. */
  settled: z.array(settledSchema),
  /** Keys of writes that are not ended. */
  open: z.array(z.string()),
  /** The server went back in time, and a desk has not yet said what it knows, by whatever numbers. */
  waits: z.boolean(),
})

/** Parts of this desk that its link to the team works with. */
export interface TeamParts {
  readonly file: TeamFile
  readonly journal: Journal
  /** Gets what the team's log changed of this desk's own stock numbers and sources. */
  readonly onOverruled: (overruled: Omit<TeamFolded, 'done'>) => void
  /** Gets what other desks wrote since this one read the log before. */
  readonly onWritten: (place: TeamPlace, writes: readonly TeamWrite[]) => void
  /** Orders were taken or given back. */
  readonly onTaken: (place: TeamPlace) => void
  /** Takes what other desks found out of this one's rows into the journal; false if another process does. */
  readonly follow: (accountId: string, settled: readonly SettledElsewhere[]) => boolean
  readonly secret: () => Promise<string>
  readonly version: string
  readonly engine: EngineOfDesk
  /** Null for an account that no team shares. @throws Fault of the accounts */
  readonly address: (accountId: string) => Promise<TeamAccount | null>
  /** All that this desk has and a team may share. @throws Fault of the accounts */
  readonly accounts: () => Promise<readonly TeamAccount[]>
  readonly ownCalls: (accountId: string) => OwnCalls
  /** Gets the team's limits of calls with each report of them. */
  readonly onLimits: (limits: QuotaLimits) => void
}

/** The team's log, folded into the journal. */
export class TeamLog {
  readonly #parts: TeamParts

  constructor(parts: TeamParts) {
    this.#parts = parts
  }

  /**
   * Takes what came after a place into the journal, page by page.
   * @param self this desk's number in the team: its own rows it knows itself, unless its folder was put back to a time before them
   * @throws Fault `team`
   */
  async read(from: TeamPlace, self: number, ask: Ask): Promise<void> {
    const { journal, file, onOverruled, onWritten, onTaken } = this.#parts
    // What a desk that joins hears is older than the stock that it reads.
    const isKnown = journal.tables.team.placeOf(from.accountId, from.team) !== null
    if (from.cursor === 0) journal.tables.team.orders.clear(from.accountId)
    journal.writeUnsynced(() => journal.tables.team.raiseAsked())
    const { asked } = journal.tables.team
    for (let place = from; ;) {
      const { url, user, cursor: after } = place
      const { head, upto, changes, entries, settled, open, waits } = demanded(
        await ask('changes', { url, user, after, asked }, changesSchema),
      )
      const cursor = upto ?? Math.max(after, head)
      const writes = changes
        .filter(
          ({ member, key }) =>
            member !== self || !this.#parts.journal.tables.forTeam.hasBatchOf(place.accountId, key),
        )
        .map(({ no: _, ...change }) => change)
      place = { ...place, cursor, head: Math.max(head, cursor) }
      // A late report may have an earlier number: the log is read again once all desks have reported.
      const kept = waits ? { ...place, cursor: from.cursor } : place
      const { done, ...overruled } = journal.tables.team.fold(
        kept,
        { writes, ...entriesOf(entries) },
        file.name,
      )
      if (overruled.keys.length + overruled.sources.length > 0) onOverruled(overruled)
      if (isKnown && done.length > 0) onWritten(place, done)
      if (entries.some(({ kind }) => kind === 'order')) onTaken(place)
      if (upto !== null && cursor < head) continue
      journal.writeUnsynced(() => journal.tables.team.noteAnswered(asked))
      journal.tables.team.forgetOpen(place, open)
      return this.#follow(place, settled, ask)
    }
  }

  /** The team gets it after the journal: after an end in between it is reported again. @throws Fault `team` */
  async #follow(
    { accountId, url, user }: TeamPlace,
    settled: readonly SettledElsewhere[],
    ask: Ask,
  ): Promise<void> {
    if (settled.length === 0 || !this.#parts.follow(accountId, settled)) return
    for (const { key, attempt } of settled) {
      const own = this.#parts.journal.tables.forTeam.own(accountId, key)
      if (own?.state === 'sending') continue
      const isProven = own?.state === 'done' || own?.state === 'failed'
      const state = isProven ? own.state : 'doubt'
      const autoId = own?.autoId ?? null
      demanded(await ask('report', { url, user, key, attempt, state, autoId, follows: true }, headSchema))
    }
  }
}

/** Entries by their kinds. */
const entriesOf = (entries: readonly z.infer<typeof entrySchema>[]): Omit<TeamEntries, 'writes'> => ({
  links: entries.flatMap(({ kind, body, ...link }) =>
    kind === 'link' ? [{ ...link, autoId: body.autoId, body }] : [],
  ),
  files: entries.flatMap(({ kind, body, no }) => (kind === 'file' ? [{ ...body, no }] : [])),
  orders: entries.flatMap(({ kind, body, key, no, name, own }) =>
    kind === 'order' ? [{ no, orderId: Number(key), isTaken: body.isTaken, name, own }] : [],
  ),
})
