import { Fault } from '#shared/bridge/failure.ts'
import type { Redactor } from '../log/redact.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { sayLines, type Output } from './output.ts'
import { UsageError } from './usage-error.ts'

/** Says what went wrong in words and a next step; the stack only of an error that was not thrown on purpose. */
export function sayFailure(error: unknown, output: Output, redactor: Redactor): void {
  const fault = faultOf(error)
  if (fault === null) sayLines(redactor.redact(String(error instanceof Error ? error.stack : error)), output)
  const { words, next } = failureWords(fault ?? new Fault('internal'), 'command-line')
  output.say(`${words} ${next}`.trim())
}

function faultOf(error: unknown): Fault | null {
  if (error instanceof UsageError) return new Fault('usage', { reason: error.message })
  return error instanceof Fault ? error : storageFaultOf(error)
}
