import type { Forecourt } from '../assemble.ts'
import type { CommandNamed } from './arguments.ts'
import { exitCodes, type ExitCode, type Output } from './output.ts'

/** `api GET /path name=value …`: what the service answers, as JSON without keys, e-mails and phones. */
export async function askService(
  { path, params }: CommandNamed<'api'>,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const answer = await (await forecourt.service()).raw(path, params)
  output.print(`${forecourt.redact(JSON.stringify(answer, null, 2))}\n`)
  return exitCodes.done
}
