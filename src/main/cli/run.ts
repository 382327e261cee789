import { fileURLToPath } from 'node:url'
import { applyLocale, resolveLocale } from '#shared/i18n/locale.ts'
import { failureWords } from '../words/failure-words.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { assemble, type Entries, type Forecourt } from '../assemble.ts'
import { forkChild } from '../system/fork-child.ts'
import { environmentProxy } from '../http/proxy.ts'
import { Redactor } from '../log/redact.ts'
import { askService } from './api-command.ts'
import { parseCommand, type Command, type Place } from './arguments.ts'
import { BatchWatch } from './batch-watch.ts'
import { listBatches, resumeBatches } from './batches-command.ts'
import { defaultDataDir } from './data-dir.ts'
import { importFile } from './import-command.ts'
import { keepKey } from './key-command.ts'
import { exitCodes, processOutput, type ExitCode, type Output } from './output.ts'
import { saveBatchReport, settleRows, takeBack } from './outcome-commands.ts'
import { serveSandbox } from './sandbox-command.ts'
import { exportStock, readOrders, syncStock } from './stock-commands.ts'

export { isCommand } from './arguments.ts'

export interface Surroundings {
  readonly entries: Entries
  readonly version: string
  readonly env?: NodeJS.ProcessEnv
  readonly output?: Output
  readonly redactor?: Redactor
}

/** Runs one command and answers the exit code; whatever goes wrong is said in words and a next step. */
export async function runCommand(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { env = process.env, output = processOutput(), redactor = new Redactor() } = surroundings
  if (env.FORECOURT_API_KEY) redactor.addKey(env.FORECOURT_API_KEY)
  const systemLocale = env.LC_ALL ?? env.LC_MESSAGES ?? env.LANG ?? ''
  applyLocale(resolveLocale('system', systemLocale))
  try {
    const command = parseCommand(argv, env)
    if (command.name === 'help') {
      output.say(m.cli_help())
      return exitCodes.done
    }
    if (command.name === 'sandbox') return await serveSandbox(command, output)
    return await withForecourt(command, { ...surroundings, env, output, redactor }, systemLocale)
  } catch (error) {
    if (!(error instanceof Fault))
      output.say(redactor.redact(String(error instanceof Error ? error.stack : error)))
    const { words, next } = failureWords(error instanceof Fault ? error : new Fault('internal'))
    output.say(`${words} ${next}`.trim())
    return exitCodes.unusable
  }
}

type Assembled = Exclude<Command, { name: 'help' | 'sandbox' }>

async function withForecourt(
  command: Assembled,
  { entries, version, env, output, redactor }: Required<Surroundings>,
  systemLocale: string,
): Promise<ExitCode> {
  const watch = new BatchWatch(output)
  const forecourt = assemble({
    dataDir: command.place.dataDir ?? defaultDataDir(env),
    entries,
    overrides: overridesOf(command.place),
    systemLocale: () => systemLocale,
    version,
    program: `forecourt ${command.name}`,
    redactor,
    spawnKeychain: (entry) => forkChild(fileURLToPath(entry)),
    proxyFor: environmentProxy(env),
    publish: (name, payload) => watch.hear(name, payload),
  })
  watch.batches = forecourt.batches
  for (const file of forecourt.setAside) output.say(m.cli_set_aside({ file }))
  try {
    return await perform(command, forecourt, output)
  } finally {
    await forecourt.close()
  }
}

function perform(command: Assembled, forecourt: Forecourt, output: Output): Promise<ExitCode> {
  switch (command.name) {
    case 'import':
      return importFile(command, forecourt, output)
    case 'settle':
      return settleRows(command, forecourt, output)
    case 'undo':
      return takeBack(command, forecourt, output)
    case 'report':
      return Promise.resolve(saveBatchReport(command, forecourt, output))
    case 'api':
      return askService(command, forecourt, output)
    case 'resume':
      return resumeBatches(command, forecourt, output)
    case 'batches':
      return Promise.resolve(listBatches(command, forecourt, output))
    case 'orders':
      return readOrders(command, forecourt, output)
    case 'sync':
      return syncStock(command, forecourt, output)
    case 'export':
      return exportStock(command, forecourt, output)
    case 'key':
      return keepKey(command, forecourt, output)
  }
}

const overridesOf = ({ baseUrl, userId, key }: Place) => ({
  ...(baseUrl === undefined ? {} : { baseUrl }),
  ...(userId === undefined ? {} : { userId }),
  ...(key === undefined ? {} : { key }),
})
