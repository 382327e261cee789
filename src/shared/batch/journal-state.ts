import { z } from 'zod'

/**
 * `checking`: after an unclean end; what sends waits for the verdict. `damaged` and `missing`: nothing is sent until a
 * person chooses. `copied`: the data folder is a copy, and nothing is sent until a person says that it goes on.
 * `behind`: it went back in time; the next command that sends puts rows in doubt. `salvaged` and `new`: the answer to
 * the choice; the journal is sound from then on.
 */
export const journalStates = [
  'sound',
  'checking',
  'behind',
  'copied',
  'damaged',
  'missing',
  'salvaged',
  'new',
] as const
export type JournalState = (typeof journalStates)[number]

/** What a salvage may lose beside rows; `holds` are waits that the service asked for, `looks` only save calls, `links` are those of stock files, `statuses` those of orders. */
export const journalParts = ['batches', 'attempts', 'holds', 'looks', 'links', 'statuses'] as const
export type JournalPart = (typeof journalParts)[number]

export const journalStatusSchema = z.object({
  state: z.enum(journalStates),
  path: z.string(),
  /** Sends that the journal doesn't know. */
  lost: z.int(),
  /** What is in it, or could be read of it. */
  batches: z.int(),
  rows: z.int(),
  inDoubt: z.int(),
  /** Rows that can't be read; null if even their number is unknown. */
  unreadable: z.int().nullable(),
  /** What else is lost, in whole or in part. */
  lostParts: z.array(z.enum(journalParts)),
  /** The time of the backup that it begins with, ISO 8601; null if there is none. */
  restoredFrom: z.string().nullable(),
  /** Where the damaged journal was moved to by a choice. */
  setAside: z.string().nullable(),
})
export type JournalStatus = z.infer<typeof journalStatusSchema>

/** Whether nothing is sent until a person has chosen. */
export const isBlocked = ({ state }: Pick<JournalStatus, 'state'>): boolean =>
  state === 'damaged' || state === 'missing' || state === 'copied'

/** A person's choice, as the command line calls it. */
export const journalChoices = ['salvage', 'start-new', 'continue-here'] as const
export type JournalChoice = (typeof journalChoices)[number]
