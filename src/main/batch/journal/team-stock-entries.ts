import { z } from 'zod'

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
export type UntoldLink = TeamLinkState & { readonly changes: number }

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
