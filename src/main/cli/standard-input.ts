import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Fault } from '#shared/bridge/failure.ts'
import { longestText } from '../import/csv/source-file.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { stopSignals } from './stop-signals.ts'

/** Inputs that a shell has opened: `<(command)` is `/dev/fd/63`. A named pipe is none: a writer may never come. */
const opened = /^\/(dev|proc\/self)\/(stdin$|fd\/)/

/** Input that can't be read twice: standard input for `-` (a file of that name is `./-`), or what a shell opened. Null for a file. */
export function streamOf(path: string): Readable | null {
  if (path === '-') return process.stdin
  return opened.test(path) && !statSync(path, { throwIfNoEntry: false })?.isFile()
    ? createReadStream(path)
    : null
}

/**
 * A copy of an input that can't be read twice, until `remove` or the end by a signal: a table is read several times.
 * @throws Fault `storage`, `file-too-long`
 */
export async function keptInput(input: Readable): Promise<{ content: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-input-'))
  const content = join(folder, 'standard-input')
  const remove = (): void => {
    for (const signal of stopSignals) process.off(signal, removeAndEnd)
    rmSync(folder, { recursive: true, force: true })
  }
  // While rows are sent, the process ends by itself, and removes the copy then.
  const removeAndEnd = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return
    remove()
    process.kill(process.pid, signal)
  }
  for (const signal of stopSignals) process.on(signal, removeAndEnd)
  try {
    await pipeline(input, bounded(), createWriteStream(content, { mode: 0o600 }))
  } catch (error) {
    remove()
    throw storageFaultOf(error, content) ?? error
  }
  return { content, remove }
}

/** In bytes: no key, login or password is longer. What is behind isn't read. */
const longestSecret = 65_536

/** A key or a login from standard input, without its mark of byte order: PowerShell of Windows writes files as UTF-16. */
export async function secretInput(): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length > longestSecret) break
  }
  const bytes = Buffer.concat(parts)
  const encodings: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }
  return new TextDecoder(encodings[bytes.toString('hex', 0, 2)] ?? 'utf-8').decode(bytes)
}

function bounded(): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > longestText) done(new Fault('file-too-long', { file: 'standard-input' }))
      else done(null, chunk)
    },
  })
}
