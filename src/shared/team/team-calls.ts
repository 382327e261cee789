import { z } from 'zod'
import { call } from '../bridge/call.ts'
import { failureSchema } from '../bridge/failure.ts'

/** Rights of a desk, the least first. */
export const teamRights = ['viewer', 'sender', 'owner'] as const
export type TeamRights = (typeof teamRights)[number]

const memberSchema = z.object({
  name: z.string(),
  rights: z.string(),
  /** Time when the desk was last heard of, ISO 8601; null if it never came. */
  seenAt: z.string().nullable(),
  /** It has used its invitation. */
  joined: z.boolean(),
  /** It has said what it sent since the server went back in time. */
  checkedIn: z.boolean(),
  version: z.string().nullable(),
  /** Rows that it sent with an unknown result. */
  doubts: z.int(),
  sending: z.int(),
})
export type TeamMember = z.infer<typeof memberSchema>

/** Status of a team by the server. */
export const teamStatusSchema = z.object({
  team: z.string(),
  /** This desk's name. */
  me: z.string(),
  rights: z.string(),
  members: z.array(memberSchema),
  turns: z.array(
    z.object({
      baseUrl: z.string(),
      userId: z.int(),
      kind: z.string(),
      holder: z.string(),
      waiting: z.array(z.string()),
    }),
  ),
  accounts: z.array(z.object({ baseUrl: z.string(), userId: z.int(), head: z.int(), creates: z.int() })),
  /** The server's time, ISO 8601. */
  now: z.string(),
})

/** Number of calls that the desks of a team may make together for each account; null for no limit. */
export const teamLimitsSchema = z.object({ perHour: z.int().nullable(), perMonth: z.int().nullable() })

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
  /** Results not yet reported to the server. */
  outbox: z.int(),
  /** Minutes between this computer's clock and the server's, if they are more than two. */
  clockOff: z.int().nullable(),
  failure: failureSchema.nullable(),
})
export type OwnTeam = z.infer<typeof ownTeamSchema>

const shown = z.object({ own: ownTeamSchema.nullable() })

export const teamCalls = {
  /** The team of this desk, as its server says now; null if it belongs to none. */
  'team:show': call(z.null(), shown),
  'team:join': call(z.object({ code: z.string().trim().max(20_000) }), shown),
  /** Leaves the team; with `force` though rows are not confirmed. */
  'team:leave': call(z.object({ force: z.boolean() }), shown),
}
