import type { Writable } from 'node:stream'
import type { Unread } from '#shared/bridge/unread.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import { visibleJson, visibleLine, visibleText } from '../words/visible.ts'

/**
 * The two streams of a command: results for programs and messages for people. Whatever a service, a file or its name
 * puts into a text, a terminal never obeys it: such characters are written as signs.
 */
export interface Output {
  /** Standard output: a line of the result, which may end with its line end. */
  readonly print: (line: string) => void
  /** Standard output: lines that are the program's own, as its help, or of JSON. */
  readonly printText: (text: string) => void
  /** Resolves when standard output takes more, so that what is printed in pieces isn't kept until it was read. */
  readonly flushed: () => Promise<void>
  /** Standard error: a line for people. */
  readonly say: (line: string) => void
  /** A line of progress that the next one replaces; not written if standard error is no terminal. */
  readonly progress: (line: string) => void
  /** Resolves, when all is written, with the error of a part that could not be, as on a full disk; absent, nothing is lost. */
  readonly lost?: () => Promise<Error | null>
  /** Adds a listener for each write that standard output didn't take; `isUnread`, its reader is gone. */
  readonly onLost?: (report: (error: Error, isUnread: boolean) => void) => void
}

/** Streams for the text, which is safe to be shown then. */
export interface Streams {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** As `Output` has it; absent, the text is taken at once. */
  readonly flushed?: () => Promise<void>
  /** True if standard error is a terminal. */
  readonly live: boolean
  /** As `Output` has them. */
  readonly lost?: Output['lost']
  readonly onLost?: Output['onLost']
}

/** Writes a piece of a file to standard output. @returns when it takes more, or its reader has read enough */
export const printBytes = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error && !isUnread(error) ? reject(error) : resolve()))
  })

export const exitCodes = { done: 0, partly: 1, unusable: 2 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const json = (value: unknown): string => `${visibleJson(JSON.stringify(value, printedFailure))}\n`

/** For JSON.stringify: a failure has the names that it has in a refusal. */
function printedFailure(_name: string, value: unknown): unknown {
  const isFailure = typeof value === 'object' && value !== null && 'words' in value && 'retry' in value
  if (!isFailure) return value
  const { code, words: message, details, next } = value as Failure
  return { code, message, details, next }
}

/** Characters of JSON that are printed at once. */
const pieceLength = 65_536

/** An object as JSON in pieces, with its `rows` behind all else: it is never in memory as a whole. */
export async function* jsonWithRows(
  head: object,
  rows: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<string> {
  const begin = JSON.stringify(head, printedFailure).slice(0, -1)
  let piece = `${begin}${begin.length > 1 ? ',' : ''}"rows":[`
  let between = ''
  for await (const row of rows) {
    piece += between + JSON.stringify(row)
    between = ','
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield `${piece}]}`
}

/** A line of a table, its cells apart by tabs: what a cell holds is shown as signs. */
export const tableLine = (cells: readonly (string | number)[]): string =>
  `${cells
    .map((cell) => visibleLine(String(cell)))
    .join('\t')
    .trimEnd()}\n`

/** Prints a line of JSON that comes in pieces. */
export async function printPieces(pieces: AsyncIterable<string>, output: Output): Promise<void> {
  for await (const piece of pieces) {
    output.print(visibleJson(piece))
    await output.flushed()
  }
  output.print('\n')
}

/** The only writer of the command line. */
export function outputTo({
  out,
  err,
  live,
  lost,
  onLost,
  flushed = () => Promise.resolve(),
}: Streams): Output {
  const begin = live ? '\r\u001b[K' : ''
  let isShown = false
  // A result doesn't begin behind the progress, also if both streams are one terminal.
  const withoutProgress = (text: string): void => {
    if (isShown) err(begin)
    isShown = false
    out(text)
  }
  return {
    print: (line) => withoutProgress(shownLine(line)),
    printText: (text) => withoutProgress(visibleText(text)),
    flushed,
    say: (line) => err(`${begin}${visibleLine(line)}\n`),
    progress: (line) => {
      if (live) err(begin + visibleLine(line))
      isShown = live
    },
    ...(lost && { lost }),
    ...(onLost && { onLost }),
  }
}

/** Says a text of several lines, as the stack of an error. */
export function sayLines(text: string, { say }: Pick<Output, 'say'>): void {
  for (const line of text.split('\n')) say(line)
}

const shownLine = (line: string): string =>
  line.endsWith('\n') ? `${visibleLine(line.slice(0, -1))}\n` : visibleLine(line)

/** @param streams of the process, whose standard error may be a terminal */
export function processOutput(
  streams: { readonly stdout: Writable; readonly stderr: Writable & { readonly isTTY?: boolean } } = process,
): Output {
  const { stdout, stderr } = streams
  let lost: Error | null = null
  // Whatever becomes of either stream, as a log on a full disk, a batch is still sent to its end.
  stderr.on('error', () => undefined)
  stdout.on('error', (error: Error) => {
    if (!isUnread(error)) lost ??= error
  })
  return outputTo({
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    flushed: () => untilDrained(stdout),
    live: stderr.isTTY ?? false,
    async lost() {
      // A stream tells its error in a later turn.
      await new Promise((resolve) => setImmediate(resolve))
      return lost
    },
    onLost: (report) => void stdout.on('error', (error: Error) => report(error, isUnread(error))),
  })
}

/** Resolves when the stream takes more, or its reader is gone. */
async function untilDrained(stream: Writable): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return
  await new Promise<void>((resolve) => {
    const events = ['drain', 'close', 'error'] as const
    const end = (): void => {
      for (const event of events) stream.off(event, end)
      resolve()
    }
    for (const event of events) stream.on(event, end)
  })
}

/** Errors of a write that is no longer read: `… | head` has read enough, or the terminal was closed. */
const unread = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'])

const isUnread = (error: Error & { readonly code?: unknown }): boolean => unread.has(String(error.code))

/** Says how much could not be read and the first reason; the command then ends with 1. */
export function sayUnread(
  unread: Unread,
  words: (said: { readonly count: number }) => string,
  output: Output,
): ExitCode {
  if (unread === null) return exitCodes.done
  const { count, first } = unread
  output.say(`${words({ count })}. ${first.words} ${first.next}`)
  return exitCodes.partly
}
