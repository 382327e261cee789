import { Fault } from '#shared/bridge/failure.ts'
import { decodeText } from '../../files/text-decoder.ts'
import { longestText, type SourceFile, wholeBytes } from '../csv/source-file.ts'
import { firstUnreadableLine } from '../csv/source-text.ts'
import { detectEncoding, hasBom } from '../encoding/detect-encoding.ts'
import { surveyUtf8 } from '../encoding/utf8-survey.ts'
import { type MarkupHandler, StrictParser } from './markup.ts'
import { lineEndsIn } from '../rows/row.ts'
import { asBroken, hugeSheet } from './sheet-faults.ts'
import { headOf, isNarrow } from './file-kind.ts'
import type { ZipEntry } from './zip-entries.ts'

/**
 * Reads an XML document. Names are as they are written, with their prefixes.
 * @throws Fault `xml-broken` with the line and a reason if it is not well-formed, or has bytes that are none of its encoding;
 * `sheet-too-large`, what detectEncoding throws
 */
export function readXml(source: SourceFile, handler: MarkupHandler): void {
  const text = textOf(source, 'strict')
  const parser = new StrictParser(
    handler,
    source.name,
    (reason, index) =>
      new Fault('xml-broken', {
        file: source.name,
        reason,
        line: lineEndsIn(text.slice(0, Math.max(0, index))) + 1,
      }),
  )
  parser.write(text)
  parser.end()
}

/** The text of a page, with a sign for each letter that can't be read. @throws Fault `sheet-too-large`, what detectEncoding throws */
export const pageText = (source: SourceFile): string => textOf(source, 'lenient')

type Manner = 'strict' | 'lenient'

/** Patterns that name the encoding: the declaration of an XML document, or any word of a page. */
const declarations: Readonly<Record<Manner, RegExp>> = {
  strict: /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i,
  lenient: /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i,
}

function textOf(source: SourceFile, manner: Manner): string {
  const { name: file, bytes: size } = source
  if (size > longestText) throw hugeSheet(file)
  const bytes = wholeBytes(source)
  const encoding = encodingOf(source, bytes, declarations[manner])
  try {
    return decodeText(bytes, encoding, manner)
  } catch (cause) {
    // A name of no encoding is in the first line.
    const line = cause instanceof RangeError ? 1 : firstUnreadableLine(bytes, encoding)
    throw new Fault('xml-broken', { file, reason: 'encoding', encoding, line }, { cause })
  }
}

/** So many bytes don't turn out as UTF-8 by chance. */
const manyBytes = 64

/** The encoding that a document declares; without a declaration the one that is found. */
function encodingOf(source: SourceFile, bytes: Buffer, declaration: RegExp): string {
  const declared = declaration.exec(headOf(source).trimStart())?.[1]
  // Marks say more than a declaration, which could not even be read without them.
  if (declared === undefined || !isNarrow(source) || hasBom(source, 'utf-8'))
    return detectEncoding(source).encoding
  const { sound, highBytes } = surveyUtf8(bytes)
  // Programs that convert a document forget what it says of itself.
  return sound && highBytes > manyBytes ? 'utf-8' : declared
}

const headBytes = 256

/**
 * The text of an archive's entry that is XML, piece by piece, in the encoding that it names.
 * @throws Fault `sheet-broken` if it is no text, what unpacking throws
 */
export async function* readEntry({ name }: SourceFile, entry: ZipEntry): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for await (const bytes of entry.bytes()) {
      decoder ??= new TextDecoder(encodingOfPart(bytes), { fatal: true })
      yield decoder.decode(bytes, { stream: true })
    }
    if (decoder) yield decoder.decode()
  } catch (error) {
    throw asBroken(error, name)
  }
}

/** UTF-8 unless a mark or the declaration says otherwise; some programs write the encoding of their system. */
function encodingOfPart(start: Buffer): string {
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return declared.exec(start.toString('latin1', 0, headBytes))?.[1] ?? 'utf-8'
}
