/** Ms that two clocks may differ by without being wrong: an answer takes its time too. */
const within = 2 * 60_000

/** Minutes between this computer's clock and a server's, null if there is no more than two between them. */
export function clockOff(serverNow: string, now = Date.now()): number | null {
  const off = Math.abs(now - Date.parse(serverNow))
  return off > within ? Math.round(off / 60_000) : null
}
