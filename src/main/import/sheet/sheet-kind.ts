import { readBytes, type SourceFile } from '../csv/source-file.ts'

/** A workbook of Excel, or a table that a program saved as HTML or XML under the name of one. */
export type SheetKind = 'xlsx' | 'xml' | 'html'

const headBytes = 4_096
const zip = 'PK\x03\x04'

/** The beginning of a file, as letters of one byte. */
export function headOf(source: SourceFile): string {
  const bytes = Buffer.alloc(headBytes)
  const text = bytes.toString('latin1', 0, readBytes(source, bytes, 0))
  // UTF-16 leaves a NUL in every other place of the marks that are looked for.
  return text.replaceAll('\0', '').replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
}

/** What kind of spreadsheet a file is by its content, whatever it is called; null for a text. */
export function sheetKindOf(source: SourceFile): SheetKind | null {
  const head = headOf(source)
  if (head.startsWith(zip)) return 'xlsx'
  const start = head.trimStart().toLowerCase()
  if (/^<\?xml[^>]*>/.test(start)) {
    if (/<(?:\w+:)?workbook[\s>]/.test(start)) return 'xml'
    return /<(?:html|table)[\s>]/.test(start) ? 'html' : null
  }
  if (/^<(?:\w+:)?workbook[\s>]/.test(start)) return 'xml'
  return /^(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|meta|style|body|table)[\s>]/.test(start)
    ? 'html'
    : null
}
