import type { Reply } from '#shared/bridge/call.ts'
import type { Failure } from '#shared/bridge/failure.ts'

let wordsOf: ((failed: Pick<Failure, 'code' | 'details'>) => Pick<Failure, 'words' | 'next'>) | null = null

/**
 * Loads the words of failures in both languages, after the window is drawn: the first script has no room for them. Until
 * then a failure has the words that main gave it.
 */
export async function loadFailureWords(): Promise<void> {
  wordsOf = (await import('#shared/words/failure-words.ts')).failureWords
}

/**
 * A failure is kept for as long as it is shown, here and in main, and the language may change meanwhile. Its words are
 * put together from its code and details when they are read.
 */
function speakingFailure(failure: Failure): Failure {
  const { code, details, retry } = failure
  return {
    code,
    details,
    retry,
    get words() {
      return (wordsOf?.(failure) ?? failure).words
    },
    get next() {
      return (wordsOf?.(failure) ?? failure).next
    },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFailure = (value: unknown): value is Failure =>
  isObject(value) &&
  typeof value.code === 'string' &&
  typeof value.words === 'string' &&
  isObject(value.details)

/** Parts of an answer that may be a failure or hold one, by the tables of calls. */
const parts = ['failure', 'unread', 'first', 'result']

/** Answer, with each failure in it in the language of the moment when it is shown. */
export function speakingValue(value: unknown): unknown {
  if (isFailure(value)) return speakingFailure(value)
  if (!isObject(value)) return value
  const found = parts.filter((part) => isObject(value[part]))
  if (found.length === 0) return value
  return { ...value, ...Object.fromEntries(found.map((part) => [part, speakingValue(value[part])])) }
}

/** The reply, with each failure in it in the language of the moment when it is shown. */
export const speaking = (reply: unknown): unknown => {
  const given = reply as Reply<unknown>
  return given.ok
    ? { ok: true, value: speakingValue(given.value) }
    : { ok: false, failure: speakingValue(given.failure) }
}
