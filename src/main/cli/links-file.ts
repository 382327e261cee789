import { fieldNamed } from '#shared/batch/field-lists.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { basename } from 'node:path'
import type { FileLink } from '../batch/journal/link-restore.ts'
import { lookAtFile } from '../import/columns/file-shape.ts'
import type { Row } from '../import/rows/row.ts'
import { withSource } from '../import/csv/source-file.ts'
import { readStockKey } from '../writes/stock-key.ts'
import type { Forecourt } from '../assemble.ts'
import type { StockLink } from '../batch/journal/stock-links.ts'

/** The columns of a file of links; it needs the first two. */
const columns = [
  ...(['key', 'auto_id', 'state', 'ended_by', 'source', 'origin', 'out', 'pinned'] as const),
  ...(['marka_id', 'model_id', 'base_id', 'equip_id', 'title'] as const),
]
type Column = (typeof columns)[number]
type Cells = (column: Column) => string

/** Records of a file of links: a line for the names of the columns, and one for each link. */
export const linkRecords = (links: readonly KnownLink[]): string[][] => [
  [...columns],
  ...links.map(({ key, autoId, state, endedBy, source, origin, out, pinned, vehicle, title }) => [
    key,
    String(autoId),
    state,
    endedBy ?? '',
    source ?? '',
    origin,
    out ?? '',
    pinned.join(' '),
    ...vehicle.map((id) => (id === 0 ? '' : String(id))),
    title ?? '',
  ]),
]

/** Fault in a line of the file. */
export interface LinkProblem {
  readonly line: number
  readonly column: Column
  readonly message: string
}

export interface LinksOfFile {
  readonly links: readonly FileLink[]
  readonly problems: readonly LinkProblem[]
  /** Columns that say nothing here. */
  readonly unused: readonly string[]
}

/**
 * Reads the links of a file.
 * @param neverCached which of adverts are not known here
 * @throws Fault `column-missing` without the two columns that it needs, and those of reading the file
 */
export function readLinks(
  path: string,
  neverCached: (ids: readonly number[]) => readonly number[],
): LinksOfFile {
  const file = basename(path)
  return withSource(path, file, (source) => {
    const { header, table } = lookAtFile(source, { headerLine: 1 })
    const names = header.cells.map((name) => name.trim().toLowerCase())
    const lacking = (['key', 'auto_id'] as const).filter((column) => !names.includes(column))
    if (lacking.length > 0)
      throw new Fault('column-missing', {
        file,
        line: header.line,
        column: lacking.join(', '),
        operation: 'links',
      })
    const problems: LinkProblem[] = []
    const links: FileLink[] = []
    for (const record of table.rows) {
      if (record.line <= header.line) continue
      const link = linkOf(record, names, problems)
      if (link) links.push(link)
    }
    problems.push(...twice(links), ...unknown(links, neverCached))
    const unused = header.cells.filter(
      (name) => !columns.some((column) => column === name.trim().toLowerCase()),
    )
    return { links, problems: problems.toSorted((one, other) => one.line - other.line), unused }
  })
}

/** Null if the line has an error, which is reported. */
function linkOf(record: Row, names: readonly string[], problems: LinkProblem[]): FileLink | null {
  const { line } = record
  const cell: Cells = (column) => {
    const at = names.indexOf(column)
    return at < 0 ? '' : record.meantText(at).trim()
  }
  const before = problems.length
  const report = (column: Column, message: string): void => void problems.push({ line, column, message })
  const key = readStockKey(cell('key'))
  if (!key) report('key', m.stock_cli_links_no_key())
  const autoId = Number(cell('auto_id'))
  if (!Number.isSafeInteger(autoId) || autoId <= 0)
    report('auto_id', m.stock_cli_links_no_id({ value: cell('auto_id') }))
  const oneOf = <Value extends string>(column: Column, values: readonly Value[]): Value | null => {
    const found = values.find((value) => value === cell(column)) ?? null
    if (found === null && cell(column) !== '')
      report(column, m.stock_cli_links_no_value({ value: cell(column), known: values.join(', ') }))
    return found
  }
  const state = oneOf('state', ['live', 'ended']) ?? 'live'
  const endedBy = oneOf('ended_by', ['file', 'person'])
  const origin = oneOf('origin', ['created', 'column', 'matched', 'likeness', 'hand']) ?? 'hand'
  const out = oneOf('out', ['file', 'person'])
  const pinned = cell('pinned')
    .split(/[\s,]+/)
    .filter((field) => field !== '')
  for (const field of pinned)
    if (fieldNamed(field) === undefined) report('pinned', m.stock_cli_links_no_pin({ value: field }))
  if (!key || problems.length > before) return null
  const source = cell('source') === '' ? null : cell('source')
  return { ...key, line, autoId, state, endedBy, origin, out, pinned, source, vehicle: vehicleOf(cell) }
}

const vehicleOf = (cell: Cells): FileLink['vehicle'] => {
  const id = (column: Column): number => (/^\d{1,9}$/.test(cell(column)) ? Number(cell(column)) : 0)
  return [id('marka_id'), id('model_id'), id('base_id'), id('equip_id')]
}

/** Keys that stand twice, and adverts that are to be two cars: the right line is unknown. */
function twice(links: readonly FileLink[]): LinkProblem[] {
  const keys = new Map<string, number>()
  const adverts = new Map<number, number>()
  return links.flatMap(({ line, key, autoId, state }): LinkProblem[] => {
    const keyLine = keys.get(key)
    const advertLine = state === 'live' ? adverts.get(autoId) : undefined
    keys.set(key, keyLine ?? line)
    if (state === 'live') adverts.set(autoId, advertLine ?? line)
    if (keyLine !== undefined)
      return [{ line, column: 'key', message: m.stock_cli_links_twice({ value: key, line: keyLine }) }]
    if (advertLine === undefined) return []
    return [
      {
        line,
        column: 'auto_id',
        message: m.stock_cli_links_twice({ value: String(autoId), line: advertLine }),
      },
    ]
  })
}

/** A link that ended may be about an unknown advert. */
function unknown(
  links: readonly FileLink[],
  neverCached: (ids: readonly number[]) => readonly number[],
): LinkProblem[] {
  const live = links.filter(({ state }) => state === 'live')
  const missing = new Set(neverCached(live.map(({ autoId }) => autoId)))
  return live
    .filter(({ autoId }) => missing.has(autoId))
    .map(({ line, autoId }) => ({
      line,
      column: 'auto_id',
      message: m.stock_cli_links_not_own({ advert: autoId }),
    }))
}

/** A link as it is printed and exported. */
export interface KnownLink extends Pick<
  StockLink,
  'key' | 'autoId' | 'state' | 'endedBy' | 'origin' | 'out'
> {
  /** The name of the source that last had the key; null if no file had it. */
  readonly source: string | null
  /** The fields that a person keeps from the file. */
  readonly pinned: readonly string[]
  /** Make, model, modification and equipment; 0 for what is not known. */
  readonly vehicle: readonly [number, number, number, number]
  /** Title of the advert; null if it is not cached. */
  readonly title: string | null
}

/** All links of the account, by key. */
export async function knownLinks({
  context: { accounts },
  batches,
  inventory,
}: Forecourt): Promise<KnownLink[]> {
  const { accountId } = await accounts.owner()
  const reader = batches.stockLinks()
  const links = reader.list(accountId)
  const fields = reader.fields(accountId)
  const names = new Map(
    batches
      .stockSources()
      .list(accountId)
      .map(({ id, name }) => [id, name]),
  )
  const adverts = inventory.table.facts.brief(
    accountId,
    links.map(({ autoId }) => autoId),
  )
  const titles = new Map(adverts.map(({ id, title }) => [id, title]))
  return links.map(({ key, autoId, state, endedBy, source, origin, out, marka, model, base, equip }) => ({
    key,
    autoId,
    state,
    endedBy,
    origin,
    out,
    source: source === null ? null : (names.get(source) ?? null),
    pinned: Object.entries(fields.get(key) ?? {}).flatMap(([field, { pinned }]) => (pinned ? [field] : [])),
    vehicle: [marka, model, base, equip],
    title: titles.get(autoId) ?? null,
  }))
}
