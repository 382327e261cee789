import { m } from '#shared/i18n/generated/messages.js'
import { applyLocale, resolveLocale } from '#shared/i18n/locale.ts'
import type { Entries } from '../assemble.ts'
import type { PolicyPlace } from '../policy/read-policy.ts'
import type { Managed } from '#shared/policy/policy.ts'
import { Redactor } from '../log/redact.ts'
import { readCommandLine, type Call } from './command-line.ts'
import { commandNames, type CommandName } from './commands.ts'
import { ForecourtSession } from './forecourt-session.ts'
import { exitCodes, processOutput, type ExitCode, type Output } from './output.ts'
import { createProgram } from './program.ts'

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
  /** Where an administrator's settings are; the system's place if it isn't given. */
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
  try {
    const call = await readCommandLine(argv, env, { print: output.printText, version: surroundings.version })
    if (call === null) return exitCodes.done
    const { readPolicy, systemPolicyPlace } = await import('../policy/read-policy.ts')
    const { obeyPolicy, sayTrouble } = await import('./obey-policy.ts')
    const managed = readPolicy(surroundings.policy ?? systemPolicyPlace(process.platform, env))
    sayTrouble(managed, output)
    const given = { ...surroundings, env, output, redactor, managed }
    return await runCall(obeyPolicy(call, managed), given, systemLocale)
  } catch (error) {
    const { sayFailure } = await import('./failure-report.ts')
    sayFailure(error, output, redactor)
    return exitCodes.unusable
  }
}

/** The app's services are loaded only if the command opens them: the help and a mistyped option don't wait for them. */
async function runCall(
  { name, place, run }: Call,
  surroundings: Ready,
  systemLocale: string,
): Promise<ExitCode> {
  const { output } = surroundings
  const session = new ForecourtSession(async (turnWait) => {
    const { openForecourt } = await import('./open-forecourt.ts')
    return openForecourt({ ...surroundings, name, place, systemLocale, turnWait })
  })
  try {
    const code = await run({
      place,
      output,
      open: (turnWait) => session.open(turnWait),
      program: async () =>
        (await createProgram(commandNames, { print: output.printText, version: surroundings.version }))
          .program,
    })
    await session.ifOpen(async (forecourt) => {
      if (!callers.includes(name)) return
      const { warnOfQuota } = await import('./quota-words.ts')
      await warnOfQuota(forecourt, output)
    })
    return code
  } catch (error) {
    session.noteDamage(error)
    throw error
  } finally {
    await session.ifOpen(({ unreadable }) => {
      for (const { place, leftOut } of unreadable.places)
        output.say(leftOut ? m.cli_row_unreadable({ place }) : m.cli_row_partly_unreadable({ place }))
    })
    await session.close()
  }
}
