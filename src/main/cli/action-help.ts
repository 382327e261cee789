import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { examples, programName } from './help-examples.ts'
import { parameterHelp } from './parameter-help.ts'
import { UsageError } from './usage-error.ts'

/** Actions of a command whose first argument names one. */
export interface Action {
  /** The argument behind the action: `CODE`. */
  readonly takes?: string
  readonly meaning: () => string
  /** The options that are of this action. */
  readonly options?: readonly string[]
}

type Example = readonly [words: string, meaning: string]

/** The action that stands behind a command, as it is parsed; '' if none does. */
export const actionGiven = ({ args }: CommandUnknownOpts): string => args[0] ?? ''

/**
 * Adds the actions of a command and its examples to its help. Behind the name of an action the help is of that action
 * alone: `team invite --help`.
 */
export function withActions<Described extends CommandUnknownOpts>(
  command: Described,
  actions: Readonly<Record<string, Action>>,
  ...list: readonly Example[]
): Described {
  const name = (): string => actionGiven(command)
  const given = (): Action | undefined => (Object.hasOwn(actions, name()) ? actions[name()] : undefined)
  const ofActions = Object.values(actions).flatMap(({ options = [] }) => options)
  const usual = command.createHelp()
  command.configureHelp({
    ...command.configureHelp(),
    commandUsage(shown) {
      const action = given()
      if (!action) return usual.commandUsage(shown)
      return [
        programName,
        shown.name(),
        name(),
        ...(action.takes ? [action.takes] : []),
        m.cli_usage_options(),
      ].join(' ')
    },
    commandDescription(shown) {
      const meaning = given()?.meaning()
      return meaning
        ? `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
        : usual.commandDescription(shown)
    },
    visibleArguments: (shown) => (given() ? [] : usual.visibleArguments(shown)),
    visibleOptions(shown) {
      const action = given()
      const isShown = (option: string): boolean =>
        !action || !ofActions.includes(option) || (action.options ?? []).includes(option)
      return usual.visibleOptions(shown).filter(({ long }) => isShown(long ?? ''))
    },
  })
  return command.addHelpText('after', () => {
    if (!given()) return `${actionHelp(actions)}\n${examples(...list)}`
    const own = list.filter(([words]) => words.split(' ')[1] === name())
    return own.length > 0 ? examples(...own) : ''
  })
}

/** The actions of a command, each with what it takes, its options and its meaning. */
const actionHelp = (actions: Readonly<Record<string, Action>>): string =>
  parameterHelp(
    m.cli_title_actions(),
    Object.entries(actions).map(([name, { takes, meaning, options = [] }]) => ({
      name: [name, ...(takes === undefined ? [] : [takes])].join(' '),
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
