import { z } from 'zod'
import { unknownSendsSchema } from './unknown-sends.ts'

/**
 * `checking`: after an unclean end; what sends waits for the verdict. `damaged` and `missing`: nothing is sent until a
 * person chooses. `copied`: the data folder is a copy, and nothing is sent until a person says that it goes on.
 * `behind`: it went back in time; the next command that sends puts rows in doubt. `restored` and `new`: the answer to
 * the choice; the journal is sound from then on.
 */
export const journalStates = [
  'sound',
  'checking',
  'behind',
  'copied',
  'damaged',
  'missing',
  'restored',
  'new',
] as const
export type JournalState = (typeof journalStates)[number]

export const journalStatusSchema = z.object({
  state: z.enum(journalStates),
  path: z.string(),
  /** Sends unknown to the journal, or to the backup that is to take its place; null if their number is unknown. */
  lost: z.int().nullable(),
  /** Counts of the journal, or of that backup. */
  batches: z.int(),
  rows: z.int(),
  inDoubt: z.int(),
  /** Sends of which nothing is known since it was recovered: creates are asked about. Null if there are none. */
  unknownSends: unknownSendsSchema.nullable(),
  /** The time of the backup, ISO 8601; null if there is none. */
  restoredFrom: z.string().nullable(),
  /** Place where the damaged journal was moved to by a choice. */
  setAside: z.string().nullable(),
})
export type JournalStatus = z.infer<typeof journalStatusSchema>

/** True if nothing is sent until a person has chosen. */
export const isBlocked = ({ state }: Pick<JournalStatus, 'state'>): boolean =>
  state === 'damaged' || state === 'missing' || state === 'copied'

/** A person's choice, as the command line calls it. */
export const journalChoices = ['restore', 'start-new', 'continue-here'] as const
export type JournalChoice = (typeof journalChoices)[number]
