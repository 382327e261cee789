import { m } from '#shared/i18n/generated/messages.js'
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

/** The actions of a command, each with what it takes, its options and its meaning. */
export const actionHelp = (actions: Readonly<Record<string, Action>>): string =>
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
