import { z } from 'zod'

/** The errors of the service and of the connection to it. */
const serviceFailures = [
  'network',
  'timeout',
  'auth',
  'not-found',
  'rejected',
  'rate-limit',
  'package',
  'server',
  'unreadable',
] as const
export type ServiceFailure = (typeof serviceFailures)[number]

/**
 * Codes of failures. The words table (failure-words.ts) turns a code into plain words and a next step. The first
 * group is the service's family of errors, the second the keychain's, the third files, the last the app's.
 */
export const failureCodes = [
  ...serviceFailures,
  'quota',

  'key-missing',
  'key-form',
  'keychain-locked',
  'keychain-unavailable',

  'fetch',
  'login-form',

  'file-missing',
  'file-is-directory',
  'file-unreadable',
  'file-binary',
  'sheet-unknown',
  'sheet-too-large',
  'sheet-broken',
  'xml-broken',
  'xml-no-rows',
  'file-empty',
  'file-header-only',
  'file-encoding',
  'file-delimiter',
  'header-duplicate',
  'column-missing',
  'key-column-missing',
  'constant-value',
  'constant-column',
  'map-column',
  'column-twice',
  'quote-unclosed',
  'rows-swallowed',
  'rows-shifted',
  'header-quote',
  'header-moved',
  'file-broken-off',
  'header-line',
  'line-too-long',
  'file-too-long',
  'operation-unclear',

  'team',

  'update',

  'usage',
  'account-unknown',
  'account-address',
  'account-fixed',
  'account-twice',
  'managed',
  'batch-unknown',
  'draft-unknown',
  'advert-unknown',
  'demand-missing',
  'order-status',
  'confirmation-required',
  'stock-unread',
  'stock-unlooked',
  'stock-brake',
  'stock-older',
  'plan-outdated',
  'engine-locked',
  'engine-taken',
  'journal-damaged',
  'journal-elsewhere',
  'storage',
  'cancelled',
  'invalid-request',
  'forbidden',
  'internal',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** Details for the words of a failure: file, line, column, status, path, the service's own code or message. */
export type FailureDetails = Readonly<Record<string, string | number>>

/** A failure as it crosses the bridge: never an Error, never a stack, redacted already. */
export const failureSchema = z.object({
  code: z.enum(failureCodes),
  /** Words for what happened, in the language of the app. */
  words: z.string(),
  /** Next step of the person, in the language of the app. */
  next: z.string(),
  /** True if the same call may succeed later without any change. */
  retry: z.boolean(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Failure = z.infer<typeof failureSchema>

/** The error that every room of main throws on purpose; whatever else is thrown is a bug and becomes `internal`. */
export class Fault extends Error {
  readonly code: FailureCode
  readonly details: FailureDetails

  constructor(code: FailureCode, details: FailureDetails = {}, options?: ErrorOptions) {
    super(code, options)
    this.name = 'Fault'
    this.code = code
    this.details = details
  }
}
