import type { Forecourt } from '../assemble.ts'
import { redactNumber } from '../core/redact.ts'
import type { CommandNamed } from './arguments.ts'
import { exitCodes, type ExitCode, type Output } from './output.ts'

/** `api GET /path name=value …`: what the service answers, as JSON without keys, e-mails and phones. */
export async function askService(
  { path, params }: CommandNamed<'api'>,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const answer = await (await forecourt.service()).raw(path, params)
  const text = JSON.stringify(answer, (_name, value) => redactNumber(forecourt, value), 2)
  output.print(`${forecourt.redact(text)}\n`)
  return exitCodes.done
}
