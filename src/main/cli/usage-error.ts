/**
 * A command line that can't be understood; the message is a sentence in the app's language. Not a Fault, whose module
 * loads zod: the help must start without it.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
