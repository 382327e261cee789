import { Fault } from '#shared/bridge/failure.ts'
import type { StatedRecords } from '#shared/import/file-facts.ts'
import { longestText, type SourceFile, wholeBytes } from '../csv/source-file.ts'
import { detectEncoding } from '../encoding/detect-encoding.ts'
import { decodeText } from '../../files/text-decoder.ts'
import type { MarkupHandler } from './markup.ts'
import { hugeSheet } from './sheet-faults.ts'

export interface JsonDocument {
  /** Null if it says nothing of the number of its records. */
  readonly stated: StatedRecords | null
  readonly read: (handler: MarkupHandler) => void
}

/** Name of an entry in a list whose key names the list. */
const entry = 'record'

/**
 * Opens a JSON document, or one in each line, and reports it as XML. A key is an element, an entry of a list is one
 * with the name `record` in it. A list of values repeats the element.
 * @throws Fault `xml-broken` with the reason `json` and the line, `sheet-too-large`, what detectEncoding throws
 */
export function openJson(source: SourceFile): JsonDocument {
  if (source.bytes > longestText) throw hugeSheet(source.name)
  const text = decodeText(wholeBytes(source), detectEncoding(source).encoding, 'strict')
  const value = parsed(source.name, text)
  return {
    stated: isObject(value) ? statedIn(value) : null,
    read: (handler) => {
      if (Array.isArray(value)) handleList(value, null, handler)
      else if (isObject(value)) handleEntries(value, handler)
    },
  }
}

const countNames =
  /^(?:total|count|total_?(?:count|items|records|results|elements|rows|size)|records_?total|num_?found)$/iu
const nextNames =
  /^(?:next|next_?(?:page|url|link|cursor|page_?token|href)|has_?(?:more|next|next_?page)|@odata\.nextlink|more)$/iu
const pagesNames = /^(?:total_?pages|pages|last_?page|page_?count|num_?pages)$/iu
const pageNames = /^(?:page|current_?page|page_?(?:number|index))$/iu
/** `meta`, `paging` and the like are next to the list, or one deeper. */
const deepest = 2

/** Number of all records that a document states next to its list; null without one. */
function statedIn(value: Readonly<Record<string, unknown>>, depth = 0): StatedRecords | null {
  const stated = Object.entries(value).flatMap(([key, each]): StatedRecords[] => {
    if (isObject(each) && depth < deepest && !(nextNames.test(key) && 'href' in each))
      return [statedIn(each, depth + 1) ?? []].flat()
    if (countNames.test(key) && Number.isSafeInteger(Number(each)) && Number(each) > 0)
      return [{ key, count: Number(each) }]
    return nextNames.test(key) && isSaid(each) ? [{ key, count: null }] : []
  })
  const numberOf = (names: RegExp): [key: string, number] | undefined =>
    Object.entries(value).flatMap(([key, each]): [string, number][] =>
      names.test(key) && Number.isSafeInteger(Number(each)) ? [[key, Number(each)]] : [],
    )[0]
  const [key = '', pages = 1] = numberOf(pagesNames) ?? []
  if (pages > (numberOf(pageNames)?.[1] ?? 1)) stated.push({ key, count: null })
  return stated.find(({ count }) => count !== null) ?? stated[0] ?? null
}

const isSaid = (value: unknown): boolean =>
  value === true || isObject(value) || (typeof value === 'string' ? value.trim() !== '' : Number(value) > 0)

function parsed(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    // Too deep for the parser.
    if (error instanceof RangeError) throw hugeSheet(file)
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

/** Reads what Python writes for no number, which isn't JSON, as words that are no value. */
function parse(text: string): unknown {
  try {
    return parseStrictly(text)
  } catch (error) {
    const quoted = withQuotedNoNumbers(text)
    if (quoted === text) throw error
    return parseStrictly(quoted)
  }
}

const noNumber = /-?\b(?:NaN|Infinity)\b/gu

/** A text may have such a word, too. */
function withQuotedNoNumbers(json: string): string {
  let isText = false
  return json
    .split('"')
    .map((part) => {
      const written = isText ? part : part.replace(noNumber, '"NaN"')
      // A mark behind a backslash is in the text.
      isText = !isText || (/\\+$/.exec(part)?.[0].length ?? 0) % 2 === 1
      return written
    })
    .join('"')
}

/** Digits of a key that a number can't hold stay as they are written. */
const parseStrictly = (text: string): unknown =>
  JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? (context?.source ?? value)
      : value,
  )

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function handleEntries(value: Readonly<Record<string, unknown>>, handler: MarkupHandler): void {
  for (const [key, each] of Object.entries(value)) {
    if (Array.isArray(each)) handleList(each, key, handler)
    else handle(each, key, handler)
  }
}

/** @param key null if the list is the document itself */
function handleList(list: readonly unknown[], key: string | null, handler: MarkupHandler): void {
  if (key !== null && !list.some((each) => typeof each === 'object' && each !== null)) {
    for (const each of list.length === 0 ? [null] : list) handle(each, key, handler)
    return
  }
  if (key !== null) handler.open(key, {})
  for (const each of list) handle(each, entry, handler)
  if (key !== null) handler.close(key)
}

function handle(value: unknown, name: string, handler: MarkupHandler): void {
  handler.open(name, {})
  if (Array.isArray(value)) handleList(value, entry, handler)
  else if (isObject(value)) handleEntries(value, handler)
  else if (value !== null) handler.text(typeof value === 'string' ? value : JSON.stringify(value))
  handler.close(name)
}
