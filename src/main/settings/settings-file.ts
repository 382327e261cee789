import { z } from 'zod'
import { accountSchema, removedAccountSchema } from '#shared/accounts/account.ts'
import { defaultSettings, settingsSchema } from '#shared/settings/settings.ts'
import { savedFeedSchema } from '../feeds/saved-feeds.ts'

/** The window's place when it was last closed, in device-independent pixels. */
const windowBoundsSchema = z.looseObject({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
})
export type WindowBounds = z.infer<typeof windowBoundsSchema>

/** Keys are not part of it, and neither is the sandbox account: it is made at every start. */
const settingsFileSchema = z.looseObject({
  preferences: settingsSchema.loose(),
  accounts: z.array(accountSchema.loose()),
  removedAccounts: z.array(removedAccountSchema.loose()),
  activeAccountId: z.string(),
  /** Addresses that tables are fetched from. */
  feeds: z.array(savedFeedSchema.loose()),
  window: windowBoundsSchema.nullable(),
  /** How many claims the journal had made when the engine last began or ended, to notice one that went back in time. */
  journal: z.object({ journal: z.string(), claims: z.int().nonnegative() }).nullable(),
})
export type SettingsFile = z.infer<typeof settingsFileSchema>

export const emptySettingsFile: SettingsFile = {
  preferences: defaultSettings,
  accounts: [],
  removedAccounts: [],
  activeAccountId: 'sandbox',
  feeds: [],
  window: null,
  journal: null,
}

/** A file as it was read; `damaged` names the parts that could not be used and were replaced by their defaults. */
interface ReadSettings {
  readonly file: SettingsFile
  readonly damaged: readonly string[]
}

/**
 * Reads each part for itself, so that one bad value costs its own part and not the accounts beside it. A part that is
 * absent gets its default without a word (an older version wrote the file); unknown parts and fields are kept.
 */
export function parseSettingsFile(text: string): ReadSettings {
  const root = z.looseObject({}).safeParse(parsedJson(text))
  if (!root.success) return { file: emptySettingsFile, damaged: ['settings'] }

  const damaged: string[] = []
  const part = <Value>(name: keyof SettingsFile, schema: z.ZodType<Value>, fallback: Value): Value => {
    const value = root.data[name]
    if (value === undefined) return fallback
    const parsed = schema.safeParse(value)
    if (!parsed.success) damaged.push(name)
    return parsed.success ? parsed.data : fallback
  }
  const parts = settingsFileSchema.shape
  const file = {
    ...root.data,
    preferences: part('preferences', preferencesWithDefaults, defaultSettings),
    accounts: part('accounts', parts.accounts, []),
    removedAccounts: part('removedAccounts', parts.removedAccounts, []),
    activeAccountId: part('activeAccountId', parts.activeAccountId, emptySettingsFile.activeAccountId),
    feeds: part('feeds', parts.feeds, []),
    window: part('window', parts.window, null),
    journal: part('journal', parts.journal, null),
  }
  return { file, damaged }
}

/**
 * A preference that a newer version of the app added is absent from an older file. Who was at work before there were first
 * steps needs none.
 */
const preferencesWithDefaults = z
  .looseObject({})
  .transform((given) => ({ ...defaultSettings, firstSteps: given.welcomed !== true, ...given }))
  .pipe(settingsFileSchema.shape.preferences)

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
