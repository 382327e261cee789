import type { BulkChange } from '#shared/staged/bulk-change.ts'

type Replace = Extract<BulkChange, { kind: 'replace' }>
type Looked = Pick<Replace, 'find' | 'exactCase'>

const meant = (words: string): string => words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const flagsOf = ({ exactCase }: Looked): string => (exactCase ? 'gu' : 'giu')

/** Every place of the words that are looked for, which are meant as they are written. */
const placesOf = (change: Looked): RegExp => new RegExp(meant(change.find), flagsOf(change))

/** Number of times that it is in a text. */
export const foundIn = (text: string, change: Looked): number => text.match(placesOf(change))?.length ?? 0

/** The text with other words in their places. Where they are only taken out, they leave no second blank behind. */
export function replacedIn(text: string, change: Replace): string {
  const isWords = change.find.trim() === change.find
  if (change.by !== '' || !isWords) return text.replace(placesOf(change), () => change.by)
  const withBlanks = new RegExp(` ?(?:${meant(change.find)} ?)+`, flagsOf(change))
  return text.replace(withBlanks, (found, at: number) => {
    const before = text[at - 1] ?? '\n'
    const after = text[at + found.length] ?? '\n'
    const stoodApart = found.startsWith(' ') || found.endsWith(' ')
    return stoodApart && before !== '\n' && !/[\n,.;:!?]/.test(after) ? ' ' : ''
  })
}
