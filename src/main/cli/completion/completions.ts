import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { NamedParameter } from '../../service/named-parameter.ts'
import { realtyOptionsParameters, realtySearchParameters } from '../../realty/realty-parameters.ts'
import { searchParameters } from '../../search/search-parameters.ts'
import { endpoints, readPaths } from '../api/endpoints.ts'

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

/** Words that can follow in a command once another word was given; of several, the last given entry counts. */
export type FollowingWords = readonly (readonly [given: string, words: readonly string[]])[]

/** `marka_id[<n>]` → `marka_id[0]=`, `auto_options[<id>]` → `auto_options[`: what is typed before the value or the id. */
const typed = (parameters: readonly NamedParameter[]): string[] => [
  ...new Set(parameters.map(({ name }) => `${name.replace('[<n>]', '[0]')}=`.replace(/\[<id>\].*$/s, '['))),
]

/** Arguments of a command that are names of parameters. */
export const parameterArguments: Readonly<Record<string, readonly string[]>> = {
  search: typed(searchParameters),
  position: typed(searchParameters),
}

export const followingWords: Readonly<Record<string, FollowingWords>> = {
  api: [
    ['GET', readPaths],
    ...endpoints.flatMap(({ method, path, parameters }): [string, string[]][] =>
      method === 'GET' && parameters && parameters.length > 0 ? [[path, typed(parameters)]] : [],
    ),
  ],
  realty: [
    ['search', typed(realtySearchParameters)],
    ['options', typed(realtyOptionsParameters)],
  ],
}
