import type { Operation } from '#shared/batch/operation.ts'
import type { Handlers } from '#shared/bridge/call.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { type ColumnMap, columnMapOf } from '#shared/import/column-map.ts'
import type { Check, MadeDraft } from '#shared/import/draft.ts'
import type { importCalls } from '#shared/import/import-calls.ts'
import type { StockChoice } from '#shared/stock/stock-check.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import type { DraftAccount } from './draft-account.ts'
import type { CheckProgress, DraftService } from './draft-service.ts'
import type { CheckChoice } from './worker/draft-source.ts'
import { type Freshness, readStale, staleAdverts } from './freshness.ts'
import { chooseNames, lookUpNames, type NameParts, unknownNames } from './import-names.ts'
import type { RememberedColumns } from './remembered-columns.ts'

export interface ImportPorts extends NameParts {
  /** The sign between the cells of a CSV that Excel opens on this computer. */
  readonly listSeparator: () => ',' | ';'
  readonly template: (operation: Operation, format: TableFormat) => Promise<FileBytes>
  readonly account: () => Promise<DraftAccount>
  readonly onProgress: (progress: CheckProgress) => void
  readonly freshness: Freshness
  readonly columns: RememberedColumns
}

/** A first look needs no account: the check says why the account isn't known. */
const knownAccount = (account: ImportPorts['account']) => account().catch(() => null)

/** For a workbook with one sheet there is nothing to remember. */
const sheetOf = ({ file }: Check): ColumnMap['sheet'] =>
  file?.sheet && file.sheet.names.length > 1 ? { name: file.sheet.name, of: file.sheet.names } : undefined

/** Checks a draft as the whole stock of a source, which takes the journal and the service's list. */
export type CheckStock = (
  draftId: string,
  choice: Omit<CheckChoice, 'stock'> & { readonly stock: StockChoice },
  hooks: { onProgress: (progress: CheckProgress) => void; signal: AbortSignal },
) => Promise<Check>

export const importHandlers = (
  { drafts, account, onProgress, template, listSeparator, freshness, columns, ...parts }: ImportPorts,
  checkStock: CheckStock,
): Handlers<typeof importCalls, AbortSignal> => ({
  'draft:begin': ({ fileName, changedAt }) => ({ draftId: drafts.begin(fileName, changedAt) }),
  'draft:append': async ({ draftId, bytes }) => {
    await drafts.append(draftId, bytes)
    return null
  },
  'draft:keep': async ({ draftId, accountId, memo }) => {
    await drafts.keep(draftId, accountId, memo)
    return null
  },
  'draft:restore': ({ draftId }) => drafts.restore(draftId),
  'draft:left': () =>
    drafts.left().map(({ place: { draftId, fileName }, accountId, memo }) => ({
      draftId,
      fileName,
      accountId,
      memo,
    })),
  'draft:begin-deletes': ({ ids }) => beginDeletes(drafts, ids),
  'draft:inspect': async ({ draftId, shape }) => {
    const known = await knownAccount(account)
    const first = await drafts.inspect(draftId, shape, known)
    const { sheet: place } = first.file
    const last =
      known && place && shape.sheet === undefined ? columns.sheetOf(known.accountId, place.names) : null
    const sheet = last === place?.name ? null : last
    const inspection = sheet === null ? first : await drafts.inspect(draftId, { ...shape, sheet }, known)
    return { inspection, remembered: known && columns.of(known.accountId, inspection.header), sheet }
  },
  'draft:values': ({ draftId, shape, columns: asked }) => drafts.values(draftId, shape, asked),
  'draft:check': async ({ draftId, name, stock, ...choice }, signal) => {
    const known = await account()
    const hooks = { onProgress, signal }
    const check = stock
      ? await checkStock(draftId, { ...choice, stock }, hooks)
      : await drafts.check(draftId, choice, known, hooks)
    if (name !== undefined && choice.mapping !== null) {
      const { mapping, constants = {}, joins, operation, values } = choice
      const checked = drafts.checked(draftId).plan.header
      // The columns of a stock file come behind those that were added to them.
      const header = checked.slice(checked.length - mapping.length)
      columns.remember(known.accountId, header, {
        ...columnMapOf(name, header, mapping, constants, joins, values),
        holds: stock ? 'stock' : (operation ?? undefined),
        source: stock?.source,
        sheet: sheetOf(check),
      })
    }
    return check
  },
  'draft:preview': async ({ draftId, ...choice }) => drafts.preview(draftId, choice, await account()),
  'draft:rows': ({ draftId, offset, limit, groupsOf, ...asked }) =>
    drafts.rows(draftId, asked, offset, limit, groupsOf),
  'draft:fix': async ({ draftId, line, column, value }) => ({
    row: await drafts.fix(draftId, line, column, value),
    check: await drafts.ask('summary', draftId),
  }),
  'draft:change-column': async ({ draftId, ...asked }) => ({
    ...(await drafts.ask('changeColumn', draftId, asked, asked)),
    check: await drafts.ask('summary', draftId),
  }),
  'draft:count-changed': ({ draftId, ...asked }) => drafts.ask('countChanged', draftId, asked, asked),
  'draft:move-step': ({ draftId, way }) => drafts.ask('moveStep', draftId, way),
  'draft:leave-out': ({ draftId, lines, leftOut }) => drafts.ask('leaveOut', draftId, lines, leftOut),
  'draft:change-linked': ({ draftId }) => drafts.ask('changeLinked', draftId),
  'draft:leave-out-shown': ({ draftId, leftOut, ...asked }) =>
    drafts.ask('leaveOutShown', draftId, asked, leftOut),
  'draft:problem-rows': ({ draftId, form }) =>
    drafts.ask('problemRows', draftId, form && { format: form, separator: listSeparator() }),
  'draft:stale': ({ draftId }) => staleAdverts(drafts, freshness, draftId),
  'draft:recheck': ({ draftId, adverts }) => drafts.ask('recheck', draftId, adverts),
  'draft:read-again': ({ draftId }, signal) => readStale(drafts, freshness, draftId, signal),
  'draft:names': ({ draftId }) => unknownNames({ drafts, ...parts }, draftId),
  'draft:look-up': ({ draftId, most }, signal) =>
    lookUpNames({ drafts, ...parts }, draftId, { most, signal }),
  'draft:choose-names': ({ draftId, choices }) => chooseNames({ drafts, ...parts }, draftId, choices),
  'draft:drop': async ({ draftId }) => {
    await drafts.drop(draftId)
    return null
  },
  'batch:template': ({ operation, format }) => template(operation, format),
})

const columns = ['auto_id', 'action'] as const

/** Rows that are handed to the worker at once. */
const rowsAtOnce = 5_000

/** Begins a draft that deletes these adverts: its check shows what goes before anything is sent. */
async function beginDeletes(
  drafts: Pick<DraftService, 'beginValues' | 'add'>,
  ids: Float64Array,
): Promise<MadeDraft> {
  const fileName = m.advert_form_delete_batch({ count: ids.length })
  const draftId = drafts.beginValues(fileName, columns, 'mixed')
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    await drafts.add(
      draftId,
      Array.from(ids.subarray(from, from + rowsAtOnce), (id) => [id, 'delete']),
    )
  return { draftId, fileName, header: [...columns] }
}
