import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { followingWords, parameterArguments, type FollowingWords } from './parameter-words.ts'

/**
 * Completion at one place of a command line; `none` is what no shell can guess, such as a number. Of the characters
 * that shells treat as special, words have only `[` and `]`.
 */
export type Completion =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' | 'folder' | 'none' }

export interface OptionCompletion {
  readonly flag: string
  readonly description: string
  /** Null for an option without a value. */
  readonly value: Completion | null
}

export interface CommandCompletion {
  readonly name: string
  readonly summary: string
  readonly options: readonly OptionCompletion[]
  readonly args: readonly Completion[]
  readonly following: FollowingWords
}

/** The program as shells complete it, by what its commands say of themselves. */
export function completionsOf(program: CommandUnknownOpts): readonly CommandCompletion[] {
  const help = program.createHelp()
  const commands = help.visibleCommands(program)
  const names = program.commands.map((command) => command.name())
  return commands.map((command) => ({
    name: command.name(),
    summary: help.subcommandDescription(command),
    options: names.includes(command.name())
      ? help.visibleOptions(command).map((option) => ({
          flag: option.long ?? option.flags,
          description: option.description,
          value: option.required ? valueOf(option.flags, option.argChoices) : null,
        }))
      : [],
    args: names.includes(command.name())
      ? command.registeredArguments.map((arg) =>
          valueOf(arg.name(), arg.argChoices ?? parameterArguments[command.name()]),
        )
      : [{ kind: 'words', words: names }],
    following: followingWords[command.name()] ?? [],
  }))
}

/** By the name of the value: `FILE`, `OUT.csv`, `--map <FILE.json>`, `--data-dir <DIR>`. */
function valueOf(name: string, choices: readonly string[] | undefined): Completion {
  if (choices) return { kind: 'words', words: choices }
  if (/\b(?:FILE|OUT)\b/.test(name)) return { kind: 'file' }
  return { kind: /\bDIR\b/.test(name) ? 'folder' : 'none' }
}
