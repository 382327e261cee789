import { Argument } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { redactNumber } from '../log/redact.ts'
import type { Param, Params } from '../service/params.ts'
import { defineCommand } from './command-definition.ts'
import { exitCodes } from './output.ts'
import { examples } from './help-examples.ts'
import { UsageError } from './usage-error.ts'

/** `api GET /path name=value …`: what the service answers, as JSON without keys, e-mails and phones. */
export const apiCommand = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_api_about())
      .addArgument(new Argument('<GET>', m.cli_api_method()).choices(['GET']).argParser(methodOf))
      .argument('</path>', m.cli_api_path())
      .argument('[name=value...]', m.cli_api_params())
      .addHelpText('after', examples(['api GET /auto/info auto_id=39100007', m.cli_api_example()])),

  async run({ open, output }, _options, _method, address, pairs) {
    const { path, params } = splitAddress(address)
    const asked = [...params, ...pairs.map(paramOf)]
    const forecourt = await open()
    const answer = await (await forecourt.service()).raw(path, asked)
    const text = JSON.stringify(answer, (_name, value) => redactNumber(forecourt, value), 2)
    output.print(`${forecourt.redact(text)}\n`)
    return exitCodes.done
  },
})

/** Support reads, and never writes. */
function methodOf(value: string): 'GET' {
  if (value.toUpperCase() !== 'GET') throw new UsageError(m.cli_api_reads_only({ value }))
  return 'GET'
}

function paramOf(pair: string): Param {
  const at = pair.indexOf('=')
  if (at < 1) throw new UsageError(m.cli_not_a_parameter({ value: pair }))
  return [pair.slice(0, at), pair.slice(at + 1)]
}

/** A path with its query, as the contract writes it. A fragment (`#…`) is never sent to a service. */
function splitAddress(given: string): { path: string; params: Params } {
  const [address = ''] = given.split('#')
  const [path = '', ...query] = address.split('?')
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    params: [...new URLSearchParams(query.join('?'))],
  }
}
