import type { CallRow } from '#shared/demand/buyer-calls.ts'

export const callColumns = ['status', 'at', 'phone', 'again', 'ring', 'talk', 'car', 'record'] as const
export type CallColumn = (typeof callColumns)[number]

/** Calls that are shown: all, those that need a person, unanswered ones, those with a recording. */
export type CallFilter = 'all' | 'waiting' | 'unanswered' | 'recorded'

export interface CallSort {
  readonly column: CallColumn
  readonly descending: boolean
}

export const isUnanswered = ({ status }: Pick<CallRow, 'status'>): boolean =>
  status !== 'answer' && status !== ''

const fits: Readonly<Record<CallFilter, (call: CallRow) => boolean>> = {
  all: () => true,
  waiting: ({ waits }) => waits,
  unanswered: isUnanswered,
  recorded: ({ recorded }) => recorded,
}

/** Calls that the filter keeps and that have every word, digits of a phone among them, in whatever form they are written. */
export function filterCalls(calls: readonly CallRow[], filter: CallFilter, text: string): CallRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(
    (call) => fits[filter](call) && words.every((word) => wordsOf(call).includes(asSearched(word))),
  )
}

const phoneLike = /^[+\d()-]{3,}$/
/** `+38 (067)…` finds what was saved as `067…`. */
const asSearched = (word: string): string =>
  phoneLike.test(word) ? word.replace(/\D/g, '').replace(/^38(?=0)/, '') : word

const wordsOf = ({ phone, shown, make, model }: CallRow): string =>
  `${phone} ${shown} ${make} ${model}`.toLowerCase()

const keys: Readonly<Record<CallColumn, (call: CallRow) => number | string | null>> = {
  // Those that want a person, then the other unanswered ones.
  status: (call) => (call.waits ? 0 : isUnanswered(call) ? 1 : 2),
  at: ({ at }) => at,
  phone: ({ phone }) => phone || null,
  again: ({ others }) => others,
  ring: ({ ring }) => ring,
  talk: ({ talk }) => talk,
  car: ({ make, model }) => `${make} ${model}`.trim() || null,
  record: ({ recorded }) => Number(recorded),
}

/** Sorts by one column; calls without the value come last in both directions, equal ones by time, the newest first. */
export function sortCalls(
  calls: readonly CallRow[],
  { column, descending }: CallSort,
  locale: string,
): CallRow[] {
  const key = keys[column]
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const newest = (one: CallRow, other: CallRow): number =>
    one.at < other.at ? 1 : one.at > other.at ? -1 : other.id - one.id
  return calls.toSorted((one, other) => {
    const left = key(one)
    const right = key(other)
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || newest(one, other)
    const order = typeof left === 'number' ? left - Number(right) : compare(left, String(right))
    return (descending ? -order : order) || newest(one, other)
  })
}
