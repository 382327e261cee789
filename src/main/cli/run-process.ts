import { m } from '#shared/i18n/generated/messages.js'
import type { Entries } from '../assemble.ts'
import { Redactor } from '../log/redact.ts'
import { keepDiagnosticsBare } from '../system/diagnostics.ts'
import { exitCodes, json, processOutput, sayLines, type ExitCode } from './output.ts'
import { has, runCommand } from './run.ts'

export { builtEntries } from '../entries.ts'

/** Runs one command as the whole process: an error that nothing caught is also said in words and without the key. */
export function runProcess(
  argv: readonly string[],
  { entries, version }: { readonly entries: Entries; readonly version: string },
): Promise<ExitCode> {
  keepDiagnosticsBare()
  const redactor = new Redactor()
  const output = processOutput()
  process.on('uncaughtException', (error) => {
    sayLines(redactor.redact(error.stack ?? String(error)), output)
    // Not from the table of failures, which is loaded with the command: the process must end now.
    const [message, next] = [m.failure_internal_words(), m.failure_internal_next()]
    output.say(`${message} ${next}`)
    if (has(argv, '--json'))
      output.printText(json({ error: { code: 'internal', message, details: {}, next } }))
    process.exit(exitCodes.unusable)
  })
  return runCommand(argv, { entries, version, output, redactor })
}
