import type { SourceFile } from '../csv/source-file.ts'
import {
  booleanText,
  generalFormat,
  isoText,
  notComputed,
  type NumberFormat,
  numberFormatOf,
} from './number-format.ts'
import { readXml } from './document-text.ts'
import { type Attributes, localName, type MarkupHandler } from './markup.ts'
import type { RowWriter } from './row-writer.ts'

/** The names of the sheets of a workbook saved as XML ("XML Spreadsheet 2003"). */
export function xmlSheetNames(source: SourceFile): string[] {
  const names: string[] = []
  const open = (name: string, attributes: Attributes): void => {
    if (localName(name) === 'Worksheet') names.push(localNames(attributes).Name ?? '')
  }
  readXml(source, { open, text: () => undefined, close: () => undefined })
  return names
}

/** Writes the rows of one of its sheets, counted from 0. @returns how many rows are hidden */
export function writeXmlSheet(source: SourceFile, sheet: number, writer: RowWriter): { hidden: number } {
  const reader = new XmlSheetReader(sheet, writer)
  readXml(source, reader)
  return { hidden: reader.hidden }
}

const localNames = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))

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

class XmlSheetReader implements MarkupHandler {
  hidden = 0
  readonly #sheet: number
  readonly #writer: RowWriter
  #at = -1
  #column = -1
  #across = 0
  #down = 0
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

  constructor(sheet: number, writer: RowWriter) {
    this.#sheet = sheet
    this.#writer = writer
  }

  readonly open = (written: string, given: Attributes): void => {
    const name = localName(written)
    const attributes = localNames(given)
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

  readonly close = (written: string): void => {
    const name = localName(written)
    if (this.#at !== this.#sheet) return
    if (name === 'Data') this.#inData = false
    else if (name === 'Comment') this.#inNote = false
    else if (name === 'Cell') this.#writer.put(this.#column, this.#cellText(), this.#down)
    else if (name === 'Row') this.#writer.end()
  }

  #beginRow({ Index, Hidden, StyleID }: Attributes): void {
    this.#writer.begin(Index)
    this.#column = -1
    this.#across = 0
    this.#rowFormat = this.#formats.get(StyleID ?? '') ?? generalFormat
    if (Hidden === '1') this.hidden += 1
  }

  #beginCell({ Index, MergeDown, MergeAcross, Formula, StyleID }: Attributes): void {
    this.#column = Index === undefined ? this.#column + this.#across + 1 : Number(Index) - 1
    this.#across = Number(MergeAcross ?? 0) || 0
    this.#down = Number(MergeDown ?? 0) || 0
    this.#formula = Formula !== undefined
    this.#type = ''
    this.#text = ''
    this.#format = StyleID === undefined ? this.#rowFormat : (this.#formats.get(StyleID) ?? generalFormat)
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
