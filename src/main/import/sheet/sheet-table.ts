import { rmSync } from 'node:fs'
import type { FileState } from '../csv/file-digest.ts'
import { withSource } from '../csv/source-file.ts'
import type { ConvertedFile, ConvertRequest } from './convert-sheet.ts'
import { refuseOtherFiles } from './other-files.ts'
import { sheetKindOf } from './sheet-kind.ts'
import { convertInThread } from './sheet-thread.ts'

/** The rows of a sheet, or a text that was in another file, as they were written. */
export interface SheetTable {
  readonly file: ConvertedFile
  /** The spreadsheet as it was then. */
  readonly source: FileState
}

/**
 * Writes the sheet's rows unless they are those of `known`. Null if the file is a text itself.
 * @throws what convertSheet, refuseOtherFiles and withSource throw
 */
export async function readSheet(
  known: SheetTable | null,
  request: ConvertRequest,
  entry: URL | undefined,
): Promise<SheetTable | null> {
  const { kind, ...source } = withSource(request.path, request.fileName, (opened) => {
    const { name, bytes, changedAt } = opened
    const found = sheetKindOf(opened)
    if (found === null) refuseOtherFiles(opened)
    return { kind: found, name, bytes, changedAt }
  })
  if (kind === null) return null
  const name = known?.file.sheet?.name
  if (known && isSameState(known.source, source) && (name ?? request.sheet) === (request.sheet ?? name))
    return known
  try {
    const file = entry ? await convertInThread(entry, request) : await convertHere(request)
    return { file, source }
  } catch (error) {
    rmSync(request.output, { force: true })
    throw error
  }
}

/** Loads the reader of spreadsheets with the first of them: most files are texts. */
const convertHere = async (request: ConvertRequest): Promise<ConvertedFile> =>
  (await import('./convert-sheet.ts')).convertSheet(request)

const isSameState = (one: FileState, other: FileState): boolean =>
  one.bytes === other.bytes && one.changedAt === other.changedAt
