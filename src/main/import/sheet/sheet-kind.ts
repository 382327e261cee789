import { isJson } from './json-document.ts'
import { type WrappedText, wrappedTextOf } from './wrapped-text.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'

/**
 * A workbook of Excel or another archive, a table saved as HTML or XML under a workbook's name, or JSON. Also XML of
 * another form, of which a repeated element is a row, and texts that hold a table in another text.
 */
export type SheetKind = 'xlsx' | 'gz' | 'xml' | 'html' | 'elements' | 'json' | WrappedText

const headBytes = 4_096
const zip = 'PK\x03\x04'
const gzip = '\x1f\x8b\x08'

/** A cloud drive keeps a table as a file that only holds its address. */
export const isLink = (head: string): boolean =>
  !head.includes('[') && /^\{[^]*"(?:doc_id|url)"[^]*\}/.test(head) && /docs\.google\.com|"doc_id"/.test(head)

/** True for a text with one byte a letter, or in UTF-8. */
export function isNarrow(source: SourceFile): boolean {
  const start = Buffer.alloc(4)
  readBytes(source, start, 0)
  return !start.includes(0) && start[0] !== 0xff && start[0] !== 0xfe
}

/** The beginning of a file, as letters of one byte. */
export function headOf(source: SourceFile): string {
  const bytes = Buffer.alloc(headBytes)
  const text = bytes.toString('latin1', 0, readBytes(source, bytes, 0))
  // UTF-16 leaves a NUL in every other place of the marks that are looked for.
  return text.replaceAll('\0', '').replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
}

/** Kind of spreadsheet by the content of a file, whatever it is called; null for a text. */
export function sheetKindOf(source: SourceFile): SheetKind | null {
  const head = headOf(source)
  if (head.startsWith(zip)) return 'xlsx'
  if (head.startsWith(gzip)) return 'gz'
  const wrapped = isNarrow(source) ? wrappedTextOf(head) : null
  if (wrapped) return wrapped
  if (isJson(head) && !isLink(head.trimStart())) return 'json'
  const start = head.trimStart().toLowerCase()
  const root = rootOf(start)
  if (/^<\?xml[^>]*>/.test(start)) return root === null ? kindWithin(start) : kindOfRoot(root)
  if (root === 'workbook') return 'xml'
  if (/^(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|meta|style|body|table)[\s>]/.test(start))
    return 'html'
  // Without the declaration of XML, what begins so may be a text.
  return root !== null && wholeTag.test(withoutProlog(start)) ? kindOfRoot(root) : null
}

const kindOfRoot = (root: string): SheetKind | null => {
  const known = kindsByRoot.get(root)
  return known === undefined ? 'elements' : known
}

/** Kinds by the name of the root. A document of OpenOffice is refused by its name. */
const kindsByRoot: ReadonlyMap<string, SheetKind | null> = new Map([
  ['workbook', 'xml'],
  ['html', 'html'],
  ['table', 'html'],
  ['office:document', null],
])

const prolog = /^(?:<\?[^]*?\?>|<!--[^]*?-->|<!doctype[^>[]*(?:\[[^]*?\]\s*)?>|\s+)*/
const withoutProlog = (start: string): string => start.replace(prolog, '')
const tagName = /^<([^\s<>/!?="']+)[\s/>]/
const wholeTag = /^<[^\s<>/!?="']+(?:\s[^<>]*)?\/?>/

/**
 * Name of the root in small letters, without a prefix unless it is known with it. Null if it isn't at the beginning of
 * the file, or if that is no XML.
 */
function rootOf(start: string): string | null {
  const [, name] = tagName.exec(withoutProlog(start)) ?? []
  if (name === undefined) return null
  return kindsByRoot.has(name) ? name : name.slice(name.indexOf(':') + 1)
}

/** By what is within the beginning of a document whose root is further behind. */
function kindWithin(start: string): SheetKind | null {
  if (/<(?:\w+:)?workbook[\s>]/.test(start)) return 'xml'
  return /<(?:html|table)[\s>]/.test(start) ? 'html' : 'elements'
}
