import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import type { KeyState } from '#shared/accounts/account.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Managed } from '#shared/policy/policy.ts'
import type { Settings } from '#shared/settings/settings.ts'
import type { About, SupportText } from '#shared/support/support-calls.ts'

/** An account without what names the dealership: no name, no user. */
export interface BareAccount {
  readonly kind: 'sandbox' | 'service'
  readonly host: string
  readonly key: KeyState
}

export interface SupportFacts {
  readonly about: About
  readonly dataDir: string
  readonly logDir: string
  readonly settings: Settings & { readonly managed: Managed }
  /** Or why they can't be had. */
  readonly accounts: readonly BareAccount[] | { readonly failed: string }
  /** True if the file was closed in order, or checked since. */
  readonly isChecked: (path: string) => boolean
  readonly setAside: readonly string[]
  readonly damaged: readonly string[]
  readonly unreadable: readonly { readonly place: string; readonly count: number }[]
  readonly backupFailure: Failure | null
  /** Without keys, e-mails and phones. */
  readonly redact: (text: string) => string
}

/** Bytes of a log that are taken, from its end. */
const mostOfLog = 1_000_000

/**
 * Texts that an engineer needs to help, in their saved form: the log, the versions, the settings without names, the
 * sizes and checks of the databases, the state of each key. No advert, order or buyer is read for it. What can't be had
 * says why in its place: the file is wanted most when much is broken.
 */
export const supportTexts = (facts: SupportFacts): SupportText[] =>
  [
    { name: 'about.json', text: json(facts.about) },
    { name: 'settings.json', text: json(bareSettings(facts.settings)) },
    { name: 'accounts.json', text: json(facts.accounts) },
    { name: 'databases.json', text: textOr(() => json(databases(facts))) },
    ...logs(facts.logDir),
  ].map(({ name, text }) => ({ name, text: withoutHome(facts.redact(text)) }))

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Without what was put off in Today, which names accounts, and what an administrator decided, which names hosts and folders. */
const bareSettings = ({ todayMarks, managed, ...settings }: SupportFacts['settings']) => ({
  ...settings,
  todayMarks: todayMarks.length,
  managed: { trouble: managed.trouble?.kind ?? null, names: Object.keys(managed.policy) },
})

function databases({ dataDir, isChecked, setAside, damaged, unreadable, backupFailure }: SupportFacts) {
  const names = readdirSync(dataDir).filter((name) => /\.db(?:-wal)?$/.test(name))
  return {
    files: names.map((name) => {
      const path = join(dataDir, name)
      return {
        name,
        bytes: statSync(path, { throwIfNoEntry: false })?.size ?? null,
        ...(name.endsWith('.db') && { checked: isChecked(path) }),
      }
    }),
    setAside: setAside.map((path) => basename(path)),
    damaged: damaged.map((path) => basename(path)),
    unreadable,
    backupFailure: backupFailure?.code ?? null,
  }
}

const logs = (folder: string): SupportText[] =>
  ['forecourt.log.1', 'forecourt.log']
    .filter((name) => existsSync(join(folder, name)))
    .map((name) => ({ name, text: textOr(() => endOf(join(folder, name))) }))

/** The end of a log, from the beginning of a line on. */
function endOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, mostOfLog))
    const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length))
    return size > bytes.length ? text.slice(text.indexOf('\n') + 1) : text
  } finally {
    closeSync(file)
  }
}

function textOr(make: () => string): string {
  try {
    return make()
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n`
  }
}

/** A person's own folder often bears their name; in JSON its backslashes are doubled. */
function withoutHome(text: string): string {
  const home = homedir()
  return home.length < 4
    ? text
    : text.replaceAll(JSON.stringify(home).slice(1, -1), '~').replaceAll(home, '~')
}
