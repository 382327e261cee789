import { vi } from 'vitest'

/** Waits until `check` no longer throws: long enough for a busy machine, where vitest's own second is not. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000 })
