import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import type { NamedParameter } from '../service/named-parameter.ts'
import { UsageError } from './usage-error.ts'

/** The name under which the program is installed. */
export const programName = 'forecourt'

/** Actions of a command whose first argument names one. */
export interface Action {
  /** The argument behind the action: `CODE`. */
  readonly takes?: string
  readonly meaning: () => string
  /** The options that are of this action. */
  readonly options?: readonly string[]
}

export type Actions = Readonly<Record<string, Action>>

/** The action that stands behind a command, as it is parsed; '' if none does. */
export const actionGiven = ({ args }: CommandUnknownOpts): string => args[0] ?? ''

/** The end of a command's help. Behind the name of an action the help is of that action alone: `team invite --help`. */
export function addHelp(command: CommandUnknownOpts, list: readonly string[], actions?: Actions): void {
  if (!actions) {
    command.addHelpText('after', examples(list))
    return
  }
  const given = (): Action | undefined =>
    Object.hasOwn(actions, actionGiven(command)) ? actions[actionGiven(command)] : undefined
  const ofActions = Object.values(actions).flatMap(({ options = [] }) => options)
  const usual = command.createHelp()
  command.configureHelp({
    ...command.configureHelp(),
    commandUsage(shown) {
      const action = given()
      if (!action) return usual.commandUsage(shown)
      const words = [programName, shown.name(), actionGiven(command), action.takes, m.cli_usage_options()]
      return words.filter(Boolean).join(' ')
    },
    commandDescription: (shown) => capitalized(given()?.meaning()) ?? usual.commandDescription(shown),
    visibleArguments: (shown) => (given() ? [] : usual.visibleArguments(shown)),
    visibleOptions(shown) {
      const action = given()
      const isShown = (option: string): boolean =>
        !action || !ofActions.includes(option) || (action.options ?? []).includes(option)
      return usual.visibleOptions(shown).filter(({ long }) => isShown(long ?? ''))
    },
  })
  command.addHelpText('after', () => {
    if (given()) return examples(list.filter((words) => words.split(' ')[1] === actionGiven(command)))
    return `${actionHelp(actions)}\n${examples(list)}`
  })
}

/** A summary as a sentence. */
export const capitalized = <Text extends string | undefined>(text: Text): Text =>
  (text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`) as Text

const examples = (list: readonly string[]): string =>
  list.length === 0
    ? ''
    : [`\n${m.cli_title_examples()}`, ...list.map((words) => `  ${programName} ${words}`)].join('\n')

/** The actions of a command, each with what it takes, its options and its meaning. */
const actionHelp = (actions: Actions): string =>
  parameterHelp(
    m.cli_title_actions(),
    Object.entries(actions).map(([name, { takes = '', meaning, options = [] }]) => ({
      name: `${name} ${takes}`.trim(),
      meaning: () => [meaning(), ...(options.length > 0 ? [`(${options.join(', ')})`] : [])].join(' '),
    })),
  )

/**
 * Refuses an option that is of other actions alone: it would be passed over in silence.
 * @param given the names of the options that were given, as `--per-hour`
 * @throws UsageError
 */
export function refuseForeign<Name extends string>(
  command: string,
  actions: Readonly<Record<Name, Action>>,
  action: Name,
  given: readonly string[],
): void {
  const own = actions[action].options ?? []
  const others = Object.values<Action>(actions).flatMap(({ options = [] }) => options)
  const foreign = given.find((option) => others.includes(option) && !own.includes(option))
  if (foreign !== undefined)
    throw new UsageError(m.cli_option_foreign({ option: foreign, action: `${command} ${action}` }))
}

/** A terminal has so many columns. */
const width = 80

/** The parameters of a command at the end of its help, each with its meaning. */
export function parameterHelp(title: string, parameters: readonly NamedParameter[]): string {
  const indent = Math.max(...parameters.map(({ name }) => name.length)) + 4
  const lines = parameters.map(({ name, meaning }) => {
    const [first = '', ...others] = wrapped(meaning(), width - indent)
    return [`  ${name}`.padEnd(indent) + first, ...others.map((line) => ' '.repeat(indent) + line)].join('\n')
  })
  return `\n${title}\n${lines.join('\n')}`
}

function wrapped(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > room) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
