import { type Operation, operations } from '#shared/batch/advert-write.ts'
import { columnKinds, type ColumnKind, requiredColumns, writeColumns } from './columns.ts'
import type { ColumnMapping, FieldName } from '#shared/import/draft.ts'

/** Everything that the check of a row needs to know beside its cells; plain data, so that it can be kept and sent. */
export interface PlanSource {
  readonly header: readonly string[]
  readonly mapping: ColumnMapping
  /** One operation for the whole file, or null where the column `action` tells it. */
  readonly operation: Operation | null
  readonly decimalMark: '.' | ','
  /** The account's own user id: what a column `user_id` must hold. */
  readonly userId: number
  /** Characters of the service's address, for the length of the URL. */
  readonly baseUrlLength: number
}

/** One cell to read: where it stands, how it is read, whether it must be there. */
export interface Step {
  readonly field: FieldName
  readonly index: number
  readonly kind: ColumnKind
  readonly required: boolean
}

export interface RowPlan extends PlanSource {
  readonly steps: Readonly<Record<Operation, readonly Step[]>>
  readonly actionIndex: number
  readonly userIndex: number
  readonly autoIdIndex: number
  readonly noteIndex: number
  readonly versionIndex: number
  /** Characters of a request's URL without its texts, at most. */
  readonly urlLength: number
}

/** `/auto/new/autos?api_key=<40>&user_id=…` and every other parameter but the two texts, each as long as it gets. */
const urlWithoutTexts = 360

/** Lays out, once for a file, which cells a row of each operation is read from. A column that isn't there is -1. */
export function planRows(source: PlanSource): RowPlan {
  const indexOf = (field: FieldName): number => source.mapping.indexOf(field)
  const stepsOf = (operation: Operation): Step[] =>
    writeColumns[operation]
      .map((field) => ({
        field,
        index: indexOf(field),
        kind: columnKinds[field],
        required: requiredColumns[operation].includes(field),
      }))
      .filter((step) => step.index >= 0 || step.required)
  const [create, edit, remove] = operations.map(stepsOf) as [Step[], Step[], Step[]]
  return {
    ...source,
    steps: { create, edit, delete: remove },
    actionIndex: indexOf('action'),
    userIndex: indexOf('user_id'),
    autoIdIndex: indexOf('auto_id'),
    noteIndex: indexOf('auto_note'),
    versionIndex: indexOf('version'),
    urlLength: source.baseUrlLength + urlWithoutTexts,
  }
}
