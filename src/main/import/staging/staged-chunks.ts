import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { type RecordPage, RecordPageWriter } from '../records/record-page.ts'
import { readStored } from '../../storage/stored-record.ts'
import { draftPlace } from './draft-place.ts'

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
    const start = this.#find(place, size)
    return this.#last.bytes.subarray(start, start + size)
  }

  /** These records together, to be read. */
  page(places: readonly RecordPlace[]): RecordPage {
    const page = new RecordPageWriter()
    for (const { place, size } of places) {
      const start = this.#find(place, size)
      page.begin()
      page.copy(this.#last.bytes, start, start + size)
      page.end()
    }
    return page.page
  }

  /** Where a record begins in the chunk that it is in, which is read if it isn't the last one. */
  #find(place: number, size: number): number {
    if (place < this.#last.id || place + size > this.#last.id + this.#last.bytes.length) {
      const { id, bytes } = readStored(chunkSchema, this.#select.get(place), draftPlace('chunks'))
      this.#last = { id, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) }
    }
    return place - this.#last.id
  }
}
