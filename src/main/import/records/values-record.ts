import { z } from 'zod'
import { guardText, unguardText } from '#shared/files/spreadsheet-text.ts'
import { fieldNamed } from '#shared/batch/field-names.ts'
import { storedJson } from '../../storage/stored-json.ts'
import { readStored } from '../../storage/stored-record.ts'
import { fieldKinds } from '../../writes/field-kinds.ts'
import type { CellChange, RecordFormat } from './record-format.ts'
import { type RecordPage, RecordPageWriter, sizeIn } from './record-page.ts'
import { decimalOf, digitsOf, type RecordView, type TextSum } from './record-view.ts'

const cellValueSchema = z.union([z.number(), z.string(), z.null()])

/** A cell that the app fills itself: a number, a text as it is meant, or null for an empty one. */
export type CellValue = z.infer<typeof cellValueSchema>

const rowSchema = storedJson.pipe(z.array(cellValueSchema))
const endMark = '\u001a'
const lostLetter = '\ufffd'

/** A text as a file would hold it: one kind of line end, no half of a character. */
const wellFormed = (value: CellValue): CellValue =>
  typeof value === 'string' ? value.toWellFormed().replaceAll(/\r\n?/g, '\n') : value

/** A value in the words of a file: a currency by its code. */
function textOf(column: string, value: CellValue): string {
  if (typeof value !== 'number') return value ?? ''
  const kind = fieldNamed(column)?.kind
  return String(kind === undefined ? value : fieldKinds[kind].cell(value))
}

/** A value as the cell of a file, where a text must not be read as a formula. */
const cellOf = (column: string, value: CellValue): string =>
  fieldNamed(column)?.kind === 'text' ? guardText(textOf(column, value)) : textOf(column, value)

/** The value of such a cell, which a person may have typed. */
const valueOf = (column: string, cell: string): CellValue =>
  fieldNamed(column)?.kind === 'text' ? unguardText(cell) : cell

/** A row of values: no sign of a text has a meaning for where its cells begin or end. */
export class ValuesRecord implements RecordView {
  readonly #columns: readonly string[]
  readonly #values: readonly CellValue[]
  readonly line: number
  readonly start: number
  readonly end: number
  readonly quote = null

  /** @param columns the contract's names of the cells */
  constructor(columns: readonly string[], values: readonly CellValue[], line = 1, start = 0, end = 0) {
    this.#columns = columns
    this.#values = values.map(wellFormed)
    this.line = line
    this.start = start
    this.end = end
  }

  get length(): number {
    return this.#values.length
  }

  get cells(): string[] {
    return this.#values.map((value, at) => cellOf(this.#columns[at] ?? '', value))
  }

  get nul(): boolean {
    return this.#holds('\0')
  }

  get hasEndMark(): boolean {
    return this.#holds(endMark)
  }

  /** The values with another cell. */
  changed({ column, value }: CellChange): CellValue[] {
    const changed = [...this.#values]
    while (changed.length <= column) changed.push(null)
    changed[column] = valueOf(this.#columns[column] ?? '', value)
    return changed
  }

  text(index: number): string {
    return textOf(this.#columns[index] ?? '', this.#values[index] ?? null)
  }

  meantText(index: number): string {
    return this.text(index)
  }

  digits(index: number): number {
    const value = this.#values[index]
    return digitsOf(typeof value === 'number' ? String(value) : this.text(index))
  }

  decimal(index: number): number {
    return decimalOf(this.text(index))
  }

  bytes(index: number): number {
    return Buffer.byteLength(this.text(index))
  }

  hasLostLetter(index: number): boolean {
    return this.text(index).includes(lostLetter)
  }

  addText(index: number, sum: TextSum): void {
    const bytes = new TextEncoder().encode(this.text(index))
    sum.addBytes(new DataView(bytes.buffer), 0, bytes.length)
  }

  #holds(sign: string): boolean {
    return this.#values.some((value) => typeof value === 'string' && value.includes(sign))
  }
}

/** Rows of values as bytes: a JSON array for each. */
export class ValuesFormat implements RecordFormat<ValuesRecord> {
  readonly #columns: readonly string[]

  /** @param columns the contract's names of the cells */
  constructor(columns: readonly string[]) {
    this.#columns = columns
  }

  read(bytes: Buffer): ValuesRecord {
    return new ValuesRecord(this.#columns, valuesIn(bytes))
  }

  /** @param before rows before those of the page */
  readPage(page: RecordPage, before = 0): readonly ValuesRecord[] {
    const { bytes, starts } = page
    return starts.map((start, at) => {
      const end = start + sizeIn(page, at)
      return new ValuesRecord(
        this.#columns,
        valuesIn(bytes.subarray(start, end)),
        before + at + 1,
        start,
        end,
      )
    })
  }

  writeChanged(page: RecordPageWriter, record: ValuesRecord, change: CellChange): void {
    writeRow(page, record.changed(change))
  }
}

/** Rows of values as one page. */
export function pageOf(rows: readonly (readonly CellValue[])[]): RecordPage {
  const writer = new RecordPageWriter()
  for (const row of rows) writeRow(writer, row)
  return writer.page
}

function writeRow(page: RecordPageWriter, values: readonly CellValue[]): void {
  page.begin()
  page.write(JSON.stringify(values))
  page.end()
}

const valuesIn = (bytes: Buffer): CellValue[] =>
  readStored(rowSchema, bytes.toString('utf8'), 'drafts, values')
