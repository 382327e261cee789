import { z } from 'zod'
import { call } from '../bridge/call.ts'
import { failureSchema } from '../bridge/failure.ts'

/**
 * Why this computer's Forecourt doesn't replace itself. `policy`: an administrator decided it. `package`: what installed it brings
 * its versions. `mac`: not on macOS.
 */
export const updatesOffReasons = ['policy', 'package', 'mac'] as const
export type UpdatesOff = (typeof updatesOffReasons)[number]

/** A newer version, as its makers signed it. */
const offerSchema = z.object({
  version: z.string(),
  /** News of the version, as plain text; null without any. */
  notes: z.string().nullable(),
  bytes: z.int(),
})
export type Offer = z.infer<typeof offerSchema>

const stepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('checking') }),
  /** Nothing newer is offered. `offered` is the same version, or an older one. */
  z.object({ kind: z.literal('newest'), offered: z.string(), older: z.boolean() }),
  z.object({ kind: z.literal('found'), offer: offerSchema }),
  z.object({ kind: z.literal('downloading'), offer: offerSchema, done: z.int() }),
  /** Downloaded and compared with what was signed. */
  z.object({ kind: z.literal('ready'), offer: offerSchema }),
  z.object({ kind: z.literal('restarting'), offer: offerSchema }),
])
export type UpdateStep = z.infer<typeof stepSchema>

export const updatesSchema = z.object({
  /** The only host that is asked, and only by a click. */
  host: z.string(),
  off: z.enum(updatesOffReasons).nullable(),
  step: stepSchema,
  /** Why the last step was not done. */
  failure: failureSchema.nullable(),
})
export type Updates = z.infer<typeof updatesSchema>

export const updatesCalls = {
  /** Asks no question. Null in a build that has no address of new versions. */
  'updates:look': call(z.null(), updatesSchema.nullable()),
  'updates:check': call(z.null(), z.null()),
  'updates:download': call(z.null(), z.null()),
  /** Stops the download and keeps nothing of it. */
  'updates:stop': call(z.null(), z.null()),
  /** Ends the app in order and starts the new version. */
  'updates:restart': call(z.null(), z.null()),
}
export const updatesEvents = {
  'updates:changed': updatesSchema,
}
