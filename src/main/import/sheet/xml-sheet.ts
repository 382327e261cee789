import type { SourceFile } from '../csv/source-file.ts'
import { booleanText, notComputed, numberText } from './cell-text.ts'
import { readMarkup } from './markup.ts'
import { readDocument } from './markup-text.ts'
import { mostCells, type RowWriter } from './row-writer.ts'
import { brokenSheet, hugeSheet } from './zip-directory.ts'

/** The names of the sheets of a workbook saved as XML ("XML Spreadsheet 2003"). */
export async function xmlSheetNames(source: SourceFile): Promise<string[]> {
  const names: string[] = []
  await readMarkup(readDocument(source), {
    open: (name, { Name = '' }) => {
      if (name === 'Worksheet') names.push(Name)
    },
    text: () => undefined,
    close: () => undefined,
  })
  return names
}

/** Writes the rows of one of its sheets, counted from 0. @returns how many rows are hidden */
export async function writeXmlSheet(
  source: SourceFile,
  sheet: number,
  writer: RowWriter,
): Promise<{ hidden: number }> {
  const reader = new XmlSheetReader(source.name, sheet, writer)
  await readMarkup(readDocument(source), reader)
  return { hidden: reader.hidden }
}

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

  constructor(file: string, sheet: number, writer: RowWriter) {
    this.#file = file
    this.#sheet = sheet
    this.#writer = writer
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'Worksheet') this.#at += 1
    if (this.#at !== this.#sheet) return
    if (name === 'Row') this.#beginRow(attributes)
    else if (name === 'Cell') this.#beginCell(attributes)
    else if (name === 'Data') {
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
    else if (name === 'Cell') this.#endCell()
    else if (name === 'Row') this.#writer.write(this.#row, this.#cells)
  }

  #beginRow({ Index, Hidden }: Readonly<Record<string, string>>): void {
    const row = Index === undefined ? this.#row + 1 : Number(Index)
    if (!Number.isInteger(row) || row <= this.#row) throw brokenSheet(this.#file)
    this.#row = row
    this.#cells = []
    this.#column = -1
    this.#across = 0
    if (Hidden === '1') this.hidden += 1
  }

  #beginCell({ Index, MergeDown = '0', MergeAcross = '0', Formula }: Readonly<Record<string, string>>): void {
    const column = Index === undefined ? this.#column + this.#across + 1 : Number(Index) - 1
    if (!Number.isInteger(column) || column <= this.#column) throw brokenSheet(this.#file)
    if (column >= mostCells) throw hugeSheet(this.#file)
    this.#column = column
    this.#across = Number(MergeAcross) || 0
    this.#down = Number(MergeDown) || 0
    this.#formula = Formula !== undefined
    this.#type = ''
    this.#text = ''
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
      return numberText(Number(text))
    if (this.#type === 'Boolean') return booleanText(text)
    return this.#type === 'DateTime' ? text.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?$/, '') : text
  }
}
