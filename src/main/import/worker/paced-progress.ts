import type { StageHooks } from '../staging/stage-rows.ts'

/** Between two reports: a bar that moves ten times a second looks steady. */
const paceMs = 100

/**
 * Passes progress on ten times a second at most, and the end always: a file of a million rows has thousands of chunks,
 * and each report makes the window draw.
 * @param now ms, of a clock that never goes back; that of `performance` is loaded with all that Node can measure
 */
export function pacedProgress(
  report: StageHooks['onProgress'],
  now: () => number = () => process.uptime() * 1_000,
): StageHooks['onProgress'] {
  let last = Number.NEGATIVE_INFINITY
  return (bytes, totalBytes, rows) => {
    const time = now()
    if (bytes < totalBytes && time - last < paceMs) return
    last = time
    report(bytes, totalBytes, rows)
  }
}
