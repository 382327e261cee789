import { expect } from 'vitest'
import type { Forecourt } from '../../src/main/assemble.ts'
import type { Desk } from './desks.ts'

/** One call at the service. */
export async function call(window: Forecourt): Promise<void> {
  await (await window.context.current()).look('/states', [])
}

export async function calls(window: Forecourt, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await call(window)
}

/** More than any limit of these tests. */
const mostCalls = 200

/** How many calls of a desk get through before it is refused for the quota. */
export async function callsUntilRefused(window: Forecourt): Promise<number> {
  for (let made = 0; made < mostCalls; made += 1)
    try {
      await call(window)
    } catch (error) {
      expect(error).toMatchObject({ code: 'quota' })
      return made
    }
  throw new Error(`nothing was refused of ${mostCalls} calls`)
}

interface Quota {
  readonly perHour: number | null
  readonly used: number
}
/** What the team counts of the last hour. */
export const quotaOf = async (desk: Desk): Promise<Quota> =>
  (await desk.json<{ quota: Quota }>('team', 'status')).quota

export async function limitTo(owner: Desk, perHour: number): Promise<void> {
  expect((await owner.run('team', 'settings', '--per-hour', String(perHour))).code).toBe(0)
}
