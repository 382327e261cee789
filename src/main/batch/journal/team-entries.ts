import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import type { CreatePayload } from '../../writes/advert-write.ts'
import type { OrderTake } from './taken-orders.ts'
import type { LoggedLink, TeamStockFile } from './team-stock-entries.ts'

/** States of a permit: `sending` until its desk reports, `doubt` if it is unknown whether it was executed. */
export const permitStates = ['sending', 'doubt', 'done', 'failed', 'unsent'] as const
export type PermitState = (typeof permitStates)[number]

/** A write of another desk, as the team's log has it. */
export const teamWriteSchema = z.object({
  /** The desk's number in the team. */
  member: z.int(),
  name: z.string(),
  /** The batch and the line at its desk. */
  key: z.string(),
  operation: z.enum(operations),
  fingerprint: z.string(),
  /** The dealer's own number of the car, if it was a row of a stock file. */
  stockKey: z.string().nullable(),
  autoId: z.int().nullable(),
  payload: z.looseObject({}),
  before: z.looseObject({}),
  state: z.enum(permitStates),
  /** ISO 8601, by the server's clock. */
  at: z.string(),
})
export type TeamWrite = Readonly<z.infer<typeof teamWriteSchema>>

/** Entries of the team's log that are new to this desk, in their order. */
export interface TeamEntries {
  readonly writes: readonly TeamWrite[]
  readonly links: readonly LoggedLink[]
  readonly files: readonly (TeamStockFile & { readonly no: number })[]
  readonly orders: readonly OrderTake[]
}

/** Changes that the team's log made to this desk's own facts. */
export interface TeamFolded {
  /** Writes of other desks that came to be known as done, in their order. */
  readonly done: readonly TeamWrite[]
  /** Numbers whose link another desk changed before this one reported its own. */
  readonly keys: readonly string[]
  /** Names that own sources have from now on, because another desk has one of that name. */
  readonly sources: readonly { readonly from: string; readonly to: string }[]
}

/** Result that another desk found for a row of this one that was in doubt. */
export interface SettledElsewhere {
  readonly key: string
  readonly attempt: number
  readonly state: PermitState
  readonly autoId: number | null
  /** The desk that found it out. */
  readonly who: string
  /** ISO 8601, by the server's clock. */
  readonly at: string
}

/** An account as the team knows it. */
export interface TeamAccount {
  readonly accountId: string
  readonly url: string
  readonly user: number
}

/** Place in the team's log of an account that the journal has reached. */
export interface TeamPlace extends TeamAccount {
  readonly team: string
  /** The last entry that was folded. */
  readonly cursor: number
  /** The last entry that this desk heard of. */
  readonly head: number
}

/** A create of another desk that may still become an advert. */
export interface TeamCreate {
  readonly member: number
  readonly key: string
  readonly payload: CreatePayload
  readonly at: string
}
