import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { packRecord } from './packed-record.ts'
import type { PackedTogether } from './record-packer.ts'

const records = z.string().array()

/** The thread that packs records. All of them go back as one piece: a small array would take its whole pool with it. */
parentPort?.on('message', (asked: unknown) => {
  const packed = records.parse(asked).map(packRecord)
  const answer: PackedTogether = { bytes: Buffer.concat(packed), lengths: packed.map(({ length }) => length) }
  parentPort?.postMessage(answer)
})
