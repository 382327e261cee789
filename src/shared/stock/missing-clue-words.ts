import { m } from '../i18n/generated/messages.js'
import type { MissingClues } from './stock-check.ts'

/** So few missing cars have nothing in common that would say something of the file. */
const fewest = 3

/**
 * Clues about the missing cars, one sentence each: `31 of the 42 missing cars are Renault; the file has none of this
 * make`.
 */
export function missingClueWords({ count, makes, ordered }: MissingClues): string[] {
  if (count < fewest) return []
  return [
    ...makeWords(count, makes),
    ...(ordered.count > 0 ? [m.stock_clue_ordered({ count: ordered.count, numbers: keysOf(ordered) })] : []),
  ]
}

/** One make that half of them are of, else those with most of them. */
function makeWords(of: number, makes: MissingClues['makes']): string[] {
  const [first] = makes
  if (!first) return []
  const { make, count, inFile } = first
  if (count * 2 < of) {
    const listed = makes.map((each) => `${each.make} ${String(each.count)}`).join(', ')
    return [m.stock_clue_makes({ makes: listed })]
  }
  return [
    inFile === 0
      ? m.stock_clue_make_none({ count, of, make })
      : m.stock_clue_make({ count, of, make, inFile }),
  ]
}

const keysOf = ({ count, keys }: MissingClues['ordered']): string =>
  keys.join(', ') + (count > keys.length ? '…' : '')
