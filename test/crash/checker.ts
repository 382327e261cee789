import type { History, HistoryRow } from './history.ts'

/**
 * The promises that the journal broke; empty if it kept them all. Rows are told apart by their payloads: creates of the
 * same payload are judged together, every edit has a price of its own.
 */
export function violationsOf(history: History): string[] {
  return [
    ...journalViolations(history),
    ...createViolations(history),
    ...changeViolations(history),
    ...orderViolations(history),
  ]
}

/** What is wrong with the journal by itself. */
export const journalViolations = (history: History): string[] => [
  ...(history.integrity === 'ok' ? [] : [`integrity_check: ${history.integrity}`]),
  ...(history.counted ? [] : ['the kept counts are not the real ones']),
  ...(history.rows.length === history.planned
    ? []
    : [`${history.planned} rows planned, ${history.rows.length} left`]),
]

/** What a create is told apart by. */
export const keyOf = (values: Readonly<Record<string, unknown>>): string =>
  ['marka_id', 'model_id', 'price', 'auto_note'].map((name) => String(values[name])).join('|')

/** A row that may have been executed without a proof of it. */
export const inDoubt = ({ state, doubt }: HistoryRow): boolean =>
  state === 'in-doubt' || state === 'sending' || doubt

function createViolations({ rows, ledger }: History): string[] {
  const creates = Map.groupBy(
    rows.filter(({ operation }) => operation === 'create'),
    ({ payload }) => keyOf(payload),
  )
  const made = Map.groupBy(
    ledger.filter(({ method, committed }) => method === 'POST' && committed),
    ({ params }) => keyOf(params),
  )
  const unplanned = [...made.keys()]
    .filter((key) => !creates.has(key))
    .map((key) => `${key} was never planned`)
  return [
    ...unplanned,
    ...[...creates].flatMap(([key, twins]) =>
      twinViolations(
        key,
        twins,
        (made.get(key) ?? []).map(({ autoId }) => autoId),
      ),
    ),
  ]
}

function twinViolations(
  key: string,
  twins: readonly HistoryRow[],
  made: readonly (number | null)[],
): string[] {
  const done = twins.filter(({ state }) => state === 'done')
  const ids = done.map((row) => row.auto_id)
  const forced = twins.reduce((sum, row) => sum + row.forced, 0)
  const doubtful = twins.filter((row) => row.state !== 'done' && inDoubt(row)).length
  const found: string[] = []
  if (made.length > twins.length + forced)
    found.push(`${key}: made ${made.length} times for ${twins.length} rows`)
  if (new Set(ids).size < ids.length) found.push(`${key}: two rows have the same advert`)
  for (const id of ids)
    if (!made.includes(id)) found.push(`${key}: done with ${String(id)}, which it did not make`)
  if (made.length > done.length + doubtful + forced)
    found.push(`${key}: ${made.length} exist, but only ${done.length} are done and ${doubtful} in doubt`)
  return found
}

/** Rows that ask the same of the same advert (a delete and the undo of its create) are judged together. */
export function changeViolations({ rows, ledger }: History): string[] {
  const changes = Map.groupBy(
    rows.filter(({ operation }) => operation !== 'create'),
    ({ operation, auto_id, payload }) => `${operation} ${String(auto_id)} ${String(payload.price)}`,
  )
  return [...changes].flatMap(([what, alike]) => {
    const executed = ledger.some(
      ({ method, committed, params }) => committed && alike.some((row) => isOf(row, method, params)),
    )
    const done = alike.some(({ state }) => state === 'done')
    if (done && !executed) return [`${what} is done, but was never executed`]
    return executed && !done && !alike.some(inDoubt)
      ? [`${what} was executed, but the journal does not say so`]
      : []
  })
}

const methods = { create: 'POST', edit: 'PUT', delete: 'DELETE' }

export const isOf = (
  { operation, auto_id, payload }: HistoryRow,
  method: string,
  params: Readonly<Record<string, string>>,
): boolean =>
  method === methods[operation] &&
  Number(params.auto_id) === auto_id &&
  (operation !== 'edit' || Number(params.price) === payload.price)

/** What reached one advert is in the order of the file. */
export function orderViolations({ rows, ledger }: History): string[] {
  const edits = ledger.filter(({ method, committed }) => method === 'PUT' && committed)
  return [...Map.groupBy(edits, ({ autoId }) => autoId)].flatMap(([autoId, own]) => {
    const places = own.map(({ method, params }) => rows.findIndex((row) => isOf(row, method, params)))
    const sorted = places.every((place, n) => n === 0 || place >= (places[n - 1] ?? 0))
    return sorted ? [] : [`edits of ${String(autoId)} in the order ${places.join(', ')}`]
  })
}
