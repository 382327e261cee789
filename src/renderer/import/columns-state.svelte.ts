import type { Operation } from '#shared/batch/operation.ts'
import { applyColumnMap, type ColumnMap, columnMapOf, type Constants } from '#shared/import/column-map.ts'
import type { ColumnMapping, Inspection } from '#shared/import/draft.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import { loadConstants, loadMapping, saveMapping, type TextStorage } from './saved-mappings.ts'

/** What the columns of the wizard's file are, and what its rows do. */
export class ColumnsState {
  mapping = $state.raw<ColumnMapping>([])
  /** Values that every row has. */
  constants = $state.raw<Constants>({})
  /** Headers that a mapping of the dealer's names and this file lacks. */
  missingHeaders = $state.raw<readonly string[]>([])
  /** The mapping is the one chosen for the last file with this header, not the matched one. */
  mappedAsLastTime = $state(false)
  /** The dealer's own choice; null: as the columns say. */
  operation = $state<Operation | null>(null)

  readonly #storage: TextStorage
  readonly #fields: readonly ColumnName[]
  readonly #onChange: () => void
  #inspection = $state.raw<Inspection | null>(null)

  /** @param onChange what was checked is checked with other columns from now on */
  constructor(storage: TextStorage, fields: readonly ColumnName[], onChange: () => void) {
    this.#storage = storage
    this.#fields = fields
    this.#onChange = onChange
  }

  get header(): readonly string[] {
    return this.#inspection?.header ?? []
  }

  /** Whether the columns say what to do, or the dealer did. */
  get operationKnown(): boolean {
    return this.operation !== null || this.derivedOperation !== null
  }

  /** What the columns and the values of all rows say: ids with values to change are no longer a delete. */
  get derivedOperation(): Operation | 'mixed' | null {
    if (this.mapping.includes('action')) return 'mixed'
    const derived = this.#inspection?.operation ?? null
    const changes = Object.keys(this.constants).some((field) => field !== 'currency_id')
    return derived === 'delete' && changes ? 'edit' : derived
  }

  get mapped(): boolean {
    return this.mapping.some((field) => field !== null)
  }

  /** Takes the columns as they were matched, or as the account chose them for the last file with this header. */
  begin(inspection: Inspection, accountId: string): void {
    this.#inspection = inspection
    this.#map(inspection.mapping)
    this.#setConstants(loadConstants(this.#storage, inspection.header, accountId))
    const saved = loadMapping(this.#storage, inspection.header, this.#fields, accountId)
    if (!saved) return
    this.mapping = saved
    this.mappedAsLastTime = saved.some((field, index) => field !== inspection.mapping[index])
  }

  clear(): void {
    this.#inspection = null
    this.mapping = []
    this.constants = {}
    this.missingHeaders = []
    this.mappedAsLastTime = false
    this.operation = null
  }

  /** Keeps the columns for the account's next file with this header. */
  remember(accountId: string): void {
    saveMapping(this.#storage, this.header, this.mapping, accountId, this.constants)
  }

  /** Maps a column to a field; another column that had this field loses it, and so do all rows. */
  assign(column: number, field: ColumnName | null): void {
    if (field !== null && field in this.constants) this.#setConstants(withoutField(this.constants, field))
    this.#map(
      this.mapping.map((old, index) => {
        if (index === column) return field
        return old === field ? null : old
      }),
    )
  }

  /** Gives every row a value, or none. A column that had this field loses it. */
  setConstant(field: keyof Constants, value: string | null): void {
    const others = withoutField(this.constants, field)
    this.#setConstants(value === null ? others : { ...others, [field]: value })
    if (value !== null && this.mapping.includes(field))
      this.#map(this.mapping.map((old) => (old === field ? null : old)))
  }

  /** The columns as a file that `--map` and another computer take. */
  columnMap(name: string): ColumnMap {
    return columnMapOf(name, this.header, this.mapping, this.constants)
  }

  /** Takes the columns of such a file. @returns false if it is none */
  async takeColumnMap(text: string): Promise<boolean> {
    const { columnMapSchema } = await import('#shared/import/column-map-schema.ts')
    const read = columnMapSchema.safeParse(jsonOf(text))
    if (!read.success || !this.#inspection) return false
    const { header, mapping: matched } = this.#inspection
    const { mapping, missing } = applyColumnMap(read.data, header, matched)
    this.#map(mapping)
    this.#setConstants(read.data.set ?? {})
    this.missingHeaders = missing
    return true
  }

  matchAgain(): void {
    if (this.#inspection) this.#map(this.#inspection.mapping)
  }

  chooseOperation(operation: Operation | null): void {
    this.operation = operation
    this.#onChange()
  }

  #map(mapping: ColumnMapping): void {
    this.mapping = mapping
    this.mappedAsLastTime = false
    this.missingHeaders = []
    this.#onChange()
  }

  #setConstants(constants: Constants): void {
    this.constants = constants
    this.#onChange()
  }
}

function withoutField(constants: Constants, field: string): Constants {
  return Object.fromEntries(Object.entries(constants).filter(([name]) => name !== field))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}
