import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Log } from '../log/log.ts'
import { packRecord } from './packed-record.ts'

const togetherSchema = z.object({ bytes: z.instanceof(Uint8Array), lengths: z.number().array() })
/** Packed records one behind the other, and how long each is. */
export type PackedTogether = z.infer<typeof togetherSchema>

type Answer = (packed: PackedTogether | null) => void

/**
 * Packs records in a thread of its own: main, which reads the next ones meanwhile, would take a fifth more time for each. If
 * the thread can't be started, ends or answers with something else, this is logged and main packs them itself: no record is
 * lost, and none waits for an answer that doesn't come.
 */
export class RecordPacker {
  readonly #entry: URL
  readonly #log: Pick<Log, 'warn'>
  #worker: Worker | null = null
  #hasFailed = false
  #isClosed = false
  /** What waits for an answer, in the order in which the thread was asked. */
  #waiting: Answer[] = []

  /** @param entry the thread's script; it is started when something is to be packed */
  constructor(entry: URL, log: Pick<Log, 'warn'>) {
    this.#entry = entry
    this.#log = log
  }

  /** Each record as it is stored, in the same order. */
  async pack(records: readonly string[]): Promise<Uint8Array[]> {
    const together = await this.#ask(records)
    if (together?.lengths.length !== records.length) return records.map(packRecord)
    let end = 0
    return together.lengths.map((length) => together.bytes.subarray(end, (end += length)))
  }

  /** Ends the thread; main packs what is asked for after that. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  #ask(records: readonly string[]): Promise<PackedTogether | null> {
    if (this.#hasFailed || this.#isClosed) return Promise.resolve(null)
    try {
      this.#worker ??= this.#start()
      this.#worker.postMessage(records)
    } catch (error) {
      this.#fail(error)
      return Promise.resolve(null)
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { name: 'pack' })
    worker.on('message', (answer: unknown) =>
      this.#waiting.shift()?.(togetherSchema.safeParse(answer).data ?? null),
    )
    worker.on('error', (error) => this.#fail(error))
    worker.on('messageerror', (error) => this.#fail(error))
    worker.on('exit', (code) => this.#fail(new Error(`the thread ended with ${String(code)}`)))
    return worker
  }

  /** An answer that can't be told from the next one makes the thread useless. */
  #fail(error: unknown): void {
    if (!this.#hasFailed && !this.#isClosed)
      this.#log.warn('records are packed without their thread', { error })
    this.#hasFailed = true
    for (const answer of this.#waiting.splice(0)) answer(null)
  }
}
