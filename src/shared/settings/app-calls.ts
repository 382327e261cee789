import { z } from 'zod'
import { goneNames } from '../words/gone-words.ts'
import { call } from '../bridge/call.ts'
import { failureSchema } from '../bridge/failure.ts'
import { commands } from './command-keys.ts'
import { quotaPlanSchema } from './quota-plan.ts'

/** Calls of the last hour, day and month against the account's quota; limits null when there are none. */
export const quotaStateSchema = z.object({
  hour: z.int(),
  day: z.int(),
  month: z.int(),
  hourLimit: z.int().nullable(),
  monthLimit: z.int().nullable(),
  /** Owner of the calls; `unknown` if the server of the team doesn't name them, `unreached` if it can't be asked. */
  whose: z.enum(['own', 'team', 'unknown', 'unreached']),
  /** The limit that leaves no call now, and until when, ISO 8601; null while there is room. */
  blocked: z.object({ span: z.enum(['hour', 'month']), until: z.string() }).nullable(),
})
export type QuotaState = z.infer<typeof quotaStateSchema>

/** True if the calls can't be counted now. */
export const isUncounted = ({ whose }: Pick<QuotaState, 'whose'>): boolean =>
  whose === 'unknown' || whose === 'unreached'

/** Two times, ISO 8601: this computer's, and the one that was known last. */
const clockApartSchema = z.object({ now: z.string(), known: z.string() })
export type ClockApart = z.infer<typeof clockApartSchema>

/** Facts about the app as a whole that the frame of the window shows. */
export const appStateSchema = z.object({
  online: z.boolean(),
  /** True for each account whose last request was answered, by its id. */
  lines: z.record(z.string(), z.boolean()),
  /** Rows that are in doubt because the app had ended while they were being sent. */
  inDoubt: z.int(),
  /** Sends that the journal didn't know at this start, because it went back in time; 0 if it knew all. */
  lost: z.int(),
  /** Null unless the time of this computer may be wrong. */
  clockApart: clockApartSchema.nullable(),
  /** Names of files that were deleted since the last start. */
  gone: z.array(z.enum(goneNames)),
  /** Names of databases that were damaged and set aside at this start. */
  setAside: z.array(z.string()),
  /** Names of databases that were found damaged since and are set aside at the next start. */
  damaged: z.array(z.string()),
  /** Saved records that can't be read, by place (`cache.db, orders`): left out, or shown without a part of them. */
  unreadable: z.array(z.object({ place: z.string(), leftOut: z.boolean(), count: z.int() })),
  /** Why the last backup of the journal could not be made; null if it could. */
  backupFailure: failureSchema.nullable(),
  quota: quotaStateSchema,
  /** Calls of buyers that want a person. */
  callsWaiting: z.int(),
})
export type AppState = z.infer<typeof appStateSchema>

/** Item that the window was given to open: a file that is a draft now, an address of the app, or an unreadable file. */
const openedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), fileName: z.string(), draftId: z.string() }),
  z.object({ kind: z.literal('link'), address: z.string() }),
  z.object({ kind: z.literal('failed'), failure: failureSchema }),
])
export type Opened = z.infer<typeof openedSchema>

export const appCalls = {
  'app:state': call(z.null(), appStateSchema),
  /** Items that wait to be opened; each is answered once. */
  'app:take-opened': call(z.null(), z.array(openedSchema)),
  /** Plan of so many further calls for the active account. */
  'app:plan-calls': call(z.object({ calls: z.int().min(0).max(1_000_000_000) }), quotaPlanSchema),
}
export const appEvents = {
  /** Something waits to be opened, for `app:take-opened`. */
  'app:opened': z.null(),
  'app:state': appStateSchema,
  /** Calls were made, or their limits or the account are others. */
  'app:quota': quotaStateSchema,
  /** The service of an account begins or ceases to be reached, by whatever request. */
  'app:line': z.object({ accountId: z.string(), isReached: z.boolean() }),
  /** The time of this computer is days away from the one that is known: nothing is removed by it; null once they agree. */
  'app:clock-apart': clockApartSchema.nullable(),
  /** Reports that the batches of an earlier process are known now. */
  'app:recovered': z.null(),
  /** Databases that were found damaged after the start. */
  'app:damaged': z.object({ names: z.array(z.string()) }),
  /** A damaged file was set aside after the start. */
  'app:set-aside': z.object({ path: z.string() }),
  /** More saved records were found that can't be read. */
  'app:unreadable': z.null(),
  /** Why no backup of the journal could be made; null if one can be made again. */
  'app:backup': failureSchema.nullable(),
  /** A choice in the native menu. */
  'app:command': z.object({ command: z.enum(commands) }),
}
