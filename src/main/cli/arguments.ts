import { parseArgs } from 'node:util'
import { Fault } from '#shared/bridge/failure.ts'
import { operations, type Operation } from '#shared/batch/operation.ts'
import { m } from '#shared/i18n/generated/messages.js'

/** What every command may be told: where the data is, and an account other than the active one. */
export interface Place {
  readonly dataDir: string | undefined
  readonly baseUrl: string | undefined
  readonly userId: number | undefined
  readonly key: string | undefined
}

export type Command = { readonly place: Place } & (
  | { readonly name: 'help' }
  | {
      readonly name: 'import'
      readonly file: string
      readonly operation: Operation | null
      readonly commit: boolean
      readonly yes: boolean
      readonly json: boolean
      readonly report: string | undefined
      readonly encoding: string | undefined
      readonly delimiter: string | undefined
    }
  | { readonly name: 'orders'; readonly json: boolean }
  | { readonly name: 'sync'; readonly json: boolean }
  | { readonly name: 'batches'; readonly json: boolean }
  | { readonly name: 'export'; readonly file: string }
  | {
      readonly name: 'settle'
      readonly batch: string
      readonly sendAgain: boolean
      readonly bind: { readonly line: number; readonly autoId: number } | null
      /** The answer to a conflict: what stands there stays, or the file wins. */
      readonly keep: number | undefined
      readonly overwrite: number | undefined
      readonly json: boolean
    }
  | {
      readonly name: 'undo'
      readonly batch: string
      readonly commit: boolean
      readonly yes: boolean
      readonly json: boolean
    }
  | {
      readonly name: 'report'
      readonly batch: string
      readonly file: string
      readonly failed: boolean
      readonly json: boolean
    }
  | { readonly name: 'api'; readonly path: string; readonly params: readonly (readonly [string, string])[] }
  | { readonly name: 'resume'; readonly batch: string | undefined; readonly json: boolean }
  | {
      readonly name: 'sandbox'
      readonly port: number
      readonly adverts: number | undefined
      readonly quirks: boolean
    }
  | { readonly name: 'key'; readonly action: 'set' | 'status' | 'forget' }
)
export type CommandName = Command['name']
export type CommandNamed<Name extends CommandName> = Extract<Command, { name: Name }>

const placeOptions = {
  'base-url': { type: 'string' },
  'user-id': { type: 'string' },
  'data-dir': { type: 'string' },
} as const

type Options = Record<string, { type: 'boolean' | 'string' }>
const flag = { type: 'boolean' } as const
const text = { type: 'string' } as const

/** The options of each command beside those of all; an option that isn't named here is refused. */
const commandOptions = {
  help: {},
  import: {
    operation: text,
    commit: flag,
    yes: flag,
    json: flag,
    report: text,
    encoding: text,
    delimiter: text,
  },
  orders: { json: flag },
  sync: { json: flag },
  batches: { json: flag },
  export: {},
  resume: { json: flag },
  settle: { 'send-again': flag, bind: text, keep: text, overwrite: text, json: flag },
  undo: { commit: flag, yes: flag, json: flag },
  report: { failed: flag, json: flag },
  api: {},
  sandbox: { port: text, adverts: text, quirks: flag },
  key: {},
} as const

/** No option may be given as a list, so that every value is one of these. */
type Values = Record<string, string | boolean | undefined>

/**
 * Reads a command line.
 * @throws Fault `usage` that names the word which isn't understood.
 */
export function parseCommand(argv: readonly string[], env: NodeJS.ProcessEnv): Command {
  const [name = 'help', ...rest] = argv
  if (name === 'help' || name === '--help' || name === '-h') return { name: 'help', place: placeOf({}, env) }
  if (!isCommandName(name)) throw usage(m.cli_unknown_command({ name }))
  const { values, positionals } = parseWords(name, rest)
  const place = placeOf(values, env)
  const json = values.json === true
  switch (name) {
    case 'import':
      return {
        name,
        place,
        file: only(positionals, 'FILE.csv'),
        operation: operationOf(stringOf(values.operation)),
        commit: values.commit === true,
        yes: values.yes === true,
        json,
        report: stringOf(values.report),
        encoding: stringOf(values.encoding),
        delimiter: stringOf(values.delimiter),
      }
    case 'export':
      return { name, place, file: only(positionals, 'OUT.csv') }
    case 'resume':
      return { name, place, json, batch: atMostOne(positionals) }
    case 'settle':
      onlyOneOf(values, ['send-again', 'bind', 'keep', 'overwrite'])
      return {
        name,
        place,
        json,
        batch: only(positionals, 'BATCH'),
        sendAgain: values['send-again'] === true,
        bind: binding(stringOf(values.bind)),
        keep: wholeNumber('--keep', stringOf(values.keep)),
        overwrite: wholeNumber('--overwrite', stringOf(values.overwrite)),
      }
    case 'undo':
      return {
        name,
        place,
        json,
        batch: only(positionals, 'BATCH'),
        commit: values.commit === true,
        yes: values.yes === true,
      }
    case 'report': {
      const [batch, ...files] = positionals
      if (batch === undefined) throw usage(m.cli_argument_missing({ what: 'BATCH' }))
      return { name, place, json, batch, file: only(files, 'OUT.csv'), failed: values.failed === true }
    }
    case 'api':
      return { name, place, ...apiCall(positionals) }
    case 'key':
      return { name, place, action: keyAction(only(positionals, 'set|status|forget')) }
    case 'sandbox':
      none(positionals)
      return {
        name,
        place,
        port: wholeNumber('--port', stringOf(values.port), 65_535) ?? 0,
        adverts: wholeNumber('--adverts', stringOf(values.adverts), 1_000_000),
        quirks: values.quirks === true,
      }
    default:
      none(positionals)
      return { name, place, json }
  }
}

/** Whether the program was started for a command, without a window. */
export const isCommand = ([name]: readonly string[]): boolean =>
  name !== undefined && (name === 'help' || isCommandName(name))

const isCommandName = (name: string): name is Exclude<CommandName, 'help'> =>
  Object.hasOwn(commandOptions, name)

function parseWords(
  name: Exclude<CommandName, 'help'>,
  args: string[],
): { values: Values; positionals: string[] } {
  try {
    const options: Options = { ...commandOptions[name], ...placeOptions }
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { values: values, positionals }
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error))
  }
}

function placeOf(values: Values, env: NodeJS.ProcessEnv): Place {
  return {
    dataDir: stringOf(values['data-dir']) ?? nonEmpty(env.FORECOURT_DATA_DIR),
    baseUrl: stringOf(values['base-url']) ?? nonEmpty(env.FORECOURT_BASE_URL),
    userId: wholeNumber('--user-id', stringOf(values['user-id']) ?? nonEmpty(env.FORECOURT_USER_ID)),
    key: nonEmpty(env.FORECOURT_API_KEY),
  }
}

const stringOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
const nonEmpty = (value: string | undefined): string | undefined => (value === '' ? undefined : value)

function wholeNumber(
  option: string,
  value: string | undefined,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (!/^\d+$/.test(value) || number > most) throw usage(m.cli_not_a_number({ option, value }))
  return number
}

function operationOf(value: string | undefined): Operation | null {
  if (value === undefined) return null
  const operation = operations.find((each) => each === value)
  if (!operation) throw usage(m.cli_unknown_operation({ value }))
  return operation
}

function binding(value: string | undefined): { line: number; autoId: number } | null {
  if (value === undefined) return null
  const [, line, autoId] = /^(\d+)=(\d+)$/.exec(value) ?? []
  if (line === undefined || autoId === undefined) throw usage(m.cli_not_a_binding({ value }))
  return { line: Number(line), autoId: Number(autoId) }
}

/** `GET /path name=value …`: support looks, and never writes. */
function apiCall([method, path, ...pairs]: readonly string[]): { path: string; params: [string, string][] } {
  if (method === undefined || path === undefined) throw usage(m.cli_argument_missing({ what: 'GET /path' }))
  if (method.toUpperCase() !== 'GET') throw usage(m.cli_api_reads_only({ value: method }))
  const params = pairs.map((pair): [string, string] => {
    const at = pair.indexOf('=')
    if (at < 1) throw usage(m.cli_not_a_parameter({ value: pair }))
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
  return { path: path.startsWith('/') ? path : `/${path}`, params }
}

function keyAction(value: string): 'set' | 'status' | 'forget' {
  if (value === 'set' || value === 'status' || value === 'forget') return value
  throw usage(m.cli_unknown_command({ name: `key ${value}` }))
}

function only(positionals: readonly string[], what: string): string {
  const value = atMostOne(positionals)
  if (value === undefined) throw usage(m.cli_argument_missing({ what }))
  return value
}

function atMostOne(positionals: readonly string[]): string | undefined {
  if (positionals.length > 1) throw usage(m.cli_argument_extra({ value: positionals[1] ?? '' }))
  return positionals[0]
}

/** Options that answer in different ways; of two the dealer can mean only one. */
function onlyOneOf(values: Values, options: readonly string[]): void {
  const given = options.filter((option) => values[option] !== undefined)
  if (given.length > 1)
    throw usage(m.cli_options_exclude({ options: given.map((option) => `--${option}`).join(', ') }))
}

const none = (positionals: readonly string[]): void => {
  if (positionals.length > 0) throw usage(m.cli_argument_extra({ value: positionals[0] ?? '' }))
}

const usage = (reason: string): Fault => new Fault('usage', { reason })
