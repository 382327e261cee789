import { m } from '#shared/i18n/generated/messages.js'
import type { Choice } from '../ui/choice.ts'

/** What is offered to stand between joined texts; a mapping from a file may have any other. */
const offered: readonly (readonly [string, () => string])[] = [
  [' ', m.import_joins_space],
  ['', m.import_joins_nothing],
  ['\n', m.import_joins_line_end],
  ...[', ', '; ', '-', '/', '.', ':'].map(
    (sign) => [sign, () => m.import_file_sign({ sign: sign.trim() })] as const,
  ),
]

/** The separators to choose from, with the present one among them. */
export function separatorChoices(present: string): Choice<string>[] {
  const known = offered.map(([value, words]) => ({ value, label: words() }))
  if (known.some(({ value }) => value === present)) return known
  return [...known, { value: present, label: m.import_file_sign({ sign: present }) }]
}
