import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { packRecord } from './packed-record.ts'

const togetherSchema = z.object({ bytes: z.instanceof(Uint8Array), lengths: z.number().array() })
/** Packed records one behind the other, and how long each is. */
export type PackedTogether = z.infer<typeof togetherSchema>

type Answer = (packed: PackedTogether | null) => void

/**
 * Packs records in a thread of its own: main, which reads the next ones meanwhile, would take a fifth more time for each. If the
 * thread can't be had, or fails, main packs them itself.
 */
export class RecordPacker {
  readonly #entry: URL
  #worker: Worker | null = null
  #hasFailed = false
  /** Who waits for an answer, in the order in which they asked. */
  #waiting: Answer[] = []

  /** @param entry the thread's script; it is started when something is to be packed */
  constructor(entry: URL) {
    this.#entry = entry
  }

  async pack(records: readonly string[]): Promise<Uint8Array[]> {
    const together = await this.#ask(records)
    if (!together) return records.map(packRecord)
    let end = 0
    return together.lengths.map((length) => together.bytes.subarray(end, (end += length)))
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #ask(records: readonly string[]): Promise<PackedTogether | null> {
    if (this.#hasFailed) return Promise.resolve(null)
    this.#worker ??= this.#start()
    this.#worker.postMessage(records)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { name: 'pack' })
    worker.on('message', (answer: unknown) =>
      this.#waiting.shift()?.(togetherSchema.safeParse(answer).data ?? null),
    )
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      this.#hasFailed = true
      for (const answer of this.#waiting.splice(0)) answer(null)
    })
    return worker
  }
}
