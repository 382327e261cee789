import { failureWords } from '../words/failure-words.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Entries } from '../assemble.ts'
import { Redactor } from '../log/redact.ts'
import { exitCodes, processOutput, type ExitCode } from './output.ts'
import { runCommand } from './run.ts'

/** Runs one command as what this process is for: also what nobody caught is told without the key, and in words. */
export function runProcess(
  argv: readonly string[],
  { entries, version }: { readonly entries: Entries; readonly version: string },
): Promise<ExitCode> {
  const redactor = new Redactor()
  const output = processOutput()
  process.on('uncaughtException', (error) => {
    const { words, next } = failureWords(new Fault('internal'))
    output.say(`${redactor.redact(error.stack ?? String(error))}\n${words} ${next}`)
    process.exit(exitCodes.unusable)
  })
  return runCommand(argv, { entries, version, output, redactor })
}
