import { STATUS_CODES } from 'node:http'
import { Argument } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { marketWarningWords } from '../service/market-warnings.ts'
import { visibleJson } from '../words/visible.ts'
import { readBody } from '../http/answer.ts'
import type { Exchanged } from '../http/exchange.ts'
import { redactNumber } from '../log/redact.ts'
import { oddNames } from '../service/odd-names.ts'
import type { Params } from '../service/params.ts'
import { endpointAt, endpoints, nearestPath, type Endpoint, valueComplaints } from './api/endpoints.ts'
import { type CommandContext, defineCommand } from './command-definition.ts'
import { paramsOf } from './name-value.ts'
import { exitCodes, type ExitCode } from './output.ts'
import { parameterHelp } from './command-help.ts'
import { UsageError } from './usage-error.ts'

/** `api GET /path name=value …`: what the service answers, as JSON without keys, e-mails and phones. */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_api_about())
      .addArgument(new Argument('[GET]', m.cli_api_method()).choices(['GET']).argParser(methodOf))
      .addArgument(new Argument('[/path]', m.cli_api_path()))
      .argument('[name=value...]', m.cli_api_params())
      .option('-i, --include', m.cli_api_include())
      .option('--list', m.cli_api_list()),
  examples: [
    'api GET /auto/info auto_id=39100007',
    'api GET /states --include',
    'api --list',
    'api GET /auto/search --list',
  ],

  async run({ open, output }, { include = false, list = false }, method, address, pairs) {
    if (method === undefined || (list && address === undefined)) return listEndpoints(output)
    if (address === undefined) throw new UsageError(m.cli_argument_missing({ what: '/path' }))
    const { path, params } = splitAddress(address)
    const all = [...params, ...paramsOf(pairs)]
    const given = all.filter(([name]) => name !== 'api_key')
    if (given.length < all.length) output.say(m.cli_api_own_key())
    const endpoint = endpointAt(path)
    if (!endpoint) output.say(unknownPath(path))
    if (list) return listParameters(path, endpoint, output)
    const forecourt = await open()
    const service = await forecourt.context.current()
    const asked = completed(endpoint, given, service.connection.userId, output)
    if (endpoint) for (const complaint of parameterComplaints(endpoint, asked)) output.say(complaint)
    const redacted = (answer: unknown): string =>
      visibleJson(
        forecourt.context.redactor.redact(
          JSON.stringify(answer, (_name, value) => redactNumber(forecourt.context.redactor, value), 2),
        ),
      )
    if (!include) {
      output.printText(`${redacted(await service.raw(path, asked))}\n`)
      return exitCodes.done
    }
    const answer = await service.look(path, asked)
    const body = readBody(answer.body)
    output.printText(forecourt.context.redactor.redact(answerHead(answer)))
    if (body.ok) output.printText(`${redacted(body.json)}\n`)
    // Indented, so that no line of it is taken for one of ours.
    else
      for (const line of forecourt.context.redactor.redact(answer.body).split(/\r?\n/))
        output.print(`  ${line}\n`)
    return answer.status < 400 ? exitCodes.done : exitCodes.unusable
  },
})

/** The endpoints of the contract; those that write are sent by “import” alone. */
function listEndpoints(output: CommandContext['output']): ExitCode {
  for (const { method, path, about, parameters } of endpoints) {
    output.print(`${method.padEnd(7)}${path.padEnd(24)}${about()}\n`)
    for (const { name } of parameters ?? []) output.print(`${' '.repeat(9)}${name}\n`)
  }
  return exitCodes.done
}

/** The parameters of one endpoint with their meanings. */
function listParameters(
  path: string,
  endpoint: Endpoint | undefined,
  output: CommandContext['output'],
): ExitCode {
  if (!endpoint) return exitCodes.unusable
  const { parameters, required = [] } = endpoint
  const marked = (parameters ?? []).map(({ name, meaning }) => ({
    name,
    meaning: () => (required.includes(name) ? m.cli_api_required_mark({ meaning: meaning() }) : meaning()),
  }))
  if (marked.length === 0) output.print(`${m.cli_api_no_parameters({ path })}\n`)
  else output.printText(`${parameterHelp(m.cli_api_parameters({ path }), marked).trimStart()}\n`)
  return exitCodes.done
}

/** It is sent all the same: services have more than the contract (docs/service/practice.md). */
function unknownPath(path: string): string {
  const near = nearestPath(path)
  const words = m.cli_api_unknown_path({ path })
  return near === undefined ? words : `${words} ${m.cli_did_you_mean({ names: near })}`
}

/** The parameters with the account's user id, if the endpoint takes one and none is given. */
function completed(
  endpoint: Endpoint | undefined,
  params: Params,
  userId: number,
  output: CommandContext['output'],
): Params {
  if (!endpoint?.takesUser || userId === 0 || params.some(([name]) => name === 'user_id')) return params
  output.say(m.cli_api_completed({ pair: `user_id=${userId}` }))
  return [...params, ['user_id', userId]]
}

/** Complaints of the contract about these parameters, in sentences: nothing if it has nothing. */
function parameterComplaints(endpoint: Endpoint, params: Params): string[] {
  const { parameters, required = [] } = endpoint
  const missing = required.filter((name) => !params.some(([given]) => given === name))
  return [
    ...oddNames(params, parameters ?? []).map(marketWarningWords),
    ...valueComplaints(endpoint, params),
    ...missing.map((name) => m.cli_api_required({ name })),
  ]
}

/** The status line and the headers as they came, with a blank line after them. */
function answerHead({ status, headers }: Pick<Exchanged, 'status' | 'headers'>): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}`),
  )
  return [`HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd(), ...lines, '', ''].join('\n')
}

/** Support reads, and never writes. */
function methodOf(value: string): 'GET' {
  if (value.toUpperCase() !== 'GET') throw new UsageError(m.cli_api_reads_only({ value }))
  return 'GET'
}

/**
 * A path with its query, as the contract writes it, or of a whole address, as the service's documentation has it. A fragment
 * (`#…`) is never sent to a service.
 */
function splitAddress(given: string): { path: string; params: Params } {
  const [address = ''] = given.replace(/^https?:\/\/[^/?#]*/i, '').split('#')
  const [path = '', ...query] = address.split('?')
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    params: [...new URLSearchParams(query.join('?'))],
  }
}
