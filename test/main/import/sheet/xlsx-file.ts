import { crc32, deflateRawSync } from 'node:zlib'

export interface ZippedFile {
  readonly name: string
  readonly content: string | Buffer
  /** What the directory says of its size, if it lies. */
  readonly size?: number
  /** As it is, instead of deflated. */
  readonly stored?: boolean
  /** With its numbers in 64 bits, which follow its name in the directory (zip64). */
  readonly wide?: boolean
}

/** An archive with these files. */
export function zipOf(files: readonly ZippedFile[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, size, stored = false, wide = false } of files) {
    const bytes = Buffer.from(content)
    const packed = stored ? bytes : deflateRawSync(bytes)
    const fixed = Buffer.alloc(26)
    fixed.writeUInt16LE(20, 0)
    fixed.writeUInt16LE(stored ? 0 : 8, 4)
    fixed.writeUInt32LE(crc32(bytes), 10)
    fixed.writeUInt32LE(packed.length, 14)
    fixed.writeUInt32LE(size ?? bytes.length, 18)
    fixed.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fixed, Buffer.from(name), packed])
    const central = Buffer.alloc(42)
    central.writeUInt16LE(20, 0)
    fixed.copy(central, 2)
    central.writeUInt32LE(offset, 38)
    const extra = wide ? wideField(central, [20, 16, 38]) : Buffer.alloc(0)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), central, Buffer.from(name), extra]))
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  const length = directory.reduce((sum, bytes) => sum + bytes.length, 0)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end])
}

/** Moves the numbers at these places of an entry's line to a field of 64-bit ones. */
function wideField(line: Buffer, places: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + places.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(places.length * 8, 2)
  for (const [at, place] of places.entries()) {
    field.writeBigUInt64LE(BigInt(line.readUInt32LE(place)), 4 + at * 8)
    line.writeUInt32LE(0xffffffff, place)
  }
  line.writeUInt16LE(field.length, 26)
  return field
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The content of a cell: a text, a number, or its XML with `@` for its place. */
export type Cell = string | number | null | { readonly xml: string }

const cellXml = (cell: Cell, place: string): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  return cell.xml.replaceAll('@', place)
}

const letterOf = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26)

export interface TestSheet {
  readonly name: string
  /** Rows from row 1 on; null leaves a row out. */
  readonly rows: readonly (readonly Cell[] | null)[]
  readonly merges?: readonly string[]
  readonly state?: string
}

export function sheetXml({ rows, merges = [] }: Pick<TestSheet, 'rows' | 'merges'>): string {
  const body = rows.map((cells, at) =>
    cells === null
      ? ''
      : `<row r="${at + 1}">${cells.map((cell, column) => cellXml(cell, `${letterOf(column)}${at + 1}`)).join('')}</row>`,
  )
  const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  return `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body.join('')}</sheetData>${merged === '' ? '' : `<mergeCells count="${merges.length}">${merged}</mergeCells>`}</worksheet>`
}

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook; cells with `s="1"` are dates, with `t="s"` texts of `strings`. */
export function xlsxOf(
  sheets: readonly TestSheet[],
  options: { strings?: readonly string[]; more?: readonly ZippedFile[] } = {},
): Buffer {
  return zipOf(xlsxParts(sheets, options))
}

/** The parts of such a workbook. */
export function xlsxParts(
  sheets: readonly TestSheet[],
  { strings = [], more = [] }: { strings?: readonly string[]; more?: readonly ZippedFile[] } = {},
): ZippedFile[] {
  const list = sheets
    .map(
      ({ name, state = 'visible' }, at) =>
        `<sheet name="${escaped(name)}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
    )
    .join('')
  const relations = sheets
    .map(
      (_sheet, at) =>
        `<Relationship Id="rId${at + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
    )
    .join('')
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${relationships}"><sheets>${list}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${relations}<Relationship Id="s1" Type="${relationships}/styles" Target="styles.xml"/><Relationship Id="s2" Type="${relationships}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content:
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0 &quot;грн/день&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `<sst>${strings.map((text) => `<si><r><t>${escaped(text)}</t></r><rPh><t>x</t></rPh></si>`).join('')}</sst>`,
    },
    ...sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: sheetXml(sheet) })),
    ...more,
  ]
}
