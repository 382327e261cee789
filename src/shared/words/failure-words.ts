import * as messages from '#shared/i18n/generated/messages/failures.js'
import type { Failure, FailureCode, FailureDetails } from '../bridge/failure.ts'
import { getLocale, languages } from '../i18n/locale.ts'
import { localTime } from '../time/time-words.ts'
import { wordingOf, type Failed, type NextName, type WordsName } from './failure-wordings.ts'

/** The details that words may use; one that a fault doesn't have becomes an ellipsis. */
const usedDetails = [
  'file',
  'line',
  'column',
  'columns',
  'encoding',
  'choices',
  'status',
  'serviceMessage',
  'seconds',
  'minutes',
  'wait',
  'path',
  'disk',
  'value',
  'reason',
  'account',
  'batch',
  'autoId',
  'program',
  'pid',
  'since',
  'time',
  'count',
  'of',
  'percent',
  'address',
  'megabytes',
  'examples',
] as const
type Said = Readonly<Record<(typeof usedDetails)[number], string>>

/** Whom the words are for: the window names its buttons and places, the command line its commands and options. */
export type Audience = 'window' | 'command-line'

type Text = (said: Said) => string
const texts: Readonly<Record<`failure_${WordsName}_words` | `failure_${NextName}_next`, Text>> = messages
/** Next steps that are others on the command line. */
type CommandLineKey = Extract<keyof typeof messages, `failure_${string}_cli`>
const ofCommandLine: Readonly<Record<CommandLineKey, Text>> = messages
const isOfCommandLine = (key: string): key is CommandLineKey => Object.hasOwn(ofCommandLine, key)

/** Codes after which the same call may succeed without any change. */
const passing = new Set<FailureCode>([
  'network',
  'timeout',
  'rate-limit',
  'server',
  'quota',
  'engine-locked',
  'cancelled',
])

/** Reasons of the connection that last: another try meets the same. */
const lastingReasons = new Set([
  'certificate',
  'proxy-setting',
  'proxy-login',
  'proxy-login-refused',
  'proxy-login-kind',
  'proxy-login-keychain',
])

/** Details as they should be, whatever the fault carries: it may come from a file, a thread or another version. */
function plainDetails(details: unknown): FailureDetails {
  if (typeof details !== 'object' || details === null) return {}
  const isPlain = ([, value]: [string, unknown]): boolean =>
    typeof value === 'string' || typeof value === 'number'
  return Object.fromEntries(Object.entries(details).filter(isPlain))
}

const saidOf = (details: FailureDetails): Said =>
  Object.fromEntries(usedDetails.map((name) => [name, String(details[name] ?? '…')])) as Said

/**
 * Length of a wait, in the unit that a person counts it in: `45 secs`, `20 mins`, `2 hrs`; never shorter than it is.
 */
function waitWords(seconds: number): string {
  const [size, unit] = seconds < 120 ? [1, 'second'] : seconds < 2 * 3600 ? [60, 'minute'] : [3600, 'hour']
  const form = { style: 'unit', unit, unitDisplay: 'short' } as const
  return new Intl.NumberFormat(languages[getLocale()].region, form).format(Math.ceil(seconds / size))
}

/** Next step for a failure. */
function nextOf(name: NextName, audience: Audience): Text {
  const own = `failure_${name}_cli`
  return audience === 'command-line' && isOfCommandLine(own)
    ? ofCommandLine[own]
    : texts[`failure_${name}_next`]
}

/** A sentence with its full stop, which one that ends with a value doesn't have. */
const ended = (text: string): string => (/[.!?…][”»"')]?$/.test(text) ? text : `${text}.`)

const isSaid = ([words, next]: ReturnType<typeof wordingOf>): boolean =>
  Object.hasOwn(texts, `failure_${words}_words`) && Object.hasOwn(texts, `failure_${next}_next`)

const unknownFailure = { code: 'internal' } as const

/** A fault and its next step in one line, as the command line says it. */
export function failureLine(fault: Failed): string {
  const { words, next } = failureWords(fault, 'command-line')
  return `${words} ${next}`.trim()
}

/** A fault in plain words and with its next step, in the language that the app speaks now. */
export function failureWords(given: Failed, audience: Audience = 'window'): Failure {
  const details = plainDetails(given.details)
  // A code of another version has no words here.
  const fault = isSaid(wordingOf({ ...given, details }))
    ? { ...given, details }
    : { ...unknownFailure, details }
  const [words, next] = wordingOf(fault)
  const { option, seconds, wakesAt } = fault.details
  const time = wakesAt === undefined ? {} : { time: localTime(String(wakesAt)) }
  const wait = seconds === undefined ? {} : { wait: waitWords(Number(seconds)) }
  const said = saidOf({ reason: option ?? '…', ...time, ...wait, ...fault.details })
  const lasting = lastingReasons.has(String(fault.details.reason))
  return {
    code: fault.code,
    words: ended(texts[`failure_${words}_words`](said)),
    next: nextOf(next, audience)(said),
    retry: passing.has(fault.code) && !lasting,
    details: fault.details,
  }
}
