/** Whether `app` is ready: some of Electron's calls are refused before, some after. */
export const readiness = { ready: false }
