import type { Handlers } from '#shared/bridge/call.ts'
import type { ColumnChange } from '#shared/import/column-change.ts'
import type { importCalls } from '#shared/import/import-calls.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { beginDeletes } from './deletes.ts'
import type { DraftAccount } from './draft-account.ts'
import type { CheckProgress } from './draft-service.ts'
import { type Freshness, readStale, staleAdverts } from './freshness.ts'
import { chooseNames, lookUpNames, type NameParts, unknownNames } from './import-names.ts'
import type { RowFilter } from './staging/staging-window.ts'

export interface ImportPorts extends NameParts {
  /** The sign between the cells of a CSV that Excel opens on this computer. */
  readonly listSeparator: () => ',' | ';'
  readonly template: (operation: Operation, format: TableFormat) => Promise<FileBytes>
  readonly account: () => Promise<DraftAccount>
  readonly onProgress: (progress: CheckProgress) => void
  readonly freshness: Freshness
}

/** A first look needs no account: the check says why the account isn't known. */
const knownAccount = (account: ImportPorts['account']): Promise<DraftAccount | null> =>
  account().catch(() => null)
const changeOf = ({ column, match, value }: ColumnChange): ColumnChange => ({ column, match, value })
const filterOf = ({ filter, problem, from }: RowFilter): RowFilter => ({ filter, problem, from })

export const importHandlers = ({
  drafts,
  account,
  onProgress,
  template,
  listSeparator,
  freshness,
  ...parts
}: ImportPorts): Handlers<typeof importCalls, AbortSignal> => ({
  'draft:begin': ({ fileName }) => ({ draftId: drafts.begin(fileName) }),
  'draft:append': async ({ draftId, bytes }) => {
    await drafts.append(draftId, bytes)
    return null
  },
  'draft:begin-deletes': ({ ids }) => beginDeletes(drafts, ids),
  'draft:inspect': async ({ draftId, shape }) => drafts.inspect(draftId, shape, await knownAccount(account)),
  'draft:check': async ({ draftId, ...choice }, signal) =>
    drafts.check(draftId, choice, await account(), { onProgress, signal }),
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
