import type { Handlers } from '#shared/bridge/call.ts'
import type { ColumnChange } from '#shared/import/column-change.ts'
import type { importCalls } from '#shared/import/import-calls.ts'
import type { Operation } from '#shared/batch/operation.ts'
import { columnMapOf } from '#shared/import/column-map.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { beginDeletes } from './deletes.ts'
import type { DraftAccount } from './draft-account.ts'
import type { CheckProgress } from './draft-service.ts'
import type { RememberedColumns } from './remembered-columns.ts'
import { type Freshness, readStale, staleAdverts } from './freshness.ts'
import { chooseNames, lookUpNames, type NameParts, unknownNames } from './import-names.ts'
import type { RowFilter } from './staging/staging-window.ts'

export interface ImportPorts extends NameParts {
  /** The sign between the cells of a CSV that Excel opens on this computer. */
  readonly listSeparator: () => ',' | ';'
  readonly template: (operation: Operation, format: TableFormat) => Promise<FileBytes>
  readonly account: () => Promise<DraftAccount & { readonly accountId: string }>
  readonly onProgress: (progress: CheckProgress) => void
  readonly freshness: Freshness
  readonly columns: RememberedColumns
}

/** A first look needs no account: the check says why the account isn't known. */
const knownAccount = (account: ImportPorts['account']) => account().catch(() => null)
const changeOf = ({ column, match, value }: ColumnChange): ColumnChange => ({ column, match, value })
const filterOf = ({ filter, problem, from }: RowFilter): RowFilter => ({ filter, problem, from })

export const importHandlers = ({
  drafts,
  account,
  onProgress,
  template,
  listSeparator,
  freshness,
  columns,
  ...parts
}: ImportPorts): Handlers<typeof importCalls, AbortSignal> => ({
  'draft:begin': ({ fileName }) => ({ draftId: drafts.begin(fileName) }),
  'draft:append': async ({ draftId, bytes }) => {
    await drafts.append(draftId, bytes)
    return null
  },
  'draft:begin-deletes': ({ ids }) => beginDeletes(drafts, ids),
  'draft:inspect': async ({ draftId, shape }) => {
    const known = await knownAccount(account)
    const inspection = await drafts.inspect(draftId, shape, known)
    return { inspection, remembered: known && columns.of(known.accountId, inspection.header) }
  },
  'draft:check': async ({ draftId, name, ...choice }, signal) => {
    const known = await account()
    const check = await drafts.check(draftId, choice, known, { onProgress, signal })
    if (name !== undefined && choice.mapping !== null) {
      const { mapping, constants = {}, joins } = choice
      const header = drafts.header(draftId)
      columns.remember(known.accountId, header, columnMapOf(name, header, mapping, constants, joins))
    }
    return check
  },
  'draft:rows': ({ draftId, filter, problem, offset, limit }) =>
    drafts.rows(draftId, { filter, problem }, offset, limit),
  'draft:fix': async ({ draftId, line, column, value }) => ({
    row: await drafts.fix(draftId, line, column, value),
    check: await drafts.summary(draftId),
  }),
  'draft:change-column': async ({ draftId, ...asked }) => ({
    ...(await drafts.changeColumn(draftId, changeOf(asked), filterOf(asked))),
    check: await drafts.summary(draftId),
  }),
  'draft:count-changed': ({ draftId, ...asked }) =>
    drafts.countChanged(draftId, changeOf(asked), filterOf(asked)),
  'draft:move-step': ({ draftId, way }) => drafts.moveStep(draftId, way),
  'draft:leave-out': async ({ draftId, lines, leftOut }) => {
    await drafts.leaveOut(draftId, lines, leftOut)
    return drafts.summary(draftId)
  },
  'draft:leave-out-shown': ({ draftId, filter, problem, leftOut }) =>
    drafts.leaveOutShown(draftId, { filter, problem }, leftOut),
  'draft:problem-rows': ({ draftId, form }) =>
    drafts.problemRows(draftId, form === 'csv' ? { separator: listSeparator() } : form),
  'draft:stale': ({ draftId }) => staleAdverts(drafts, freshness, draftId),
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
