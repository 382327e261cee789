import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import type { CreatePayload } from '../../writes/advert-write.ts'

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

const value = z.union([z.string(), z.number()]).nullable()

/** A link with its fields, as every desk of a team has it: a source by its name, a file by its log entry. */
export const linkBodySchema = z.object({
  fold: z.string(),
  endedBy: z.enum(['file', 'person']).nullable(),
  vehicle: z.tuple([z.int(), z.int(), z.int(), z.int()]),
  source: z.string().nullable(),
  /** The sources whose newest file has the key. */
  sources: z.array(z.string()),
  origin: z.enum(['created', 'column', 'matched', 'likeness', 'hand']),
  out: z.enum(['file', 'person']).nullable(),
  /** The first file in a row that lacked the key. */
  lacked: z.int().nullable(),
  at: z.string(),
  /** By its name: what the file gave, what the advert showed after that, 1 if a person pinned it. */
  fields: z.record(z.string(), z.tuple([value, value, z.int()])),
})

export const teamLinkSchema = z.object({
  key: z.string(),
  /** The entry of the log that the link is as of; 0 before the first. */
  no: z.int(),
  autoId: z.int().positive(),
  live: z.boolean(),
  body: linkBodySchema,
})
export type TeamLinkState = Readonly<z.infer<typeof teamLinkSchema>>

/** A link as it comes from the log: who changed it, and whether that is this desk. */
export type LoggedLink = TeamLinkState & { readonly name: string; readonly own: boolean }

/** A link that differs from the log's; `changes` shows whether it changed again during its report. */
export type UnreportedLink = TeamLinkState & { readonly changes: number }

export const teamFileSchema = z.object({
  source: z.string(),
  keyColumn: z.string(),
  choice: z.unknown(),
  sha256: z.string(),
  asOf: z.string(),
  takenAt: z.string(),
  rows: z.int(),
  refused: z.string().nullable(),
})
/** A file of a source, as every desk of a team has it. */
export type TeamStockFile = Readonly<z.infer<typeof teamFileSchema>>

/** An entry of the log: a desk took an order, or gave it back. */
export interface OrderTake {
  readonly no: number
  readonly orderId: number
  readonly isTaken: boolean
  /** The desk, and whether that is this one. */
  readonly name: string
  readonly own: boolean
}

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
