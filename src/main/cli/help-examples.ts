import { m } from '#shared/i18n/generated/messages.js'

/** The name under which the program is installed, and for which shells complete. */
export const programName = 'forecourt'

/** The examples at the end of a command's help, each with what it does. */
export function examples(...list: readonly (readonly [words: string, meaning: string])[]): string {
  const lines = list.map(([words, meaning]) => `  ${programName} ${words}\n      ${meaning}`)
  return `\n${m.cli_title_examples()}\n${lines.join('\n')}`
}
