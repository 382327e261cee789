import { z } from 'zod'
import { operations } from '../batch/operation.ts'
import { call } from '../bridge/call.ts'
import { failureSchema } from '../bridge/failure.ts'

/** What a desk may do, the least first. */
export const teamRights = ['viewer', 'sender', 'owner'] as const
export type TeamRights = (typeof teamRights)[number]

/** The largest number that the team's server gives a desk. */
const memberId = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)

const memberSchema = z.object({
  name: z.string(),
  rights: z.string(),
  /** When the desk was last heard of, ISO 8601; null if it never came. */
  seenAt: z.string().nullable(),
  /** It has used its invitation. */
  joined: z.boolean(),
  /** It has said what it sent since the server went back in time. */
  checkedIn: z.boolean(),
  version: z.string().nullable(),
  /** Rows that it sent and of which nobody knows what became. */
  doubts: z.int(),
  sending: z.int(),
})
export type TeamMember = z.infer<typeof memberSchema>

/** What the server says of a team. */
export const teamStatusSchema = z.object({
  team: z.string(),
  /** This desk's name. */
  me: z.string(),
  rights: z.string(),
  members: z.array(memberSchema),
  turns: z.array(
    z.object({
      ...{ baseUrl: z.string(), userId: z.int(), kind: z.string(), holder: z.string() },
      waiting: z.array(z.string()),
    }),
  ),
  accounts: z.array(z.object({ baseUrl: z.string(), userId: z.int(), head: z.int(), creates: z.int() })),
  /** The server's time, ISO 8601. */
  now: z.string(),
})

/** How many calls the desks of a team may make together for each account; null for no limit. */
export const teamLimitsSchema = z.object({ perHour: z.int().nullable(), perMonth: z.int().nullable() })
export type TeamLimits = z.infer<typeof teamLimitsSchema>

/** A row in doubt of a desk that has not been heard of for a minute, or was removed, or of this one, whose folder was put back. */
const awayRowSchema = z.object({
  /** Its last entry in the team's log, by which it is answered. */
  no: z.int(),
  /** The desk's number in the team; its name may be another's by now. */
  member: memberId,
  desk: z.string(),
  removed: z.boolean(),
  /** This desk's: its journal doesn't know it any more. */
  own: z.boolean(),
  seenAt: z.string().nullable(),
  batch: z.string(),
  line: z.int(),
  operation: z.enum(operations),
  /** What it is about, in words. */
  about: z.string(),
  /** When it was sent, ISO 8601. */
  at: z.string(),
  /** What the last look from here came to. */
  state: z.enum(['in-doubt', 'done', 'unsent']),
  autoId: z.int().nullable(),
  /** The advert that it probably made: a person has to say so. */
  probableId: z.int().nullable(),
  /** Why it is still in doubt after a look; null before the first. */
  words: z.string().nullable(),
})
export type AwayRow = z.infer<typeof awayRowSchema>

/** A team that this desk belongs to. */
const ownTeamSchema = z.object({
  team: z.string(),
  /** This desk's name. */
  name: z.string(),
  /** `HOST:PORT` of the server. */
  server: z.string(),
  /** Null if the server can't be asked now. */
  status: teamStatusSchema.nullable(),
  /** Sources of stock files that have other names since the desk joined, because the team had one of that name. */
  renamed: z.array(z.object({ from: z.string(), to: z.string() })).readonly(),
  /** Results that the server wasn't told yet. */
  outbox: z.int(),
  /** Rows in doubt of desks that are away. */
  away: z.array(awayRowSchema),
  /** Minutes between this computer's clock and the server's, if they are more than two. */
  clockOff: z.int().nullable(),
  failure: failureSchema.nullable(),
})
export type OwnTeam = z.infer<typeof ownTeamSchema>

const shown = z.object({ own: ownTeamSchema.nullable() })
const deskName = z.string().trim().min(1).max(80)

export const teamCalls = {
  /** The team of this desk, as its server says now; null if it belongs to none. */
  'team:show': call(z.null(), shown),
  /** Makes the team's tables on a server; this desk is the owner. `server` is `postgresql://USER@HOST/DATABASE`. */
  'team:begin': call(
    z.object({
      server: z.string().trim().max(500),
      password: z.string().max(1_000),
      /** The certificate that the server's own is signed by, in PEM; null for those that the system trusts. */
      ca: z.string().max(100_000).nullable(),
      name: deskName,
    }),
    shown,
  ),
  /** A code that lets one desk join, once, for a day; `server` is where that desk reaches the team's server, `HOST:PORT`. */
  'team:invite': call(
    z.object({ name: deskName, rights: z.enum(teamRights), server: z.string().trim().max(500) }),
    z.object({ code: z.string() }),
  ),
  'team:join': call(z.object({ code: z.string().trim().max(20_000) }), shown),
  /** Leaves the team; with `force` though rows are not confirmed. */
  'team:leave': call(z.object({ force: z.boolean() }), shown),
  /** An owner's: the desk can't send any more, and nobody waits for it after a restore. What it had in flight stays not confirmed. */
  'team:remove': call(z.object({ name: deskName }), shown),
  /** Looks at the service for the rows in doubt of a desk that is away. Nothing is sent. */
  'team:look': call(z.object({ member: memberId }), shown),
  /** What a person knows of a create in doubt of a desk that is away: its advert, or null if it made none. */
  'team:answer': call(
    z.object({
      no: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
      autoId: z.int().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
    }),
    shown,
  ),
  /** An owner's: the server was put back from a backup. Nobody sends until each desk has said what it sent. */
  'team:restored': call(z.null(), shown),
}
