/**
 * Meanings of an answer without a code of the service or the status that it should have (docs/service/practice.md,
 * "hourly limit" and "upstream trouble").
 *
 * - `hour`: the requests of the hour are used up; waiting helps.
 * - `package`: the package of requests is used up or has expired; waiting does not help.
 * - `upstream`: the connection behind the service was dropped; this says nothing about what was asked for.
 * - `path`: the service has no such address; this says nothing about an advert.
 * - `moved`: whoever answered points to another address, as a network that asks for a login does. It isn't followed.
 */
export type PracticeTrouble = 'hour' | 'package' | 'upstream' | 'path' | 'moved'

/** Time for which a limit of the hour holds at most, in ms. */
export const hourMs = 3_600_000

const droppedBehind = /HTTPoison|:closed/i
/** Under these statuses only the two limits are meant; under a 200 a text may be about anything, such as the advert. */
const limited: Readonly<Record<number, { readonly hour: RegExp; readonly package: RegExp }>> = {
  403: { hour: /годин|hour/i, package: /пакет|вичерпан|термін|закінчи|package|expired/i },
  429: { hour: /годин|ліміт|hour/i, package: /пакет|package/i },
}
const inSuccess = {
  hour: /ліміт.*годин|годин.*ліміт|limit.*hour/i,
  package: /пакет|package|запит.*вичерпан|вичерпан.*запит/i,
}

/** A complaint as far as it distinguishes them; `bare`: the `error` is a text instead of an object. */
interface Said {
  readonly code: string
  readonly message: string
  readonly bare: boolean
}

export const isDroppedBehind = (text: string): boolean => droppedBehind.test(text)

export function troubleOf(status: number, { code, message, bare }: Said): PracticeTrouble | undefined {
  if (isDroppedBehind(message)) return 'upstream'
  if (code === 'ResourceNotFound') return 'path'
  if (!bare) return undefined
  const words = status < 300 ? inSuccess : limited[status]
  // "The package of the hour is used up" is still a matter of the hour.
  if (words?.hour.test(message)) return 'hour'
  return words?.package.test(message) ? 'package' : undefined
}

/**
 * Texts that name what is wrong with the key, or what is wanted, without a code: the code of each.
 * Source: docs/service/practice.md, "errors".
 */
const texts: readonly (readonly [RegExp, string])[] = [
  [/^not enough data\b/i, 'NOT_ENOUGH_DATA'],
  [/^no api[_ ]?key was supplied/i, 'API_KEY_MISSING'],
  [/^an invalid api[_ ]?key was supplied/i, 'API_KEY_INVALID'],
  [/^the api[_ ]?key supplied has been disabled/i, 'API_KEY_DISABLED'],
  [/^the api[_ ]?key supplied is not authorized/i, 'API_KEY_UNAUTHORIZED'],
  [/^the api[_ ]?key supplied has not been verified/i, 'API_KEY_UNVERIFIED'],
]

/** The service's code for a text that came without one. */
export const codeOfText = (message: string): string | undefined =>
  texts.find(([text]) => text.test(message.trim()))?.[1]
