import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'

/** Where the bytes of a record are. */
export interface RecordPlace {
  readonly chunk: number
  readonly start: number
  readonly size: number
}

const chunkSchema = z.object({ bytes: z.instanceof(Uint8Array) })

/** The bytes of staged records. The chunk read last is kept: records are asked for in the order of the file. */
export class StagedChunks {
  readonly #select: StatementSync
  #last = { id: 0, bytes: Buffer.alloc(0) as Buffer }

  constructor(db: DatabaseSync) {
    this.#select = db.prepare('SELECT bytes FROM chunks WHERE id = ?')
  }

  read({ chunk, start, size }: RecordPlace): Buffer {
    if (this.#last.id !== chunk) {
      const { bytes } = chunkSchema.parse(this.#select.get(chunk))
      this.#last = { id: chunk, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) }
    }
    return this.#last.bytes.subarray(start, start + size)
  }
}
