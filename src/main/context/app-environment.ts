import type { Events } from '#shared/bridge/calls.ts'
import type { AccountOverrides } from '../accounts/account-identity.ts'
import type { Managed } from '#shared/policy/policy.ts'
import type { Publish } from '../bridge/publish.ts'
import type { Entries } from '../entries.ts'
import type { ProxyFor } from '../http/proxy.ts'
import type { Log } from '../log/log.ts'
import type { Redactor } from '../log/redact.ts'
import type { ChildPort } from '../system/child-port.ts'
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox-options.ts'
import type { Audience } from '#shared/words/failure-words.ts'

/** Environment that the window's app and the command line each provide. */
export interface AppEnvironment {
  readonly dataDir: string
  readonly entries: Entries
  readonly overrides: AccountOverrides
  /** The desk's secret for its team; the keychain's if it isn't given. */
  readonly teamSecret?: string
  readonly systemLocale: () => string
  /** The region of the system, if it isn't that of its language: numbers and separators are written as there. */
  readonly region?: () => string
  readonly version: string
  /** Rules that an administrator set for this computer; nothing, if it isn't given. */
  readonly managed?: Managed
  /** The name under which the batch engine is locked, for people. */
  readonly program: string
  /** Reader of the failures; the window if it isn't given. */
  readonly audience?: Audience
  /** Given by a root that redacts its own texts and has no log; otherwise it is the log's. */
  readonly redactor?: Redactor
  /** Given by a root that logs before the rest is made; otherwise one is made. */
  readonly log?: Log
  readonly spawnKeychain: (entry: URL) => ChildPort
  readonly startSandbox: (entry: URL, options: SandboxOptions) => Promise<Sandbox>
  readonly proxyFor: ProxyFor
  /** Files of so many bytes at most are imported without a thread; none, if it isn't given. */
  readonly importBytesHere?: number
  /** Hosts that may be asked for new versions; none, if it isn't given. */
  readonly updateHosts?: () => readonly string[]
  /** Sends an event to the window, or drops it. */
  readonly publish: Publish<Events>
}

/** Folder of the log inside the data folder. */
export const logFolder = 'logs'
