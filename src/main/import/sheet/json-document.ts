import { Fault } from '#shared/bridge/failure.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'
import { detectEncoding } from '../encoding/detect-encoding.ts'
import { decoderOf } from '../../files/text-decoder.ts'
import type { MarkupHandler } from './markup.ts'
import { hugeSheet } from './zip-directory.ts'

/** A stock of a dealership has some megabytes; the whole document is in memory. */
const mostBytes = 268_435_456

/** True if a text begins as JSON with records does. */
export const isJson = (head: string): boolean => /^\s*(?:\{\s*["}]|\[\s*[[{\]])/.test(head)

/** Name of an entry in a list whose key names the list. */
const entry = 'record'

/**
 * Reads a JSON document, or one in each line, as XML would tell it: a key is an element, an entry of a list one with the name
 * `record` in it, and a list of values that element several times.
 * @throws Fault `xml-broken` with the reason `json` and the line, `sheet-too-large`, what detectEncoding throws
 */
export function openJson(source: SourceFile): (handler: MarkupHandler) => void {
  if (source.bytes > mostBytes) throw hugeSheet(source.name)
  const bytes = Buffer.alloc(source.bytes)
  const read = bytes.subarray(0, readBytes(source, bytes, 0))
  const text = decoderOf(detectEncoding(source).encoding, 'strict').decode(read, false)
  const value = parsed(source.name, text)
  return (handler) => {
    if (Array.isArray(value)) tellList(value, null, handler)
    else if (isObject(value)) tellEntries(value, handler)
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    const lines = text.split(/\r?\n/)
    if (isWhole(lines.find((line) => line.trim() !== '') ?? ''))
      return lines.flatMap((line, at) => (line.trim() === '' ? [] : [parsedLine(file, line, at + 1)]))
    const [, line] = /\bline (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    throw broken(file, line === undefined ? lines.length : Number(line), error)
  }
}

function isWhole(line: string): boolean {
  try {
    return isObject(parse(line))
  } catch {
    return false
  }
}

function parsedLine(file: string, text: string, line: number): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw broken(file, line, error)
  }
}

const broken = (file: string, line: number, cause: unknown): Fault =>
  new Fault('xml-broken', { file, reason: 'json', line }, { cause })

/** Digits of a key that a number can't hold stay as they are written. */
const parse = (text: string): unknown =>
  JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? (context?.source ?? value)
      : value,
  )

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function tellEntries(value: Readonly<Record<string, unknown>>, handler: MarkupHandler): void {
  for (const [key, each] of Object.entries(value)) {
    if (Array.isArray(each)) tellList(each, key, handler)
    else tell(each, key, handler)
  }
}

/** @param key null if the list is the document itself */
function tellList(list: readonly unknown[], key: string | null, handler: MarkupHandler): void {
  if (key !== null && !list.some((each) => typeof each === 'object' && each !== null)) {
    for (const each of list.length === 0 ? [null] : list) tell(each, key, handler)
    return
  }
  if (key !== null) handler.open(key, {})
  for (const each of list) tell(each, entry, handler)
  if (key !== null) handler.close(key)
}

function tell(value: unknown, name: string, handler: MarkupHandler): void {
  handler.open(name, {})
  if (Array.isArray(value)) tellList(value, entry, handler)
  else if (isObject(value)) tellEntries(value, handler)
  else if (value !== null) handler.text(typeof value === 'string' ? value : JSON.stringify(value))
  handler.close(name)
}
