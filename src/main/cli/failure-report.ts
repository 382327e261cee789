import { readlinkSync } from 'node:fs'
import { Fault, type FailureCode, type FailureDetails } from '#shared/bridge/failure.ts'
import type { Redactor } from '../log/redact.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { failureWords } from '#shared/words/failure-words.ts'
import { json, sayLines, type Output } from './output.ts'
import { UsageError } from './usage-error.ts'

/** A refusal as `--json` prints it: `code` of shared/bridge/failure.ts, and what a person reads. */
export interface PrintedRefusal {
  readonly code: FailureCode
  readonly message: string
  readonly details: FailureDetails
  /** The next step; '' if there is none. */
  readonly next: string
}

export const refusalJson = (error: PrintedRefusal): string => json({ error })

/** Says what went wrong in words and a next step; the stack only of an error that was not thrown on purpose. */
export function sayFailure(error: unknown, output: Output, redactor: Redactor): PrintedRefusal {
  const fault = faultOf(error)
  if (fault === null) sayLines(redactor.redact(String(error instanceof Error ? error.stack : error)), output)
  const { code, words, next, details } = failureWords(fault ?? new Fault('internal'), 'command-line')
  output.say(`${words} ${next}`.trim())
  return { code, message: words, details: redactedDetails(details, redactor), next }
}

const redactedDetails = (details: FailureDetails, redactor: Redactor): FailureDetails =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? redactor.redact(value) : value,
    ]),
  )

function faultOf(error: unknown): Fault | null {
  if (error instanceof UsageError) return new Fault('usage', { reason: error.message })
  return error instanceof Fault ? error : storageFaultOf(error)
}

/** Fault of a result that standard output didn't take: with the file that it is, where the system tells. */
export function unwritten(error: unknown): Fault {
  try {
    const known = storageFaultOf(error, readlinkSync('/proc/self/fd/1'))
    if (known) return known
  } catch {
    // Other systems tell no name.
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new Fault('storage', { path: m.cli_standard_output(), reason }, { cause: error })
}
