/** After a failure the next try comes earlier than the usual one, in ms. */
const firstPause = 300_000
/** No address is waited for longer than so, whatever it says, in ms. */
export const longestWait = 7 * 86_400_000
/** Pause between fetches if nothing is said of it, in ms. */
export const usualEvery = 3_600_000

/**
 * Time to wait, in ms. After a failure 5 minutes, doubled with each further one up to the usual pause, and not less
 * than the address asked for.
 * @param askedSeconds of Retry-After
 */
export function pauseAfter(failures: number, every: number, askedSeconds = 0): number {
  const usual = failures === 0 ? every : Math.min(every, firstPause * 2 ** Math.min(failures - 1, 20))
  return Math.max(usual, Math.min(askedSeconds * 1_000, longestWait))
}
