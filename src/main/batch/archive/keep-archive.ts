import type { Clock } from '../../system/clock.ts'
import type { Batches } from '../open-batches.ts'

interface KeeperPorts {
  /** Days since its end after which a batch is archived; null = never. */
  readonly days: () => number | null
  readonly batches: Pick<Batches, 'archiving' | 'control'>
  readonly clock: Clock
  readonly onFailure: (error: unknown) => void
}

/** Milliseconds after the start and between two runs. */
const firstAfter = 60_000
const every = 3_600_000

/** Archives what ended long ago while nothing is being sent: some time after the start, and every hour. */
export async function keepArchive(ports: KeeperPorts, signal?: AbortSignal): Promise<void> {
  for (let wait = firstAfter; ; wait = every) {
    await ports.clock.sleep(wait, signal)
    if (signal?.aborted) return
    await archiveIdle(ports)
  }
}

async function archiveIdle({ days, batches, onFailure }: KeeperPorts): Promise<void> {
  const after = days()
  if (after === null || batches.control.busy) return
  try {
    await batches.archiving.run(after)
  } catch (error) {
    onFailure(error)
  }
}
