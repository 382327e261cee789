import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'

/** Where the bytes of a record are. */
export interface RecordPlace {
  /** Bytes before it, in all chunks. */
  readonly place: number
  readonly size: number
}

const chunkSchema = z.object({ id: z.int(), bytes: z.instanceof(Uint8Array) })

/** The bytes of staged records. The chunk read last is kept: records are asked for in the order of the file. */
export class StagedChunks {
  readonly #select: StatementSync
  #last = { id: 0, bytes: Buffer.alloc(0) as Buffer }

  constructor(db: DatabaseSync) {
    this.#select = db.prepare('SELECT id, bytes FROM chunks WHERE id <= ? ORDER BY id DESC LIMIT 1')
  }

  read({ place, size }: RecordPlace): Buffer {
    if (place < this.#last.id || place + size > this.#last.id + this.#last.bytes.length) {
      const { id, bytes } = chunkSchema.parse(this.#select.get(place))
      this.#last = { id, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) }
    }
    const start = place - this.#last.id
    return this.#last.bytes.subarray(start, start + size)
  }
}
