import { wholeOf } from '../file-bytes.ts'
import { markupText } from './markup-text.ts'
import type { Sheet } from './sheet.ts'
import { sheetMarkup, xmlHead } from './sheet-markup.ts'
import { type ArchivedFile, zipArchive } from '../zip-archive.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The sheets as an .xlsx workbook (ECMA-376, transitional) in pieces, the first of them open. */
export function xlsxChunks(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const parts: ArchivedFile[] = [
    { name: '[Content_Types].xml', content: [Buffer.from(typesMarkup(sheets))] },
    { name: '_rels/.rels', content: [Buffer.from(rootMarkup)] },
    { name: 'xl/workbook.xml', content: [Buffer.from(workbookMarkup(sheets))] },
    { name: 'xl/_rels/workbook.xml.rels', content: [Buffer.from(relationsMarkup(sheets))] },
    { name: 'xl/styles.xml', content: [Buffer.from(stylesMarkup)] },
    ...sheets.map((sheet, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: sheetMarkup(sheet),
    })),
  ]
  return zipArchive(parts)
}

/** The same as a whole, for a workbook that is small or that its caller can't take in pieces. */
export const xlsxBytes = (sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> =>
  wholeOf(xlsxChunks(sheets))

const typesMarkup = (sheets: readonly Sheet[]): string =>
  `${xmlHead}<Types xmlns="${packaged}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${kinds}.styles+xml"/>` +
  sheets
    .map(
      (_sheet, at) =>
        `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${kinds}.worksheet+xml"/>`,
    )
    .join('') +
  '</Types>'

const rootMarkup =
  `${xmlHead}<Relationships xmlns="${packaged}/relationships">` +
  `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

function workbookMarkup(sheets: readonly Sheet[]): string {
  const each = sheets.map(
    ({ name, hidden = false }, at) =>
      `<sheet name="${markupText(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  return (
    `${xmlHead}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView activeTab="0"/></bookViews>` +
    `<sheets>${each.join('')}</sheets></workbook>`
  )
}

function relationsMarkup(sheets: readonly Sheet[]): string {
  const each = sheets.map(
    (_sheet, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const styles = `<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/>`
  return `${xmlHead}<Relationships xmlns="${packaged}/relationships">${each.join('')}${styles}</Relationships>`
}

/** The formats of cells in the order of `formats`: as it comes, the header in bold on grey, and text (format 49, `@`). */
const stylesMarkup =
  `${xmlHead}<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE7E9EE"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
