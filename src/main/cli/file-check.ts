import type { ImportRun } from './import-run.ts'
import { basename } from 'node:path'
import { refuseShifted } from '../joins/plan-draft.ts'
import type { Check } from '#shared/import/draft.ts'
import { readingWords } from '#shared/import/file-words.ts'
import { fileColumns } from '#shared/import/file-columns.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { comparedColumns } from '../import/columns/car-columns.ts'
import type { CheckChoice } from '../import/worker/draft-source.ts'
import {
  type ActionColumn,
  type MappedColumns,
  mappedColumns,
  openActions,
  type UnclearField,
  unclearFields,
  withoutActions,
} from './column-options.ts'
import {
  sayColumnsByContent,
  sayComparedColumns,
  sayHeaderCurrency,
  sayUnclear,
  sayUnusedColumns,
  sayUnusedOptions,
  signs,
} from './file-problems.ts'
import { sayLookedUp } from './lookup-command.ts'
import { withoutUndefined } from './command-definition.ts'
import type { Output } from './output.ts'
import { saveDraftReport } from './dry-run.ts'

/** Calls that the names of a file may take, unless the person says another number. */
export const mostLookupCalls = 100

/** Facts about the columns in addition to the fields of their names. */
export interface FoundColumns extends Pick<MappedColumns, 'byContent'> {
  readonly unclear: readonly UnclearField[]
  /** Columns whose cells say what rows do, not yet confirmed by a person. */
  readonly actions: readonly ActionColumn[]
  /** The person said what the columns are: with a file, or in the window. */
  readonly isMapped: boolean
}

/** Columns of a file, as they are read. */
export type FileColumns = FoundColumns & {
  readonly choice: Pick<CheckChoice, 'shape' | 'mapping' | 'joins' | 'constants' | 'values' | 'ignored'>
}

/** Finds out what the columns of a file are, and says what of it a person should know. */
export async function findColumns({ options, draftId, forecourt, output }: ImportRun): Promise<FileColumns> {
  const { drafts, planning } = forecourt
  const { encoding, delimiter, headerLine, sheet, set, map, values: valuesFile } = options
  const shape = withoutUndefined({ encoding, delimiter, headerLine, sheet })
  const account = await planning.account()
  const inspection = await drafts.inspect(draftId, shape, account)
  const remembered = map === undefined ? planning.columns.of(account.accountId, inspection.header) : null
  const {
    mapping,
    joins,
    constants,
    values,
    named: told,
    ignored,
    byContent,
  } = mappedColumns({ map, set, values: valuesFile }, inspection, remembered)
  if (remembered !== null) output.say(m.cli_columns_remembered())
  sayUnusedOptions(inspection, { encoding, delimiter, sheet }, output)
  sayHeaderCurrency(inspection, mapping, constants, output)
  const unclear = unclearFields(inspection, mapping)
  sayUnclear(unclear, output)
  return {
    choice: { shape, mapping, joins, constants, values, ignored },
    byContent,
    actions: openActions(inspection, mapping, told),
    unclear,
    isMapped: map !== undefined || remembered !== null,
  }
}

/** Shows how much of a file is checked. */
export const checkProgress = (output: Output) => ({
  onProgress: ({ share }: { share: number }): void =>
    output.progress(m.cli_progress_file({ percent: Math.floor(share * 100) })),
})

/** Repairs the letters of every column that has spoilt ones, if the person says so, and says how many cells it changed. */
export async function repairTexts(run: ImportRun, { problems }: Check): Promise<boolean> {
  const { draftId, forecourt, output } = run
  const { drafts } = forecourt
  if (!run.options.repairText || !problems.some(({ code }) => code === 'letter-spoilt')) return false
  // Of names that depend on each other only the first is a problem: all columns are looked at.
  for (const [index, column] of drafts.checked(draftId).plan.mapping.entries()) {
    if (column === null) continue
    const change = { column: index, match: 'spoilt' as const, value: '' }
    const { changed } = await drafts.ask('changeColumn', draftId, change, { filter: 'all' })
    if (changed > 0) output.say(m.cli_text_repaired({ count: changed, column: fileColumns[column].label() }))
  }
  return true
}

/** Asks the service for names of a checked draft that are not known. @returns whether the rows have to be checked again */
export async function lookUpNames({ options, draftId, forecourt, output }: ImportRun): Promise<boolean> {
  const { lookupCalls: most = mostLookupCalls } = options
  const { vehicles } = await forecourt.drafts.ask('names', draftId)
  if (vehicles.length === 0) return false
  const asked = { vehicles, choices: forecourt.drafts.choices(draftId) }
  const { tasks, unavailable } = await forecourt.lookups.needsOf(asked)
  if (tasks.length === 0 || most === 0) {
    if (unavailable) output.say(m.import_names_unavailable())
    return false
  }
  output.say(m.cli_import_lookup({ count: vehicles.length, least: Math.min(tasks.length, most), most }))
  const done = await forecourt.lookups.lookUp(asked, { most })
  sayLookedUp(done, forecourt, output)
  return true
}

/**
 * Says how the file is read and what becomes of its columns, once it was checked.
 * @param isFree whether a column of this name is not used by an option
 * @returns the check with its columns
 */
export function sayReading(
  { draftId, forecourt, output }: ImportRun,
  found: Check,
  columns: FileColumns,
  isFree: (name: string) => boolean = () => true,
): Check {
  const { header, mapping } = forecourt.drafts.checked(draftId).plan
  const isCompared = new Set(comparedColumns(header, mapping))
  const unsent = [...header.entries()].filter(
    ([index, name]) => name.trim() !== '' && mapping[index] === null && isFree(name),
  )
  const named = (isAsked: boolean): string[] =>
    unsent.flatMap(([index, name]) => (isCompared.has(index) === isAsked ? [name] : []))
  const unused = withoutActions(named(false), columns.actions)
  const check = withColumns(found, columns, unused)
  output.say(readingWords(check))
  sayColumnsByContent(columns.byContent, output)
  sayUnusedColumns(unused, output)
  sayComparedColumns(named(true), output)
  return check
}

/** Refuses a file whose rows are shifted against its header, with the report of its rows. */
export async function refuseShift(run: ImportRun, check: Check): Promise<void> {
  if (check.shift) await saveDraftReport(run, check)
  refuseShifted(check, basename(run.file))
}

/** The check, which names the columns that were matched by their content, those that are not used and those that may be a field. */
const withColumns = (
  check: Check,
  { byContent, unclear, actions }: FoundColumns,
  unused: readonly string[],
): Check => ({
  ...check,
  file: check.file && {
    ...check.file,
    ...(byContent.length > 0 && {
      columns: byContent.map(({ header, column }) => ({ header, field: column })),
    }),
    ...(unused.length > 0 && { unused: [...unused] }),
    ...(unclear.length + actions.length > 0 && {
      unclear: [
        ...unclear.map(({ field, headers }) => ({ field, headers: [...headers] })),
        ...actions.map(({ header }) => ({ field: 'action' as const, headers: [header] })),
      ],
    }),
  },
})

/**
 * Question about the columns before anything is sent; null if nothing. Rows without their price are worth a question.
 */
export function columnQuestion({ byContent, unclear, isMapped }: FoundColumns): string | null {
  if (byContent.length > 0) return m.cli_columns_by_content_commit()
  const price = isMapped ? undefined : unclear.find(({ field }) => field === 'price')
  return price ? m.cli_columns_price_commit({ columns: signs(price.headers) }) : null
}
