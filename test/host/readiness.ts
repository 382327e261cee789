/** Whether `app` is ready: some of Electron's calls are refused before, some after. */
export const readiness = { ready: false }

/** @throws Error with Electron's words before the app is ready */
export function needReady(words: string): void {
  if (!readiness.ready) throw new Error(words)
}
