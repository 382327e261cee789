import { stemOf } from '#shared/files/file-stem.ts'
import type { Operation } from '#shared/batch/operation.ts'
import {
  applyColumnMap,
  type ColumnMap,
  columnMapOf,
  type ConstantField,
  type Constants,
  type FileContent,
  matchedByName,
} from '#shared/import/column-map.ts'
import { deriveOperation, missingColumns } from '#shared/import/column-needs.ts'
import type { ColumnMapping, ColumnMatch, Inspection } from '#shared/import/draft.ts'
import {
  areJoined,
  headerKey,
  type ColumnJoin,
  type ColumnJoins,
  joinOf,
  livingJoins,
} from '#shared/import/column-joins.ts'
import { findValues, livingValues, type TaughtColumn } from '#shared/import/column-values.ts'
import { areTheSame, type ColumnName } from '#shared/import/file-columns.ts'

/** Columns of the wizard's file, and what its rows do. */
export class ColumnsState {
  mapping = $state.raw<ColumnMapping>([])
  /** Fields that the dealer joins of several columns; texts are joined in any case. */
  joins = $state.raw<ColumnJoins>({})
  /** Values that every row has. */
  constants = $state.raw<Constants>({})
  /** Meanings of words, by column, as the dealer taught them. */
  values = $state.raw<readonly TaughtColumn[]>([])
  /** Headers that a mapping of the dealer's names and this file lacks. */
  missingHeaders = $state.raw<readonly string[]>([])
  /** A file with this header was imported before: what was chosen for it is chosen again. */
  remembered = $state(false)
  /** The mapping is the one chosen for the last file with this header, not the matched one. */
  mappedAsLastTime = $state(false)
  /** Dealer's name for these columns, for the file that they are saved as. */
  name = $state('')
  /** Contents of the file, as the dealer says; null: as the columns say. */
  holds = $state<FileContent | null>(null)

  /** Columns of actions (counted from 0) of which the dealer said that they aren't used. */
  #noActions = $state.raw<readonly number[]>([])
  readonly #fields: readonly ColumnName[]
  readonly #onChange: () => void
  #inspection = $state.raw<Inspection | null>(null)

  /** @param onChange what was checked is checked with other columns from now on */
  constructor(fields: readonly ColumnName[], onChange: () => void) {
    this.#fields = fields
    this.#onChange = onChange
  }

  get header(): readonly string[] {
    return this.#inspection?.header ?? []
  }

  /** Operation of every row, if the dealer says so; null: as the columns say, or as the stock's links do. */
  get operation(): Operation | null {
    return this.holds === 'stock' ? null : this.holds
  }

  /** True if the columns say what to do, or the dealer did. */
  get operationKnown(): boolean {
    return this.holds !== null || this.derivedOperation !== null
  }

  /**
   * Operation that the columns and the values of all rows say. Ids with values to change are no longer a delete.
   * Numbers that only look like ids are none before the dealer says so.
   */
  get derivedOperation(): Operation | 'mixed' | null {
    const derived = deriveOperation(this.#known, this.header)
    const onlyLooksSo = this.matchOf(this.mapping.indexOf('auto_id')) === 'content'
    return derived === 'delete' && onlyLooksSo ? null : derived
  }

  get mapped(): boolean {
    return this.mapping.some((field) => field !== null)
  }

  /** Columns that the rows need and the file lacks, before any of them is checked. */
  get missing(): readonly ColumnName[] {
    if (this.holds === 'stock') return []
    const { derivedOperation } = this
    const operation = derivedOperation === 'mixed' ? derivedOperation : (this.operation ?? derivedOperation)
    if (operation === null) return []
    const { columns } = joinOf('price', this.mapping, this.joins)
    const priced = columns.some((index) => this.#inspection?.pricesWithCurrency.includes(index))
    return missingColumns(this.#known, operation, priced || columns.some((index) => this.currencyOf(index)))
  }

  /** Fields that no column has, because each of several may be it: the names of these. */
  get rivals(): readonly { readonly field: ColumnName; readonly names: readonly string[] }[] {
    return (this.#inspection?.rivals ?? [])
      .filter(({ field }) => !this.has(field))
      .map(({ field, columns }) => ({ field, names: columns.map((column) => this.header[column] ?? '') }))
  }

  /** Columns (counted from 0) that seem to say what rows do, until a person says whether they do. */
  get openActions(): readonly number[] {
    return (this.#inspection?.actions ?? []).filter(
      (column) => this.mapping[column] === null && !this.has('action') && !this.#noActions.includes(column),
    )
  }

  /** Columns (counted from 0) of which a person said that they mean nothing. */
  get ignored(): number[] {
    return this.#noActions.filter((column) => this.mapping[column] === null)
  }

  /** The cells of a column among the first rows, each once. */
  cellsOf(column: number): string[] {
    const cells = (this.#inspection?.sample ?? []).map((row) => row[column]?.trim() ?? '')
    return [...new Set(cells.filter((cell) => cell !== ''))]
  }

  /** The code of the currency that the name of a column of prices says; null for any other column. */
  currencyOf(column: number): string | null {
    if (this.mapping[column] !== 'price') return null
    const found = this.#inspection?.headerCurrencies.find((each) => each.column === column)
    return found?.currency ?? null
  }

  /** True if the rows can be checked with these columns. */
  get complete(): boolean {
    return this.operationKnown && this.mapped && this.missing.length === 0
  }

  /** True if a column is only compared: it names the car of a row whose advert is known otherwise. */
  isCompared(column: number): boolean {
    const field = this.mapping[column] ?? null
    if (this.holds === 'stock') return false
    if (field === null) return this.#inspection?.naming.includes(column) ?? false
    const operation = this.operation ?? this.derivedOperation
    return namingFields.has(field) && (operation === 'edit' || operation === 'delete')
  }

  /** Match of a column, if it has the field that was found for it; null otherwise. */
  matchOf(column: number): ColumnMatch | null {
    const found = this.#inspection?.mapping[column] ?? null
    if (found === null || found !== this.mapping[column]) return null
    return this.#inspection?.matches[column] ?? null
  }

  /** Columns that rows have: those of the file, and the values of all rows. */
  get #known(): ColumnMapping {
    return [...this.mapping, ...(Object.keys(this.constants) as ConstantField[])]
  }

  /** Takes the columns as they were matched, or as the account chose them for the last file with this header. */
  begin(inspection: Inspection, remembered: ColumnMap | null): void {
    this.#inspection = inspection
    this.remembered = remembered !== null
    const { header, mapping: matched } = inspection
    const { mapping, joins } = remembered
      ? applyColumnMap(
          remembered,
          header,
          header.map(() => null),
        )
      : { mapping: matched, joins: {} }
    this.#map(mapping, joins)
    const { name = '', set = {}, holds = null, values = {} } = remembered ?? {}
    this.values = findValues(values, header, mapping)
    this.#noActions = remembered ? inspection.actions : []
    this.holds ??= holds
    this.name = name === '' ? stemOf(inspection.fileName) : name
    this.#setConstants(set)
    this.mappedAsLastTime = mapping.some((field, index) => field !== matched[index])
  }

  /** Choices to keep for another start. */
  get memo() {
    const { mapping, joins, constants, values, name, holds } = this
    return { mapping, joins, constants, values, name, holds, noActions: this.#noActions }
  }

  /** Takes what was chosen before for the file. */
  restore({ mapping, joins, constants, values, name, holds, noActions }: ColumnsState['memo']): void {
    Object.assign(this, { mapping, joins, constants, values, name, holds })
    this.#noActions = noActions
  }

  clear(): void {
    this.#inspection = null
    this.mapping = []
    this.joins = {}
    this.constants = {}
    this.values = []
    this.#noActions = []
    this.missingHeaders = []
    this.mappedAsLastTime = false
    this.name = ''
    this.holds = null
  }

  /**
   * Maps a column to a field; another column that had this field loses it, unless these are joined, and so do all rows.
   */
  assign(column: number, field: ColumnName | null): void {
    if (field !== null) this.#setConstants(withoutField(this.constants, field))
    const stays = field === null || areJoined(field, this.joins)
    const others = stays ? this.mapping : withoutColumn(this.mapping, field)
    this.#map(
      others.map((old, index) => (index === column ? field : old)),
      this.joins,
    )
  }

  /** The column says nothing of what its rows do. */
  dismissAction(column: number): void {
    this.#noActions = [...this.#noActions, column]
  }

  /** Keeps what a word of a column means; null takes it back. */
  teach(column: number, word: string, meaning: string | null): void {
    const { [word]: _, ...others } = this.values.find((each) => each.column === column)?.words ?? {}
    const words = meaning === null ? others : { ...others, [word]: meaning }
    this.values = [...this.values.filter((each) => each.column !== column), { column, words }]
    this.#onChange()
  }

  /** Meaning of a word of a column, as the dealer taught it; undefined without one. */
  taught(column: number, word: string): string | undefined {
    const words = livingValues(this.values, this.mapping).find((each) => each.column === column)?.words
    return Object.entries(words ?? {}).find(([each]) => headerKey(each) === headerKey(word))?.[1]
  }

  /** Gives a field several columns (counted from 0), in this order; other columns that had the field lose it, and so do all rows. */
  join(field: ColumnName, columns: readonly number[], separator: string): void {
    this.#setConstants(withoutField(this.constants, field))
    const others = withoutColumn(this.mapping, field)
    this.#map(
      others.map((old, index) => (columns.includes(index) ? field : old)),
      { ...this.joins, [field]: { columns, separator } },
    )
  }

  /** Gives the columns of a join back what they were matched as, if no other column has it. */
  separate(field: ColumnName): void {
    const { columns } = joinOf(field, this.mapping, this.joins)
    let mapping = withoutColumn(this.mapping, field)
    for (const index of columns) {
      const matched = this.#inspection?.mapping[index] ?? null
      const isFree =
        matched !== null && !mapping.some((other) => other !== null && areTheSame(other, matched))
      if (isFree) mapping = mapping.map((old, at) => (at === index ? matched : old))
    }
    this.#map(mapping, this.joins)
  }

  /** The join that gives a field, or null if a single column does. */
  joinOf(field: ColumnName | null): ColumnJoin | null {
    const join = field === null ? null : joinOf(field, this.mapping, this.joins)
    return join && join.columns.length > 1 ? join : null
  }

  /** The fields that several columns give. */
  get joinedFields(): readonly ColumnName[] {
    return this.#fields.filter((field) => this.joinOf(field) !== null)
  }

  /** True if a column gives the rows this field. */
  has(field: ColumnName): boolean {
    return this.mapping.some((column) => column !== null && areTheSame(column, field))
  }

  /** Gives every row a value, or none. A column that had this field loses it. */
  setConstant(field: keyof Constants, value: string | null): void {
    const others = withoutField(this.constants, field)
    this.#setConstants(value === null ? others : { ...others, [field]: value })
    if (value !== null && this.has(field)) this.#map(withoutColumn(this.mapping, field), this.joins)
  }

  /** The columns as a file that `--map` and another computer take. */
  columnMap(): ColumnMap {
    return columnMapOf(
      this.name.trim(),
      this.header,
      this.mapping,
      this.constants,
      this.joins,
      livingValues(this.values, this.mapping),
    )
  }

  /** Takes the columns of such a file. @returns false if it is none */
  async takeColumnMap(text: string): Promise<boolean> {
    const { columnMapSchema } = await import('#shared/import/column-map-schema.ts')
    const read = columnMapSchema.safeParse(jsonOf(text))
    if (!read.success || !this.#inspection) return false
    const { header } = this.#inspection
    const { mapping, joins, missing } = applyColumnMap(read.data, header, matchedByName(this.#inspection))
    this.#map(mapping, joins)
    if (read.data.name) this.name = read.data.name
    this.values = findValues(read.data.values ?? {}, header, mapping)
    const told = new Set(Object.keys(read.data.columns).map(headerKey))
    this.#noActions = this.#inspection.actions.filter((column) => told.has(headerKey(header[column] ?? '')))
    this.#setConstants(read.data.set ?? {})
    this.missingHeaders = missing
    return true
  }

  matchAgain(): void {
    if (this.#inspection) this.#map(this.#inspection.mapping)
  }

  choose(holds: FileContent | null): void {
    this.holds = holds
    this.#onChange()
  }

  #map(mapping: ColumnMapping, joins: ColumnJoins = {}): void {
    this.mapping = mapping
    this.joins = livingJoins(mapping, joins)
    this.mappedAsLastTime = false
    this.missingHeaders = []
    this.#onChange()
  }

  #setConstants(constants: Constants): void {
    this.constants = constants
    this.#onChange()
  }
}

/** Fields that no edit and no delete sends. */
const namingFields: ReadonlySet<string> = new Set(['marka_id', 'model_id', 'make_model'])

const withoutColumn = (mapping: ColumnMapping, field: ColumnName): ColumnMapping =>
  mapping.map((old) => (old !== null && areTheSame(old, field) ? null : old))

/** The constants without one that the field takes the place of. */
function withoutField(constants: Constants, field: ColumnName): Constants {
  return Object.fromEntries(
    Object.entries(constants).filter(([name]) => !areTheSame(name as ConstantField, field)),
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}
