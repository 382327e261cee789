import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Encoding } from '#shared/import/draft.ts'
import { Fault } from '#shared/bridge/failure.ts'

/** A folder of files for one test file; remove() in afterAll. */
export class CsvFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'forecourt-csv-'))

  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name)
    writeFileSync(path, content)
    return path
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

/** Text in an encoding of one byte a letter, by turning the decoder round. */
export function encodeText(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  const decoder = new TextDecoder(encoding)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from(
    Array.from(text, (letter) => {
      const byte = bytes.get(letter)
      if (byte === undefined) throw new Error(`${encoding} has no ${letter}`)
      return byte
    }),
  )
}

/** The Fault that a call ends with: its code and details. */
export async function faultOf(call: () => unknown): Promise<{ code: string } & Fault['details']> {
  try {
    await call()
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, ...error.details }
    throw error
  }
  throw new Error('there was no fault')
}
