import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings'
import type { Forecourt } from '../assemble.ts'
import { addHelp, type Actions, type Example } from './command-help.ts'
import type { ExitCode, Output } from './output.ts'
import type { Place } from './place.ts'

/** Parts that a command runs with. */
export interface CommandContext {
  readonly place: Place
  readonly output: Output
  /**
   * The app's services on the data folder: opened at the first call, closed after the command.
   * @param turnWait seconds for which a batch waits while another desk of the team sends
   * @throws Fault `storage`
   */
  readonly open: (turnWait?: number) => Promise<Forecourt>
  /** All commands with their arguments and options. */
  readonly program: () => Promise<CommandUnknownOpts>
}

/** A command, whose arguments and options get their types from how they are described. */
export interface CommandDefinition<Described extends CommandUnknownOpts> {
  /** Adds arguments and options. Called after the language is set. */
  readonly describe: (command: Command) => Described
  /** Actions that the first argument names. */
  readonly actions?: Actions
  readonly examples: () => readonly Example[]
  readonly run: (
    context: CommandContext,
    options: ReturnType<Described['opts']>,
    ...args: Described['processedArgs']
  ) => Promise<ExitCode> | ExitCode
}

/** A described command, to be read after the command line was parsed. */
export interface DescribedCommand {
  readonly options: () => OptionValues
  readonly args: () => readonly unknown[]
  readonly run: (context: CommandContext) => Promise<ExitCode> | ExitCode
}

/** A definition that keeps the types of its arguments and options to itself, so that a list can hold all. */
export type LoadedCommand = (command: Command) => DescribedCommand

export const defineCommand =
  <Described extends CommandUnknownOpts>(definition: CommandDefinition<Described>): LoadedCommand =>
  (command) => {
    const described = definition.describe(command)
    addHelp(described, definition.examples(), definition.actions)
    const options = () => described.opts() as ReturnType<Described['opts']>
    return {
      options,
      args: () => described.processedArgs,
      run: (context) => definition.run(context, options(), ...described.processedArgs),
    }
  }
