import type { Done, Garbage } from './contender.ts'
import { collect } from './rounds.ts'

/** In the process of a contender: one run for each message, which says what becomes of the garbage of the last one. */
export function answerRuns(run: () => unknown): void {
  const timed = async (garbage: Garbage): Promise<Done> => {
    if (garbage === 'collected') collect()
    const before = process.cpuUsage()
    const begun = performance.now()
    await run()
    const took = performance.now() - begun
    const { user, system } = process.cpuUsage(before)
    return { took, processor: (user + system) / 1_000, peak: process.resourceUsage().maxRSS / 1_024 }
  }
  process.on('message', (garbage: Garbage) => void timed(garbage).then((done) => process.send?.(done)))
  process.send?.('ready')
}
