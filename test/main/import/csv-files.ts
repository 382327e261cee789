import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import type { Encoding } from '#shared/import/draft.ts'
import { folderOfFile } from '../../folders.ts'
import { Fault } from '#shared/bridge/failure.ts'

/** A folder of files, of the tests of one file unless another is given. */
export class CsvFolder {
  readonly path: string

  constructor(path = folderOfFile()) {
    this.path = path
  }

  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name)
    writeFileSync(path, content)
    return path
  }
}

/** Text in an encoding, by a library's own tables. @throws Error if the encoding lacks a letter of it */
export function encodeText(text: string, encoding: Encoding | 'koi8-r'): Buffer {
  const name = encoding === 'x-mac-cyrillic' ? 'macukraine' : encoding
  const bytes = iconv.encode(text, name)
  if (iconv.decode(bytes, name, { stripBOM: false }) !== text)
    throw new Error(`${encoding} lacks a letter of ${text}`)
  return bytes
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
