import { z } from 'zod'
import { call } from '../bridge/call.ts'
import { locales } from '../i18n/locale.ts'
import { managedSchema } from '../policy/policy.ts'

const callLimit = z.int().positive().max(1_000_000_000)

/** A line of Today that was put off (`later`) or seen to (`done`, at that count) on a day, `2026-11-25`. */
const keptMarkSchema = z.object({
  account: z.string().max(100),
  line: z.string().max(40),
  kind: z.enum(['later', 'done']),
  count: z.int().min(0).max(10_000_000),
  day: z.string().max(10),
})
export type KeptMark = z.infer<typeof keptMarkSchema>

export const settingsSchema = z.object({
  language: z.enum(['system', ...locales]),
  theme: z.enum(['system', 'light', 'dark']),
  /** Calls that the account may make; null = no limit that the app knows of. */
  quota: z.object({ perHour: callLimit.nullable(), perMonth: callLimit.nullable() }),
  /** For how many days since an order's date its buyer's data is kept here; null = for good. */
  buyerDataDays: z.int().positive().max(36_500).nullable(),
  /** Minutes between readings of the orders in the background; null = none are made. */
  orderPollMinutes: z.int().positive().max(1_440).nullable(),
  /** True if the views of adverts are read in the background, which costs a request for each. */
  viewsInBackground: z.boolean(),
  /** True if the rail has Real estate, which a dealer of cars alone has no use for. */
  realtyPage: z.boolean(),
  /** Set once the first-run screen was answered. */
  welcomed: z.boolean(),
  /** True if Today has the first steps, until they are done or put away. */
  firstSteps: z.boolean(),
  todayMarks: z.array(keptMarkSchema).max(500),
})
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = {
  language: 'system',
  theme: 'system',
  quota: { perHour: null, perMonth: null },
  buyerDataDays: 90,
  orderPollMinutes: 10,
  viewsInBackground: false,
  realtyPage: true,
  welcomed: false,
  firstSteps: true,
  todayMarks: [],
}

/** Current settings: the language that the app speaks, its version, and what an administrator decided. */
const currentSchema = settingsSchema.extend({
  locale: z.enum(locales),
  version: z.string(),
  managed: managedSchema,
})

export const settingsCalls = {
  'settings:get': call(z.null(), currentSchema),
  'settings:change': call(settingsSchema.partial(), currentSchema),
}
