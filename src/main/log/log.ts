import { closeSync, fstatSync, fchmodSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { visibleJson } from '../words/visible.ts'
import { systemClock, timestamp, type Clock } from '../system/clock.ts'
import { redactedStart, redactNumber, Redactor } from './redact.ts'
import { makeFolder } from '../system/make-folder.ts'

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export type LogDetails = Readonly<Record<string, unknown>>

export interface LogOptions {
  readonly directory: string
  readonly redactor?: Redactor | undefined
  readonly clock?: Clock
  /** The least serious level that is written. */
  readonly level?: LogLevel
  /** A file that grew larger than this is renamed and a new one begun; one old file is kept. */
  readonly largestBytes?: number
}

/** An error as plain data: an Error itself would become `{}`. */
const describeError = (error: unknown, depth = 3): unknown =>
  error instanceof Error && depth > 0
    ? {
        ...Object.fromEntries(Object.entries(error)),
        name: error.name,
        message: error.message,
        stack: error.stack,
        ...(error.cause === undefined ? {} : { cause: describeError(error.cause, depth - 1) }),
      }
    : error

const plain =
  (redactor: Redactor) =>
  (_name: string, value: unknown): unknown => {
    // Of a long text only its beginning: matching takes long.
    if (typeof value === 'string') return redactor.withhold(redactedStart(redactor, value, Infinity))
    return value instanceof Error ? describeError(value) : redactNumber(redactor, value)
  }

/**
 * A log of JSON lines, `forecourt.log` in the directory, readable by its owner only and of limited size. It takes fields, never an
 * address with a query. Each text passes the redactor, or is withheld if it holds a key in another escaping. So does the
 * line as a whole, so that no field is missed.
 */
export class Log {
  readonly path: string
  /** Redactor of every line; it is given each key. */
  readonly redactor: Redactor
  readonly #clock: Clock
  readonly #least: number
  readonly #largestBytes: number
  #file: LogFile | null

  constructor(options: LogOptions) {
    const {
      directory,
      redactor = new Redactor(),
      clock = systemClock,
      level = 'info',
      largestBytes = 2_000_000,
    } = options
    makeFolder(directory)
    this.path = join(directory, 'forecourt.log')
    this.redactor = redactor
    this.#clock = clock
    this.#least = logLevels.indexOf(level)
    this.#largestBytes = largestBytes
    this.#file = openFile(this.path)
  }

  debug(event: string, details?: LogDetails): void {
    this.#write('debug', event, details)
  }

  info(event: string, details?: LogDetails): void {
    this.#write('info', event, details)
  }

  warn(event: string, details?: LogDetails): void {
    this.#write('warn', event, details)
  }

  error(event: string, details?: LogDetails): void {
    this.#write('error', event, details)
  }

  /** Lines that are logged after this are dropped. */
  close(): void {
    if (this.#file) closeSync(this.#file.descriptor)
    this.#file = null
  }

  #write(level: LogLevel, event: string, details: LogDetails = {}): void {
    if (logLevels.indexOf(level) < this.#least || !this.#file) return
    const line = JSON.stringify(
      { at: timestamp(this.#clock), level, event, ...details },
      plain(this.redactor),
    )
    try {
      if (this.#file.bytes > this.#largestBytes) this.#file = rotate(this.path, this.#file)
      this.#file.bytes += writeSync(this.#file.descriptor, `${visibleJson(this.redactor.redact(line))}\n`)
    } catch {
      // A full disk costs lines of the log, and nothing else.
    }
  }
}

interface LogFile {
  readonly descriptor: number
  bytes: number
}

function openFile(path: string): LogFile {
  const descriptor = openSync(path, 'a', 0o600)
  fchmodSync(descriptor, 0o600)
  return { descriptor, bytes: fstatSync(descriptor).size }
}

function rotate(path: string, file: LogFile): LogFile {
  try {
    renameSync(path, `${path}.1`)
  } catch {
    // What is held for a moment makes place at the next line.
  }
  const next = openFile(path)
  closeSync(file.descriptor)
  return next
}
