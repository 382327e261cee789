import type { StockAction, StockReason } from '#shared/stock/stock-actions.ts'

/** The state of the link of a number. A number that a person wants created again has none. */
export const linkStates = {
  'in-doubt': 'a row of this number is not confirmed',
  conflict: 'a row of this number is in conflict',
  sending: 'a row of this number is on its way',
  none: 'none',
  gone: 'its advert was removed or sold',
  ended: 'a person ended the link',
  live: 'an advert',
  'out-by-file': 'an advert that the file took out of stock',
  'out-by-person': 'an advert that a person took out of stock',
  'by-likeness': 'an advert found by likeness alone',
} as const
export type LinkState = keyof typeof linkStates

/** The file's part of a number's state. */
export const fileStates = {
  'no-key': 'a row without a number',
  'long-key': 'a row with more than a number',
  'shortened-key': 'a number that a spreadsheet shortened',
  'error-key': 'the error of a formula',
  'doubled-key': 'two rows that differ',
  'equal-row': 'one more row that says the same',
  invalid: 'a row with an error',
  'sold-out': 'quantity 0',
  'no-price': 'the car, without a price',
  incomplete: 'the car, without what a new advert needs',
  has: 'the car',
  changes: 'the car, with other values',
  'by-hand': 'the car, with values that a person changed since',
  pinned: 'the car, with pinned values',
  'lacks-keep': 'no car, and such adverts are kept',
  'lacks-out': 'no car, and such adverts go out of stock',
  'lacks-first': 'no car for the first time, and such adverts are deleted',
  lacks: 'no car for the second time, and such adverts are deleted',
} as const
export type FileState = keyof typeof fileStates

/** The live part: the advert of the link, or what else may be the car. */
export const liveStates = {
  there: 'nothing else',
  'other-vehicle': 'the advert is of another vehicle',
  'spelt-alike': 'another number differs in its spelling alone',
  'lost-zeros': 'another number has zeros in front',
  renumbered: 'one of two numbers of the same vehicle is new',
  likely: 'an advert without a number is surely or probably the car',
  possible: 'an advert without a number may be the car',
  unseen: 'the journal was recovered, and own adverts can’t be seen',
  'any-row': 'a row may be any car',
  open: 'a car of the same vehicle is asked about or waits',
  'stock-pinned': '“in stock” is pinned',
  'price-unknown': 'the price of the advert is not known',
} as const
export type LiveState = keyof typeof liveStates

export const linked = ['live', 'out-by-file', 'out-by-person'] as const
export const free = ['none', 'gone', 'ended'] as const
export const lacking = ['lacks-keep', 'lacks-out', 'lacks-first', 'lacks'] as const
export const found = ['likely', 'possible'] as const
const any = null

/** Null stands for each state. */
export type Line = readonly [
  file: FileState | readonly FileState[] | null,
  link: LinkState | readonly LinkState[] | null,
  live: LiveState | readonly LiveState[] | null,
  action: StockAction,
  reason?: StockReason,
]

/**
 * The action for a number: the first line that fits decides. A missing car without a reason is kept, put out of stock or deleted,
 * as its source says. Only create, edit and such missing cars are sent.
 */
export const stockTable: readonly Line[] = [
  ['no-key', any, any, 'error', 'no-key'],
  ['long-key', any, any, 'error', 'long-key'],
  ['shortened-key', any, any, 'error', 'shortened-key'],
  ['error-key', any, any, 'error', 'error-key'],
  ['doubled-key', any, any, 'error', 'doubled-key'],
  ['equal-row', any, any, 'unchanged', 'equal-row'],
  ['invalid', any, any, 'error', 'invalid'],

  [any, 'in-doubt', any, 'waiting', 'in-doubt'],
  [any, 'conflict', any, 'waiting', 'conflict'],
  [any, 'sending', any, 'waiting', 'sending'],

  [lacking, any, 'any-row', 'missing', 'unclear-rows'],
  [lacking, any, 'spelt-alike', 'missing', 'spelt-alike'],
  [lacking, any, 'lost-zeros', 'missing', 'lost-zeros'],
  [lacking, any, 'renumbered', 'missing', 'renumbered'],
  [lacking, any, 'open', 'missing', 'vehicle-open'],
  [lacking, 'gone', any, 'missing', 'already-gone'],
  ['lacks-keep', any, any, 'missing'],
  ['lacks-out', ['out-by-file', 'out-by-person'], any, 'missing', 'already-out'],
  [lacking, any, 'stock-pinned', 'missing', 'stock-pinned'],
  [lacking, 'by-likeness', any, 'asked', 'by-likeness'],
  ['lacks-out', any, 'price-unknown', 'missing', 'price-unknown'],
  ['lacks-first', any, any, 'missing', 'first-file'],
  [lacking, any, any, 'missing'],

  [any, linked, 'other-vehicle', 'error', 'other-vehicle'],
  [any, 'out-by-file', any, 'edit', 'back-in-stock'],
  ['changes', 'out-by-person', any, 'edit', 'out-by-person'],
  [any, 'out-by-person', any, 'kept', 'out-by-person'],
  ['changes', 'live', any, 'edit'],
  ['by-hand', 'live', any, 'kept', 'by-hand'],
  ['pinned', 'live', any, 'kept', 'pinned'],
  [any, 'live', any, 'unchanged'],

  [any, free, 'spelt-alike', 'asked', 'spelt-alike'],
  [any, free, 'lost-zeros', 'asked', 'lost-zeros'],
  [any, free, 'renumbered', 'asked', 'renumbered'],
  ['sold-out', free, 'likely', 'asked', 'unlinked-advert'],
  ['sold-out', free, any, 'kept', 'not-in-stock'],
  [any, 'gone', any, 'asked', 'gone'],
  [any, 'ended', any, 'asked', 'ended-by-person'],
  [any, 'none', found, 'asked', 'unlinked-advert'],
  [any, 'none', 'unseen', 'asked', 'recovered'],
  ['no-price', 'none', any, 'asked', 'no-price'],
  ['incomplete', 'none', any, 'error', 'invalid'],
  [any, 'none', any, 'create'],
]

/** @throws Error if no line fits */
export function tableLine(file: FileState, link: LinkState, live: LiveState): Line {
  const line = stockTable.find(
    ([files, links, lives]) => fits(file, files) && fits(link, links) && fits(live, lives),
  )
  if (!line) throw new Error(`the stock table says nothing of ${file}, ${link}, ${live}`)
  return line
}

const fits = <State extends string>(state: State, states: State | readonly State[] | null): boolean =>
  states === null || (typeof states === 'string' ? states === state : states.includes(state))
