import type { CheckHooks } from '../draft/check-draft.ts'

/** Between two reports: a bar that moves ten times a second looks steady. */
const paceMs = 100

/**
 * Passes progress on ten times a second at most, and the end always: each report makes the window draw.
 * @param now ms, of a clock that never goes back; that of `performance` is loaded with all that Node can measure
 */
export function pacedProgress(
  report: CheckHooks['onProgress'],
  now: () => number = () => process.uptime() * 1_000,
): CheckHooks['onProgress'] {
  let last = Number.NEGATIVE_INFINITY
  return (share, rows) => {
    const time = now()
    if (share < 1 && time - last < paceMs) return
    last = time
    report(share, rows)
  }
}
