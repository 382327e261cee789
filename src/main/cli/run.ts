import { m } from '#shared/i18n/generated/messages.js'
import { applyLocale, resolveLocale } from '#shared/i18n/locale.ts'
import type { Entries, Forecourt } from '../assemble.ts'
import type { PolicyPlace } from '../policy/read-policy.ts'
import type { Managed } from '#shared/policy/policy.ts'
import { Redactor } from '../log/redact.ts'
import { type Call, readCommandLine } from './command-line.ts'
import type { CommandName } from './commands.ts'
import { type ExitCode, exitCodes, json, type Output, processOutput, sayLines } from './output.ts'
import { keepDiagnosticsBare } from '../system/diagnostics.ts'

/** Commands that make calls. */
const callers: readonly CommandName[] = [
  'import',
  'resume',
  'settle',
  'undo',
  'sync',
  'orders',
  'order-status',
  'api',
]

export interface Surroundings {
  readonly entries: Entries
  readonly version: string
  readonly env?: NodeJS.ProcessEnv
  readonly output?: Output
  /** Place where an administrator's settings are; the system's place if it isn't given. */
  readonly policy?: PolicyPlace
  readonly redactor?: Redactor
}

type Ready = Required<Omit<Surroundings, 'policy'>> & { readonly managed: Managed }

/** Runs one command and returns the exit code; whatever goes wrong is said in words and a next step. */
export async function runCommand(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { env = process.env, output = processOutput(), redactor = new Redactor() } = surroundings
  if (env.FORECOURT_API_KEY) redactor.addKey(env.FORECOURT_API_KEY)
  const systemLocale = env.LC_ALL ?? env.LC_MESSAGES ?? env.LANG ?? ''
  applyLocale(resolveLocale('system', systemLocale))
  const reported: Promise<void>[] = []
  const report = async (error: Error): Promise<void> => {
    const { sayFailure, unwritten } = await import('./failure-report.ts')
    sayFailure(unwritten(error), output, redactor)
  }
  output.onLost?.((error, isUnread) => {
    if (!isUnread && reported.length === 0) reported.push(report(error))
  })
  const noted = notedOutput(output, has(argv, '--quiet'))
  const code = await runSafely(argv, { ...surroundings, env, output: noted.output, redactor }, systemLocale)
  if (code === exitCodes.unusable && !noted.isRefused()) {
    // A person is asked something.
    if (has(argv, '--quiet')) for (const line of noted.said) output.say(line)
    if (has(argv, '--json') && !noted.isPrinted()) {
      const { refusalJson } = await import('./failure-report.ts')
      const message = noted.said.join('\n')
      output.printText(refusalJson({ code: 'confirmation-required', message, details: {}, next: '' }))
    }
  }
  const lost = await output.lost?.()
  await Promise.all(reported)
  return lost ? exitCodes.unusable : code
}

async function runSafely(
  argv: readonly string[],
  surroundings: Surroundings & Omit<Ready, 'managed'> & { readonly output: NotedOutput },
  systemLocale: string,
): Promise<ExitCode> {
  const { env, output, redactor } = surroundings
  try {
    const call = await readCommandLine(argv, env, { print: output.printText, version: surroundings.version })
    if (call === null) return exitCodes.done
    const { readPolicy, systemPolicyPlace } = await import('../policy/read-policy.ts')
    const { obeyPolicy, sayTrouble } = await import('./obey-policy.ts')
    const managed = readPolicy(surroundings.policy ?? systemPolicyPlace(process.platform, env))
    sayTrouble(managed, output)
    return await runCall(obeyPolicy(call, managed), { ...surroundings, managed }, systemLocale)
  } catch (error) {
    const { refusalJson, sayFailure } = await import('./failure-report.ts')
    const refusal = sayFailure(error, output.refusing(), redactor)
    if (has(argv, '--json')) output.printText(refusalJson(refusal))
    return exitCodes.unusable
  }
}

/** True also for a command line that isn't understood: programs read its refusal, too. */
export const has = (argv: readonly string[], flag: string): boolean =>
  argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined).includes(flag)

interface NotedOutput extends Output {
  /** The output for a failure, which is said in any case. */
  readonly refusing: () => Output
}

/** The same output, and what became of it: a command that asks a person something prints nothing for programs by itself. */
function notedOutput(output: Output, isQuiet: boolean) {
  const said: string[] = []
  let isPrinted = false
  let isRefused = false
  const noting =
    (print: (text: string) => void) =>
    (text: string): void => {
      isPrinted = true
      print(text)
    }
  const noted: NotedOutput = {
    ...output,
    print: noting(output.print),
    printText: noting(output.printText),
    say: (line) => {
      said.push(line)
      if (!isQuiet) output.say(line)
    },
    progress: isQuiet ? () => undefined : output.progress,
    refusing: () => {
      isRefused = true
      return output
    },
  }
  return { output: noted, said, isPrinted: () => isPrinted, isRefused: () => isRefused }
}

/** The app's services are loaded only if the command opens them: the help and a mistyped option don't wait for them. */
async function runCall(
  { name, place, run }: Call,
  surroundings: Ready,
  systemLocale: string,
): Promise<ExitCode> {
  const { output } = surroundings
  let forecourt = undefined as Forecourt | undefined
  const open = async (turnWait?: number): Promise<Forecourt> => {
    const { openForecourt } = await import('./open-forecourt.ts')
    forecourt ??= openForecourt({ ...surroundings, name, place, systemLocale, turnWait })
    return forecourt
  }
  try {
    const code = await run({ place, output, open })
    if (forecourt && callers.includes(name)) {
      const { warnOfQuota } = await import('./quota-command.ts')
      await warnOfQuota(forecourt, output)
    }
    return code
  } catch (error) {
    forecourt?.context.noteDamage(error)
    throw error
  } finally {
    for (const { place, leftOut } of forecourt?.context.unreadable.places ?? [])
      output.say(leftOut ? m.cli_row_unreadable({ place }) : m.cli_row_partly_unreadable({ place }))
    await forecourt?.close()
  }
}

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
    const message = m.failure_internal_words()
    const next = m.failure_internal_next()
    output.say(`${message} ${next}`)
    if (has(argv, '--json'))
      output.printText(json({ error: { code: 'internal', message, details: {}, next } }))
    process.exit(exitCodes.unusable)
  })
  return runCommand(argv, { entries, version, output, redactor })
}
