import { z } from 'zod'
import { accountSchema, removedAccountSchema } from '#shared/accounts/account.ts'
import { defaultSettings, settingsSchema, type Settings } from '#shared/settings/settings.ts'
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
})
export type SettingsFile = z.infer<typeof settingsFileSchema>

export const emptySettingsFile: SettingsFile = {
  preferences: defaultSettings,
  accounts: [],
  removedAccounts: [],
  activeAccountId: 'sandbox',
  feeds: [],
  window: null,
}

/**
 * Settings in place of preferences that can't be read: what they were is not known, and no buyer's data is deleted
 * for that.
 */
const unreadPreferences: Settings = { ...defaultSettings, buyerDataDays: null }
export const unreadSettingsFile: SettingsFile = { ...emptySettingsFile, preferences: unreadPreferences }

/** A file as it was read; `damaged` names the parts that could not be used, `preferences.theme` for one of them. */
interface ReadSettings {
  readonly file: SettingsFile
  readonly damaged: readonly string[]
}

/**
 * Reads each preference and each entry of a list for itself, so that one bad value costs nothing else. A part that is
 * absent gets its default without a word; unknown parts and fields are kept.
 * @param before what holds for the parts that can't be read
 */
export function parseSettingsFile(text: string, before = unreadSettingsFile): ReadSettings {
  const root = z.looseObject({}).safeParse(parsedJson(text))
  if (!root.success) return { file: before, damaged: ['settings'] }

  const damaged: string[] = []
  const part: ReadPart = (name, value, schema, unread, absent = unread) => {
    if (value === undefined) return absent
    const parsed = schema.safeParse(value)
    if (!parsed.success) damaged.push(name)
    return parsed.success ? parsed.data : unread
  }
  const entries = <Value extends { readonly id: string }>(
    name: string,
    schema: z.ZodType<Value>,
    known: Value[],
  ): Value[] =>
    part(name, root.data[name], z.array(z.unknown()), known, []).flatMap((entry, place) =>
      part(
        `${name}.${place}`,
        [entry],
        z.array(schema),
        known.filter(({ id }) => id === idOf(entry)),
      ),
    )
  const { activeAccountId, window } = settingsFileSchema.shape
  const accounts = entries('accounts', accountSchema.loose(), before.accounts)
  const activeId = part(
    'activeAccountId',
    root.data.activeAccountId,
    activeAccountId,
    before.activeAccountId,
    'sandbox',
  )
  const isLost = damaged.length > 0 && !accounts.some(({ id }) => id === activeId)
  const file = {
    ...root.data,
    preferences: preferencesOf(root.data.preferences, part, before.preferences),
    accounts,
    removedAccounts: entries('removedAccounts', removedAccountSchema.loose(), before.removedAccounts),
    activeAccountId: isLost ? 'sandbox' : activeId,
    feeds: entries('feeds', savedFeedSchema.loose(), before.feeds),
    window: part('window', root.data.window, window, before.window, null),
  }
  return { file, damaged }
}

type ReadPart = <Value>(
  name: string,
  value: unknown,
  schema: z.ZodType<Value>,
  unread: Value,
  absent?: Value,
) => Value

function preferencesOf(
  saved: unknown,
  part: ReadPart,
  before: SettingsFile['preferences'],
): SettingsFile['preferences'] {
  if (saved === undefined) return defaultSettings
  const given = part<Record<string, unknown>>('preferences', saved, z.looseObject({}), before)
  const whole = { ...defaultSettings, ...given }
  const read = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const preference = name as keyof Settings
    return [name, part<unknown>(`preferences.${name}`, whole[preference], schema, before[preference])]
  })
  return { ...given, ...settingsSchema.parse(Object.fromEntries(read)) }
}

const idOf = (entry: unknown): unknown => z.object({ id: z.unknown() }).safeParse(entry).data?.id

/** A byte order mark of Windows' editors is no part of it. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
