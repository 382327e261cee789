import { subscribe } from 'node:diagnostics_channel'

/** Ends the process by SIGKILL at the nth passing of its point. @returns what is to be called at each point */
export function dieAt<Point extends string>(
  kill: { readonly point: Point; readonly nth: number } | null,
): (point: Point) => void {
  let left = kill?.nth ?? 0
  return (point) => {
    if (kill?.point !== point) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
}

/** Where the client tells of a request, and the point that it has then passed. */
export const requestPoints = [
  ['undici:client:sendHeaders', 'before-flush'],
  ['undici:request:bodySent', 'after-flush'],
  ['undici:request:headers', 'after-headers'],
] as const

/** Passes the points of each request that writes. */
export function passRequests(pass: (point: (typeof requestPoints)[number][1]) => void): void {
  for (const [channel, point] of requestPoints)
    subscribe(channel, (message) => {
      if ((message as { request: { method: string } }).request.method !== 'GET') pass(point)
    })
}
