import { closeSync, fstatSync, fchmodSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock, timestamp, type Clock } from '../system/clock.ts'
import { redactNumber, type Redactor } from './redact.ts'

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export type LogDetails = Readonly<Record<string, unknown>>

export type Log = Readonly<Record<LogLevel, (event: string, details?: LogDetails) => void>> & {
  close(): void
}

export interface LogOptions {
  readonly directory: string
  readonly redactor: Redactor
  readonly clock?: Clock
  /** The least serious level that is written. */
  readonly level?: LogLevel
  /** A file larger than this makes place for a new one; one old file is kept. */
  readonly largestBytes?: number
}

/** An error as plain data: an Error itself would become `{}`. */
export const describeError = (error: unknown, depth = 3): unknown =>
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
  (_name: string, value: unknown): unknown =>
    value instanceof Error ? describeError(value) : redactNumber(redactor, value)

/**
 * A log of JSON lines, `forecourt.log` in the directory, readable by its owner only and of limited size. Each line
 * passes the redactor as a whole, so that no field can slip by.
 */
export function createLog(options: LogOptions): Log {
  const { directory, redactor, clock = systemClock, level = 'info', largestBytes = 2_000_000 } = options
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'forecourt.log')
  let file = open(path)

  const write = (severity: LogLevel, event: string, details: LogDetails = {}): void => {
    if (logLevels.indexOf(severity) < logLevels.indexOf(level) || file.closed) return
    const line = JSON.stringify({ at: timestamp(clock), level: severity, event, ...details }, plain(redactor))
    if (file.bytes > largestBytes) file = rotate(path, file)
    file.bytes += writeSync(file.descriptor, `${redactor.redact(line)}\n`)
  }

  return {
    debug: (event, details) => write('debug', event, details),
    info: (event, details) => write('info', event, details),
    warn: (event, details) => write('warn', event, details),
    error: (event, details) => write('error', event, details),
    close() {
      if (!file.closed) closeSync(file.descriptor)
      file.closed = true
    },
  }
}

interface LogFile {
  readonly descriptor: number
  bytes: number
  closed: boolean
}

function open(path: string): LogFile {
  const descriptor = openSync(path, 'a', 0o600)
  fchmodSync(descriptor, 0o600)
  return { descriptor, bytes: fstatSync(descriptor).size, closed: false }
}

function rotate(path: string, file: LogFile): LogFile {
  closeSync(file.descriptor)
  renameSync(path, `${path}.1`)
  return open(path)
}
