import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Constants } from '#shared/import/column-map.ts'
import type { FileShapeChoice } from '#shared/import/draft.ts'
import type { Forecourt } from '../assemble.ts'
import type { Output } from './output.ts'
import type { FileOperation, StockOptions } from './stock-options.ts'

/** Options for reading a file, as a person says it. */
export interface FileOptions {
  readonly encoding?: FileShapeChoice['encoding']
  readonly delimiter?: FileShapeChoice['delimiter']
  readonly lookupCalls?: number
  readonly headerLine?: number
  readonly sheet?: string
  readonly set?: Constants
  readonly map?: string
  /** A file that says what words of columns mean. */
  readonly values?: string
  readonly repairText?: boolean
}

/** Options of an import, as a person gives them. */
export interface ImportOptions extends FileOptions, StockOptions {
  readonly operation?: FileOperation
  readonly commit?: boolean
  readonly yes?: boolean
  readonly again?: boolean
  readonly newOnly?: boolean
  /** Rows of new adverts whose numbers have one change it. */
  readonly changeLinked?: boolean
  readonly json?: boolean
  readonly report?: string
  /** True if the caller moves the report, and says where it is then. */
  readonly movesReport?: boolean
  /** Place where the file's content is read, if that is not in its own place. */
  readonly content?: string
}

/** An import that runs: its file, and where it is read and said. */
export interface ImportRun {
  readonly options: ImportOptions
  /** The file as the person named it. */
  readonly file: string
  readonly draftId: string
  readonly forecourt: Forecourt
  readonly output: Output
}

/** @throws Fault `usage` if the account has no user id: nothing can be sent */
export async function requireUserId({ context: { accounts } }: Forecourt): Promise<void> {
  if ((await accounts.connection()).userId === 0)
    throw new Fault('usage', { reason: m.cli_user_id_missing() })
}
