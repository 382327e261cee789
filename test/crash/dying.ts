import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Socket } from 'node:net'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import type { BatchParts } from '../../src/main/batch/sending/batch-parts.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import type { Dealership } from '../main/batch/dealership.ts'
import { requestPoints } from './die-at.ts'
import type { KillPoint } from './world.ts'

interface Told {
  readonly request: { readonly method: string }
  readonly socket?: Socket
}

/**
 * Sends the batch until the nth passing of a point, and leaves of the journal what a process that is killed there leaves:
 * its file and its log as they were at that moment. The shop is not opened again.
 * @returns whether the point was passed so often
 */
export async function dieSending(
  shop: Dealership,
  batchId: string,
  point: KillPoint,
  nth: number,
  parts: Partial<BatchParts> = {},
): Promise<boolean> {
  const path = join(shop.dataDir, 'journal.db')
  const journal = new Journal(path, systemClock)
  let left = nth
  /** The files at the moment of death; empty before it. */
  const kept = new Map<string, Buffer>()
  const pass = (passed: KillPoint): void => {
    if (passed !== point || --left !== 0) return
    keepFiles(path, kept)
    journal.close()
  }
  const heard = requestPoints.map(([channel, passed]) => {
    const hear = (message: unknown): void => {
      const { request, socket } = message as Told
      if (request.method === 'GET') return
      pass(passed)
      // A dead process sends nothing.
      if (kept.size > 0 && passed === 'before-flush') socket?.destroy()
    }
    subscribe(channel, hear)
    return () => unsubscribe(channel, hear)
  })
  try {
    await shop.restart({ ...parts, journal, onPoint: pass })
    await shop.batches.control.send(batchId)
    await shop.batches.control.idle()
    await shop.batches.close(0)
  } finally {
    for (const stop of heard) stop()
  }
  if (kept.size > 0) putBack(path, kept)
  return kept.size > 0
}

const suffixes = ['', '-wal'] as const

function keepFiles(path: string, kept: Map<string, Buffer>): void {
  for (const suffix of suffixes) if (existsSync(path + suffix)) kept.set(suffix, readFileSync(path + suffix))
}

/** Into the same file: the mark knows a journal by it. */
function putBack(path: string, files: ReadonlyMap<string, Buffer>): void {
  rmSync(`${path}-shm`, { force: true })
  for (const [suffix, bytes] of files) writeFileSync(path + suffix, bytes)
}
