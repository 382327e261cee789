import type { Params } from '../service/params.ts'
import type { Forecourt } from '../assemble.ts'
import { redactNumber } from '../log/redact.ts'
import type { CommandNamed } from './arguments.ts'
import { exitCodes, type ExitCode, type Output } from './output.ts'

/** `api GET /path name=value …`: what the service answers, as JSON without keys, e-mails and phones. */
export async function askService(
  { path, params }: CommandNamed<'api'>,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const asked = splitPath(path)
  const answer = await (await forecourt.service()).raw(asked.path, [...asked.params, ...params])
  const text = JSON.stringify(answer, (_name, value) => redactNumber(forecourt, value), 2)
  output.print(`${forecourt.redact(text)}\n`)
  return exitCodes.done
}

/** A path with its query, as the contract writes it. What comes behind a `#` never reaches a service. */
function splitPath(given: string): { path: string; params: Params } {
  const [address = ''] = given.split('#')
  const at = address.indexOf('?')
  if (at < 0) return { path: address, params: [] }
  return { path: address.slice(0, at), params: [...new URLSearchParams(address.slice(at + 1))] }
}
