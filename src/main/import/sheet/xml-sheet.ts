import type { SourceFile } from '../csv/source-file.ts'
import { booleanText, notComputed } from './cell-text.ts'
import { readXml } from './markup.ts'
import { readDocument } from './markup-text.ts'
import { generalFormat, isoText, type NumberFormat, numberFormatOf } from './number-format.ts'
import { mostCells } from '../csv/read-table.ts'
import type { RowWriter } from './row-writer.ts'
import { brokenSheet, hugeSheet } from './sheet-faults.ts'

/** The names of the sheets of a workbook saved as XML ("XML Spreadsheet 2003"). */
export async function xmlSheetNames(source: SourceFile): Promise<string[]> {
  const names: string[] = []
  const reader = {
    open: (name: string, { Name = '' }: Readonly<Record<string, string>>) => {
      if (name === 'Worksheet') names.push(Name)
    },
  }
  await readXml(readDocument(source), reader, source.name)
  return names
}

/** Writes the rows of one of its sheets, counted from 0. @returns how many rows are hidden */
export async function writeXmlSheet(
  source: SourceFile,
  sheet: number,
  writer: RowWriter,
): Promise<{ hidden: number }> {
  const reader = new XmlSheetReader(source.name, sheet, writer)
  await readXml(readDocument(source), reader, source.name)
  return { hidden: reader.hidden }
}

/** Formats that have a name instead of a code and show a moment or a percentage. */
const namedFormats: Readonly<Record<string, string>> = {
  'General Date': 'd.m.yyyy h:mm',
  'Long Date': 'd.m.yyyy',
  'Medium Date': 'd.m.yyyy',
  'Short Date': 'd.m.yyyy',
  'Long Time': 'h:mm:ss',
  'Medium Time': 'h:mm',
  'Short Time': 'h:mm',
  Percent: '0%',
}
/** The names of the others. */
const plainNames =
  /^(?:General Number|Fixed|Standard|Scientific|(?:Euro )?Currency|Yes\/No|True\/False|On\/Off)$/

class XmlSheetReader {
  hidden = 0
  readonly #file: string
  readonly #sheet: number
  readonly #writer: RowWriter
  #at = -1
  #row = 0
  #cells: string[] = []
  #column = -1
  #down = 0
  #across = 0
  #type = ''
  #text = ''
  #formula = false
  #inData = false
  /** A note at the cell has its text in the same kind of element. */
  #inNote = false
  #styleId = ''
  readonly #formats = new Map<string, NumberFormat>()
  #rowFormat = generalFormat
  #format = generalFormat

  constructor(file: string, sheet: number, writer: RowWriter) {
    this.#file = file
    this.#sheet = sheet
    this.#writer = writer
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'Worksheet') this.#at += 1
    else if (name === 'Style') this.#styleId = attributes.ID ?? ''
    else if (name === 'NumberFormat') this.#formats.set(this.#styleId, formatNamed(attributes.Format))
    if (this.#at !== this.#sheet) return
    if (name === 'Row') this.#beginRow(attributes)
    else if (name === 'Cell') this.#beginCell(attributes)
    else if (name === 'Comment') this.#inNote = true
    else if (name === 'Data' && !this.#inNote) {
      this.#type = attributes.Type ?? 'String'
      this.#inData = true
    }
  }

  readonly text = (piece: string): void => {
    if (this.#inData) this.#text += piece
  }

  readonly close = (name: string): void => {
    if (this.#at !== this.#sheet) return
    if (name === 'Data') this.#inData = false
    else if (name === 'Comment') this.#inNote = false
    else if (name === 'Cell') this.#endCell()
    else if (name === 'Row') this.#writer.write(this.#row, this.#cells)
  }

  #beginRow({ Index, Hidden, StyleID }: Readonly<Record<string, string>>): void {
    const row = Index === undefined ? this.#row + 1 : Number(Index)
    if (!Number.isInteger(row) || row <= this.#row) throw brokenSheet(this.#file)
    this.#row = row
    this.#cells = []
    this.#column = -1
    this.#across = 0
    this.#rowFormat = this.#formats.get(StyleID ?? '') ?? generalFormat
    if (Hidden === '1') this.hidden += 1
  }

  #beginCell(attributes: Readonly<Record<string, string>>): void {
    const { Index, MergeDown = '0', MergeAcross = '0', Formula, StyleID } = attributes
    const column = Index === undefined ? this.#column + this.#across + 1 : Number(Index) - 1
    if (!Number.isInteger(column) || column <= this.#column) throw brokenSheet(this.#file)
    if (column >= mostCells) throw hugeSheet(this.#file)
    this.#column = column
    this.#across = Number(MergeAcross) || 0
    this.#down = Number(MergeDown) || 0
    this.#formula = Formula !== undefined
    this.#type = ''
    this.#text = ''
    this.#format = StyleID === undefined ? this.#rowFormat : (this.#formats.get(StyleID) ?? generalFormat)
  }

  #endCell(): void {
    const text = this.#cellText()
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = text
    if (this.#down > 0) this.#writer.cover(this.#column, this.#row + this.#down, text)
  }

  #cellText(): string {
    const text = this.#text
    if (this.#type === '') return this.#formula ? notComputed : ''
    if (this.#type === 'Number' && text.trim() !== '' && !Number.isNaN(Number(text)))
      return this.#format(Number(text), false)
    if (this.#type === 'Boolean') return booleanText(text)
    return this.#type === 'DateTime' ? isoText(text, this.#format) : text
  }
}

const formatNamed = (name = ''): NumberFormat =>
  plainNames.test(name) ? generalFormat : numberFormatOf(namedFormats[name] ?? name)
