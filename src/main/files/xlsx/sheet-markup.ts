import { setImmediate as nextTurn } from 'node:timers/promises'
import { cellText, markupText } from './markup-text.ts'
import { columnLetters, longestText, type Sheet, type SheetCell, type SheetColumn } from './sheet.ts'

/** Places in the list of cell formats that `style-markup.ts` writes. */
export const formats = { plain: 0, header: 1, text: 2 } as const

/** Rows that are written between two turns of the main thread. */
const rowsAtOnce = 100

/** Rows for which a choice and a hint are there, beyond those that are filled. */
const rowsToFill = 2_000

/** Longest hint that Excel takes, and its longest title. */
const longestHint = 255
const longestTitle = 32

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A worksheet part (ECMA-376, CT_Worksheet) in pieces, its elements in the order of the schema. */
export async function* sheetMarkup(sheet: Sheet): AsyncGenerator<Buffer> {
  const headers = sheet.columns.map(({ header }) => header)
  let markup =
    `${xmlHead}<worksheet xmlns="${main}">${viewMarkup(sheet)}${columnsMarkup(sheet)}<sheetData>` +
    rowMarkup(1, headers, () => formats.header)
  const format = formatOf(sheet)
  let count = 0
  for await (const cells of sheet.rows) {
    count += 1
    markup += rowMarkup(count + 1, cells, format)
    if (count % rowsAtOnce !== 0) continue
    yield Buffer.from(markup)
    markup = ''
    await nextTurn()
  }
  yield Buffer.from(`${markup}</sheetData>${validationsMarkup(sheet, count)}</worksheet>`)
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The header stays in sight. */
const viewMarkup = ({ hidden = false }: Sheet): string =>
  `<sheetViews><sheetView workbookViewId="0">${
    hidden
      ? ''
      : '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>'
  }</sheetView></sheetViews>`

function columnsMarkup({ columns }: Sheet): string {
  const each = columns.map(
    ({ width, text = false }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${text ? formats.text : formats.plain}" customWidth="1"/>`,
  )
  return `<cols>${each.join('')}</cols>`
}

const formatOf =
  ({ columns }: Sheet) =>
  (column: number): number =>
    columns[column]?.text ? formats.text : formats.plain

function rowMarkup(row: number, cells: readonly SheetCell[], format: (column: number) => number): string {
  const each = cells.map((cell, column) => cellMarkup(cell, `${columnLetters(column)}${row}`, format(column)))
  return `<row r="${row}">${each.join('')}</row>`
}

/** A text that no cell holds is left out, not cut: the caller says which. */
function cellMarkup(cell: SheetCell, place: string, format: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}" s="${format}"><v>${cell}</v></c>`
  if (cell.length > longestText) return ''
  return `<c r="${place}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${cellText(cell)}</t></is></c>`
}

function validationsMarkup({ columns }: Sheet, rows: number): string {
  const last = rows + rowsToFill + 1
  const each = columns.flatMap((column, at) => {
    const letters = columnLetters(at)
    return column.choice || column.hint ? [validationMarkup(column, `${letters}2:${letters}${last}`)] : []
  })
  return each.length === 0 ? '' : `<dataValidations count="${each.length}">${each.join('')}</dataValidations>`
}

function validationMarkup({ header, choice, hint = '' }: SheetColumn, cells: string): string {
  const attributes = [
    ...(choice ? ['type="list"'] : []),
    'allowBlank="1"',
    ...(hint === '' ? [] : ['showInputMessage="1"']),
    ...(choice?.only ? ['showErrorMessage="1"'] : []),
    ...(hint === ''
      ? []
      : [`promptTitle="${attribute(header, longestTitle)}"`, `prompt="${attribute(hint, longestHint)}"`]),
    `sqref="${cells}"`,
  ].join(' ')
  return choice
    ? `<dataValidation ${attributes}><formula1>${markupText(choice.source)}</formula1></dataValidation>`
    : `<dataValidation ${attributes}/>`
}

const attribute = (text: string, most: number): string =>
  markupText(text.length > most ? `${text.slice(0, most - 1)}…` : text)
